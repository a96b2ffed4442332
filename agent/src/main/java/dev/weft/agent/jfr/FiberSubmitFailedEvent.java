package dev.weft.agent.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A scheduler of the program's has thrown something instead of taking a fiber. */
@Name("weft.FiberSubmitFailed")
@Label("Fiber Submit Failed")
@Description("A scheduler of the program's has thrown something instead of taking a fiber.")
@Category({"Weft"})
@StackTrace(false)
@Enabled(false)
final class FiberSubmitFailedEvent extends Event {
    @Label("Fiber")
    String fiber;

    @Label("Thread Id")
    long fiberId;

    @Label("Exception")
    @Description("What the scheduler has thrown.")
    String exception;
}
