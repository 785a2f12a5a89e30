/** Averages that a few lying neighbours cannot spoil, and the lies to try them with. */
package io.starling.sharing.robust;
