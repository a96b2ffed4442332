/**
 * What becomes of other threads while one waits in the kernel: each operation of {@code java.io}, {@code java.net},
 * {@code java.nio}, {@code java.lang.Process} and their kin that can wait, made to wait by a FIFO, a full pipe, a
 * silent server, a locked file, or a system call that {@code strace} delays. {@code docs/blocking.md} is generated
 * from their results.
 */
package dev.weft.tck.blocking;
