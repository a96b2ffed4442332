/**
 * Threads as programs know them: which become fibers, what {@code Thread}'s own methods do for these, how cheap threads
 * are made, {@code main} as a fiber, and what reflection shows of a woven class. On top of fibers and schedulers.
 */
package jdk.internal.weft.thread;
