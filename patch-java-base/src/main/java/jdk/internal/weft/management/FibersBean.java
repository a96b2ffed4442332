package jdk.internal.weft.management;

import dev.weft.FibersMXBean;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import jdk.internal.weft.agent.LoadTimeWeaving;
import jdk.internal.weft.fiber.Fibers;
import jdk.internal.weft.fiber.PinSites;
import jdk.internal.weft.fiber.Pinned;
import jdk.internal.weft.fiber.Preemption;
import jdk.internal.weft.scheduler.Carriers;
import sun.nio.ch.WeftAwaited;

/** The MXBean of the fibers, which the woven java.management registers with the platform's MBean server. */
@SuppressWarnings("removal")
public final class FibersBean implements FibersMXBean, PrivilegedAction<Void> {
    private static final String NAME = "dev.weft:type=Fibers";

    private final Object server;

    private FibersBean(Object server) {
        this.server = server;
    }

    /** Registers it with a new server, which is returned. A program whose threads cannot be fibers has none. */
    public static Object register(Object server) {
        if (LoadTimeWeaving.isReady()) {
            AccessController.doPrivileged(new FibersBean(server));
        }
        return server;
    }

    /** By reflection, as java.base cannot name the classes of java.management. */
    @Override
    public Void run() {
        ClassLoader none = null;
        try {
            Class<?> nameType = Class.forName("javax.management.ObjectName", true, none);
            Object name = nameType.getConstructor(String.class).newInstance(NAME);
            Class.forName("javax.management.MBeanServer", true, none)
                    .getMethod("registerMBean", Object.class, nameType)
                    .invoke(server, this, name);
        } catch (InvocationTargetException e) {
            System.err.println("weft: no " + NAME + ": " + e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new InternalError(e);
        }
        return null;
    }

    @Override
    public long getLive() {
        return Fibers.live();
    }

    @Override
    public long getPeak() {
        return Fibers.peak();
    }

    @Override
    public long getStarted() {
        return Fibers.started();
    }

    @Override
    public int getParallelism() {
        return Carriers.size();
    }

    @Override
    public void setParallelism(int parallelism) {
        Carriers.resize(parallelism);
    }

    @Override
    public int getCarriers() {
        return (int) Carriers.count(Carriers.Count.ALL);
    }

    @Override
    public int getBlockedCarriers() {
        return (int) Carriers.count(Carriers.Count.BLOCKED);
    }

    @Override
    public int getMounted() {
        return (int) Carriers.count(Carriers.Count.MOUNTED);
    }

    @Override
    public long getQueued() {
        return Carriers.count(Carriers.Count.QUEUED);
    }

    @Override
    public long getSharedQueued() {
        return Carriers.count(Carriers.Count.SHARED);
    }

    @Override
    public long getBackgroundQueued() {
        return Carriers.count(Carriers.Count.BACKGROUND);
    }

    @Override
    public long getTimers() {
        return Carriers.count(Carriers.Count.TIMERS);
    }

    @Override
    public long getMounts() {
        return Carriers.count(Carriers.Count.MOUNTS);
    }

    @Override
    public long getPinned() {
        return Pinned.count();
    }

    @Override
    public PinSite[] getPinSites() {
        Map<String, Long> counts = PinSites.counts();
        PinSite[] sites = new PinSite[counts.size()];
        int n = 0;
        for (Map.Entry<String, Long> each : counts.entrySet()) {
            sites[n++] = new Site(each.getKey(), each.getValue());
        }
        Arrays.sort(sites);
        return sites;
    }

    @Override
    public int getPolledDescriptors() {
        return WeftAwaited.descriptors();
    }

    @Override
    public long getPreempted() {
        return Preemption.count();
    }

    @Override
    public Map<String, Long> getStates() {
        return StateCounts.byName();
    }

    @Override
    public void dumpThreads(String outputFile, ThreadDumpFormat format) throws IOException {
        Objects.requireNonNull(format, "format");
        Path file = Path.of(outputFile);
        if (!file.isAbsolute()) {
            throw new IllegalArgumentException("the path of the file must be absolute, unlike " + outputFile);
        }
        OwnDumps.write(file, format == ThreadDumpFormat.JSON);
    }

    /** A place of pins, as it was when it was asked for. */
    private static final class Site implements PinSite, Comparable<Site> {
        private final String frame;
        private final long count;

        Site(String frame, long count) {
            this.frame = frame;
            this.count = count;
        }

        @Override
        public String getFrame() {
            return frame;
        }

        @Override
        public String getReason() {
            return PinSites.reason(frame);
        }

        @Override
        public long getCount() {
            return count;
        }

        @Override
        public int compareTo(Site other) {
            return Long.compare(other.count, count);
        }
    }
}
