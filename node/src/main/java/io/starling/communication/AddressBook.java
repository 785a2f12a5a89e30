package io.starling.communication;

/** Where every node is now. Addresses change when a node is restarted elsewhere. Safe for use by many threads. */
public interface AddressBook {
    /** The node's present address, or null if it is not known. */
    Address find(int node);

    /**
     * Whether the node has ended, well or not, and will not come back: who never had a link to it learns it only from here. Such a node is not
     * waited for; what is sent to it fails at once, and it is {@linkplain Communication.Event.PeerGone gone} with a farewell.
     */
    default boolean hasLeft(int node) {
        return false;
    }
}
