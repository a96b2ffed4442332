package dev.weft.frameworks.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** Meters of fibers for Micrometer: an example, which needs nothing of Weft's to be compiled. */
public final class FiberMetrics implements MeterBinder {
    private static final String[] GAUGES = {"Live", "Queued", "Mounted", "Carriers", "BlockedCarriers", "Timers"};
    private static final String[] COUNTERS = {"Started", "Mounts", "Pinned", "Preempted"};

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();

    @Override
    public void bindTo(MeterRegistry registry) {
        for (String each : GAUGES) {
            Gauge.builder(name(each), () -> value(each)).register(registry);
        }
        for (String each : COUNTERS) {
            FunctionCounter.builder(name(each), this, ignored -> value(each)).register(registry);
        }
    }

    private static String name(String attribute) {
        return "weft.fibers." + attribute.toLowerCase(Locale.ROOT);
    }

    private double value(String attribute) {
        try {
            return ((Number) server.getAttribute(new ObjectName("dev.weft:type=Fibers"), attribute)).doubleValue();
        } catch (JMException e) {
            return Double.NaN;
        }
    }
}
