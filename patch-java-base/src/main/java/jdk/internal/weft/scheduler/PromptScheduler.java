package jdk.internal.weft.scheduler;

import dev.weft.FiberScheduler;

/**
 * A scheduler of Weft's own, whose methods queue the task and wake a thread: they neither wait nor throw, and may be
 * called while the runtime holds locks.
 */
public interface PromptScheduler extends FiberScheduler {}
