package dev.weft.agent.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;

/** What the fibers and carriers do, now and then. */
@Name("weft.SchedulerStatistics")
@Label("Scheduler Statistics")
@Description("What the fibers and carriers do, now and then.")
@Category({"Weft"})
@StackTrace(false)
@Enabled(false)
@Period("1 s")
final class SchedulerStatisticsEvent extends Event {
    @Label("Live Fibers")
    long live;

    @Label("Peak Live Fibers")
    long peak;

    @Label("Started Fibers")
    long started;

    @Label("Queued Fibers")
    @Description("How many wait for a carrier.")
    long queued;

    @Label("Mounted Fibers")
    long mounted;

    @Label("Mounts")
    long mounts;

    @Label("Pins")
    @Description("How often a fiber has blocked its carrier.")
    long pinned;

    @Label("Preempted")
    @Description("How often a fiber was made to leave its carrier.")
    long preempted;

    @Label("Parallelism")
    long parallelism;

    @Label("Carriers")
    long carriers;

    @Label("Blocked Carriers")
    long blockedCarriers;
}
