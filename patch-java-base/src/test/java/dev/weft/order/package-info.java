/**
 * A check of all interleavings of the hand-over between fibers, carriers and wakers, with stores that are late: {@link
 * dev.weft.order.StoreBuffers} explores, {@link dev.weft.order.HandOver} has the programs, under the names of the
 * runtime's methods.
 */
package dev.weft.order;
