package jdk.internal.weft.thread;

import dev.weft.FiberScheduler;

/** What {@code Thread.ofVirtual} returns, to {@code Weft.ofVirtual}; programs see no more than its own interface. */
public interface SchedulableBuilder {
    /** Gives this scheduler to all threads that are made from now on. */
    void setScheduler(FiberScheduler scheduler);
}
