/**
 * Fibers: the trampoline that runs heap frames, the one state word, and what surrounds it: pins, counts, the exit of
 * the VM. A fiber asks its {@code Scheduler} for a carrier, and knows of none.
 */
package jdk.internal.weft.fiber;
