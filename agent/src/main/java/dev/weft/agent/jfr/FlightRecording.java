package dev.weft.agent.jfr;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.weft.AbstractFiber;
import java.weft.CarrierContext;
import java.weft.FiberEvents;
import jdk.internal.weft.JdkAccess;
import jdk.internal.weft.fiber.Fibers;
import jdk.internal.weft.fiber.PinSites;
import jdk.internal.weft.fiber.Pinned;
import jdk.internal.weft.fiber.Preemption;
import jdk.internal.weft.management.FiberSamples;
import jdk.internal.weft.scheduler.Carriers;
import jdk.internal.weft.thread.FiberView;
import jdk.internal.weft.trace.StackTops;
import jdk.internal.weft.trace.Traces;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;

/**
 * Records events of fibers. Each is written by the carrier, which is the event's thread: the fiber is a field. An event
 * for which there is no memory is not written. Thread-safe.
 */
public final class FlightRecording extends FiberEvents {
    /** Events of the fibers that wait, while any recording wants them. */
    private final ConcurrentHashMap<AbstractFiber, FiberParkEvent> parked = new ConcurrentHashMap<>();

    /** Events of the threads whose fibers read from or write to a socket, while any recording wants them. */
    private final ConcurrentHashMap<Long, SocketEvent> transfers = new ConcurrentHashMap<>();

    private FlightRecording() {}

    /** Registers the events; called once. */
    public static void start() {
        FlightRecorder.register(FiberStartEvent.class);
        FlightRecorder.register(FiberEndEvent.class);
        FlightRecorder.register(FiberSubmitFailedEvent.class);
        FlightRecorder.register(FiberParkEvent.class);
        FlightRecorder.register(FiberPinnedEvent.class);
        FlightRecorder.register(CarrierBlockedEvent.class);
        FlightRecorder.register(WatchdogAddedEvent.class);
        FlightRecorder.register(SocketReadEvent.class);
        FlightRecorder.register(SocketWriteEvent.class);
        FlightRecorder.addPeriodicEvent(SchedulerStatisticsEvent.class, new Statistics());
        FlightRecorder.addPeriodicEvent(FiberSampleEvent.class, new Stacks());
        record(new FlightRecording());
    }

    /** Records the fibers that are on their carriers. */
    private static final class Stacks implements Runnable, FiberSamples.Sink {
        private final FiberSamples samples = new FiberSamples();

        @Override
        public void run() {
            samples.look(this);
        }

        @Override
        public void sample(Thread fiber, Thread carrier, String stack) {
            FiberSampleEvent event = new FiberSampleEvent();
            event.fiber = fiber.getName();
            event.fiberId = JdkAccess.tid(fiber);
            event.carrier = carrier.getName();
            event.stack = stack;
            event.commit();
        }
    }

    private static final class Statistics implements Runnable {
        @Override
        public void run() {
            SchedulerStatisticsEvent event = new SchedulerStatisticsEvent();
            event.live = Fibers.live();
            event.peak = Fibers.peak();
            event.started = Fibers.started();
            event.queued = Carriers.count(Carriers.Count.QUEUED);
            event.mounted = Carriers.count(Carriers.Count.MOUNTED);
            event.mounts = Carriers.count(Carriers.Count.MOUNTS);
            event.pinned = Pinned.count();
            event.preempted = Preemption.count();
            event.parallelism = Carriers.size();
            event.carriers = Carriers.count(Carriers.Count.ALL);
            event.blockedCarriers = Carriers.count(Carriers.Count.BLOCKED);
            event.commit();
        }
    }

    @Override
    public void starts(Thread thread) {
        try {
            FiberStartEvent event = new FiberStartEvent();
            if (event.shouldCommit()) {
                event.fiber = thread.getName();
                event.fiberId = JdkAccess.tid(thread);
                event.commit();
            }
        } catch (OutOfMemoryError | StackOverflowError e) {
            return;
        }
    }

    @Override
    public void submitFailed(Thread thread, Throwable cause) {
        try {
            FiberSubmitFailedEvent event = new FiberSubmitFailedEvent();
            if (event.shouldCommit()) {
                event.fiber = thread.getName();
                event.fiberId = JdkAccess.tid(thread);
                event.exception = cause == null ? "out of memory" : cause.toString();
                event.commit();
            }
        } catch (Throwable e) {
            // also of the exception's text, which is the program's: the fiber must go on
            return;
        }
    }

    @Override
    public void ended(Thread thread) {
        try {
            // of a transfer whose frames were dropped
            transfers.remove(JdkAccess.tid(thread));
            FiberEndEvent event = new FiberEndEvent();
            if (event.shouldCommit()) {
                event.fiber = thread.getName();
                event.fiberId = JdkAccess.tid(thread);
                event.commit();
            }
        } catch (OutOfMemoryError | StackOverflowError e) {
            return;
        }
    }

    @Override
    public void parks(AbstractFiber fiber) {
        try {
            FiberParkEvent event = new FiberParkEvent();
            if (event.isEnabled()) {
                event.begin();
                event.blocker = classOf(LockSupport.getBlocker(fiber.thread()));
                parked.put(fiber, event);
            } else if (!parked.isEmpty()) {
                // the recording has ended: fibers that nobody will wake can be collected again
                parked.clear();
            }
        } catch (OutOfMemoryError | StackOverflowError e) {
            return;
        }
    }

    private static Class<?> classOf(Object blocker) {
        return blocker == null ? null : blocker.getClass();
    }

    @Override
    public void resumes(AbstractFiber fiber) {
        try {
            FiberParkEvent event = parked.isEmpty() ? null : parked.remove(fiber);
            if (event != null && ends(event)) {
                event.fiber = fiber.thread().getName();
                event.fiberId = JdkAccess.tid(fiber.thread());
                event.frame = frame(FiberView.parked(fiber.frames()).trace);
                event.commit();
            }
        } catch (OutOfMemoryError | StackOverflowError e) {
            return;
        }
    }

    private static boolean ends(Event event) {
        event.end();
        return event.shouldCommit();
    }

    private static String frame(StackTraceElement[] trace) {
        for (StackTraceElement each : trace) {
            String module = each.getModuleName();
            if (module == null || !module.startsWith("java.") && !module.startsWith("jdk.")) {
                return Traces.shown(each);
            }
        }
        return trace.length == 0 ? null : Traces.shown(trace[0]);
    }

    @Override
    public Object pins(AbstractFiber fiber) {
        try {
            FiberPinnedEvent event = new FiberPinnedEvent();
            if (event.isEnabled()) {
                event.begin();
                return event;
            }
        } catch (OutOfMemoryError | StackOverflowError e) {
            return null;
        }
        return null;
    }

    @Override
    public void unpinned(AbstractFiber fiber, Object begun) {
        try {
            FiberPinnedEvent event = (FiberPinnedEvent) begun;
            Thread carrier = ends(event) ? fiber.carrier() : null;
            if (carrier != null) {
                event.fiber = fiber.thread().getName();
                event.fiberId = JdkAccess.tid(fiber.thread());
                StackTraceElement[] trace = StackTops.ofCaller();
                event.frame = Traces.pinning(trace);
                event.reason = PinSites.reason(trace);
                event.carrier = carrier.getName();
                event.commit();
            }
        } catch (OutOfMemoryError | StackOverflowError e) {
            return;
        }
    }

    @Override
    public Object blocks(CarrierContext carrier) {
        try {
            CarrierBlockedEvent event = new CarrierBlockedEvent();
            if (event.isEnabled()) {
                event.begin();
                return event;
            }
        } catch (OutOfMemoryError | StackOverflowError e) {
            return null;
        }
        return null;
    }

    @Override
    public void unblocked(CarrierContext carrier, Object begun) {
        try {
            CarrierBlockedEvent event = (CarrierBlockedEvent) begun;
            if (ends(event)) {
                Thread fiber = carrier.thread;
                event.fiber = fiber == null ? null : fiber.getName();
                event.fiberId = fiber == null ? 0 : JdkAccess.tid(fiber);
                event.carrier = Thread.currentThread().getName();
                event.commit();
            }
        } catch (OutOfMemoryError | StackOverflowError e) {
            return;
        }
    }

    @Override
    public void carrierAdded(Thread carrier) {
        try {
            WatchdogAddedEvent event = new WatchdogAddedEvent();
            if (event.shouldCommit()) {
                event.carrier = carrier.getName();
                event.carriers = Carriers.count(Carriers.Count.ALL);
                event.blockedCarriers = Carriers.count(Carriers.Count.BLOCKED);
                event.commit();
            }
        } catch (OutOfMemoryError | StackOverflowError e) {
            return;
        }
    }

    @Override
    public void transfers(Thread thread, boolean isWrite) {
        try {
            SocketEvent event = isWrite ? new SocketWriteEvent() : new SocketReadEvent();
            if (event.isEnabled()) {
                event.begin();
                transfers.put(JdkAccess.tid(thread), event);
            }
        } catch (OutOfMemoryError | StackOverflowError e) {
            return;
        }
    }

    @Override
    public void transferred(Thread thread, Object peer, long bytes) {
        try {
            SocketEvent event = transfers.isEmpty() ? null : transfers.remove(JdkAccess.tid(thread));
            if (event != null && ends(event)) {
                event.fiber = thread.getName();
                event.fiberId = JdkAccess.tid(thread);
                event.frame = frame(thread.getStackTrace());
                event.peer(peer);
                event.count(bytes);
                event.commit();
            }
        } catch (OutOfMemoryError | StackOverflowError e) {
            return;
        }
    }
}
