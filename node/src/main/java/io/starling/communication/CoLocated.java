package io.starling.communication;

/** How nodes of the same executor reach each other. */
enum CoLocated {
    /** By TCP until there are as many links as may be, then through memory. */
    AUTO,
    TCP,
    MEMORY
}
