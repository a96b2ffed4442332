/**
 * Monitors that a fiber may hold, enter and wait on without holding its carrier. The protocol is described in
 * docs/monitors.md, under the names that are used here, and checked by {@code dev.weft.model} in the tests.
 *
 * <p>Nothing here is woven. A {@code synchronized} of this package is the VM's own, without the check that woven code
 * makes after it; an {@code Object.wait} is the VM's own and blocks a kernel thread.
 *
 * <p>Which lock guards what:
 *
 * <table>
 * <caption>Guards</caption>
 * <tr><td>fields and queues of {@code Entry}</td><td>the real monitor of the entry's object</td></tr>
 * <tr><td>links of {@code IdentityTable}</td><td>the segment's lock; read without</td></tr>
 * <tr><td>a fiber's interrupt flag with its place in the table of waits</td><td>the lock of that segment
 * ("interruptLock")
 * </td></tr>
 * <tr><td>{@code Waiter.state}</td><td>compare-and-set</td></tr>
 * </table>
 *
 * The order is: monitor of a user's object, then segment lock. Under a segment lock no other lock is taken, with one
 * exception: the real interrupt of a carrier, which takes that carrier's own.
 */
package jdk.internal.weft.monitor;
