/**
 * Who decides on which kernel thread a fiber runs, and when: Weft's own scheduler with its carriers, their queues, the
 * watchdog and the poller; schedulers of programs; and simulations, which draw lots.
 */
package jdk.internal.weft.scheduler;
