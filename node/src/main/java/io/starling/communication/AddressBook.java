package io.starling.communication;

/** Where every node is now. Addresses change when a node is restarted elsewhere. Safe for use by many threads. */
public interface AddressBook {
    /** The node's present address, or null if it is not known. */
    Address find(int node);
}
