package dev.weft.agent;

import dev.weft.agent.facts.MethodSet;
import dev.weft.agent.resume.HostClass;
import dev.weft.agent.resume.ResumerGenerator;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.weft.Frame;
import java.weft.SuspensionPoint;
import jdk.internal.weft.JdkAccess;
import jdk.internal.weft.fiber.Fiber;
import jdk.internal.weft.fiber.Fibers;
import jdk.internal.weft.group.GroupThreads;
import jdk.internal.weft.management.Instrument;

/**
 * In which methods of the program fibers wait so that these are loud (docs/decisions/0064): in which many do, or some
 * time and again, all through the run. {@link SuspensionPoint} counts the ticks in which one did. What waits only while
 * the program begins, for what is made once, or in a lock that is rarely taken, is not worth a twin. Loud are, too,
 * methods in which a fiber is found that has waited for long. One thread calls {@link #tick} and {@link #look}, any
 * {@link #methods}.
 */
final class LoudWaits {
    /** In what part of all ticks fibers wait in a loud method, and in how many at least. */
    private static final int LOUD_SHARE = 4;

    private static final int LEAST_LOUD = 3;

    /** So long has a fiber waited that is found waiting: others may be seen by chance. */
    private static final long LONG_SECONDS = 1;

    /** Of more fibers nobody looks at each. */
    private static final int MOST_FIBERS = 100_000;

    private final WovenClasses classes;
    private final LastingFrames lasting = new LastingFrames();
    private volatile int ticks;

    LoudWaits(WovenClasses classes) {
        this.classes = classes;
    }

    /** Another tick begins. */
    void tick() {
        SuspensionPoint.tick();
        ticks++;
    }

    /** Looks for methods that run for long in fibers which compute in turns. Called by one thread. */
    void look() {
        lasting.look();
    }

    /** Methods of all loaded classes of the program in which fibers wait, by their classes' hashes. */
    Map<Long, MethodSet> methods() {
        Map<Long, MethodSet> loud = new HashMap<>();
        Set<SuspensionPoint> waiting = waiting();
        for (Class<?> each : Instrument.loadedClasses()) {
            Object[] points = each.isArray() || each.isPrimitive() ? null : JdkAccess.points(each);
            Version version = points == null
                    ? null
                    : classes.newest(each.getClassLoader(), each.getName().replace('.', '/'));
            if (version != null) {
                loud.merge(
                        version.contentHash().first,
                        methods(each, points, new MethodPlaces(version.original()), waiting),
                        MethodSet::or);
            }
        }
        return loud;
    }

    /** Where fibers wait at this moment, and have for long. */
    private static Set<SuspensionPoint> waiting() {
        Set<SuspensionPoint> points = Collections.newSetFromMap(new IdentityHashMap<>());
        if (Fibers.live() > MOST_FIBERS) {
            return points;
        }
        for (Thread each : GroupThreads.all()) {
            Fiber fiber = Fibers.of(each);
            boolean waits = fiber != null && fiber.state() == Fiber.PARKED && fiber.secondsInState() >= LONG_SECONDS;
            for (Frame frame = waits ? fiber.frames() : null; frame != null; frame = frame.next) {
                points.add(frame.at);
            }
        }
        return points;
    }

    private MethodSet methods(Class<?> host, Object[] points, MethodPlaces places, Set<SuspensionPoint> waiting) {
        MethodSet methods = MethodSet.NONE;
        int least = Math.max(LEAST_LOUD, ticks / LOUD_SHARE);
        for (Object each : points) {
            SuspensionPoint point = (SuspensionPoint) each;
            if (point != null && (point.ticks() >= least || point.hasMany() || waiting.contains(point))) {
                int number = point.number;
                HostClass parsed = classes.parsed(host, number);
                synchronized (parsed) {
                    methods = places.add(
                            methods,
                            ResumerGenerator.place(parsed, number).getMethodName(),
                            ResumerGenerator.descriptor(parsed, number));
                }
            }
        }
        return methods;
    }
}
