package dev.weft.agent.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** The watchdog has made a carrier. */
@Name("weft.WatchdogAdded")
@Label("Watchdog Added")
@Description("The watchdog has made a carrier.")
@Category({"Weft"})
@StackTrace(false)
@Enabled(false)
final class WatchdogAddedEvent extends Event {
    @Label("Carrier")
    String carrier;

    @Label("Carriers")
    long carriers;

    @Label("Blocked Carriers")
    long blockedCarriers;
}
