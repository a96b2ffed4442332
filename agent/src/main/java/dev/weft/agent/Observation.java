package dev.weft.agent;

import dev.weft.agent.facts.MethodSet;
import dev.weft.agent.facts.QuietSoFar;
import dev.weft.agent.resume.HostClass;
import dev.weft.agent.resume.ResumerGenerator;
import dev.weft.agent.twin.WeaveListener;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.weft.SuspensionPoint;
import jdk.internal.weft.JdkAccess;
import jdk.internal.weft.SystemThread;
import jdk.internal.weft.agent.VmCompilers;
import jdk.internal.weft.management.Instrument;

/**
 * Sees, while the program runs, which of its methods are quiet ({@link Experience}), and weaves their classes for the
 * next run. Loud are methods in which a frame was on the heap while its fiber waited, and those that a carrier has on
 * its stack for long: a loop that waits rarely would pin for as long as it runs. A thread of its own looks some seconds
 * after the first fiber has started, or a minute in a program that earlier runs have seen, and then ever more rarely;
 * and the program's end does, if it comes first.
 */
final class Observation implements Runnable {
    private static final WeaveListener QUIET = new WeaveListener() {};

    /** The first look, in the first run of a program and in later ones: those are to be fast from the start. */
    private static final long FIRST_NANOS = 8_000_000_000L;

    private static final long LATER_NANOS = 60_000_000_000L;
    private static final int SLOWER = 4;
    private static final long SLOWEST_NANOS = 3_600_000_000_000L;

    /** What is on a stack at two looks is there for long. */
    private static final long LONG_NANOS = 300_000_000;

    /** A program that ends sooner has nothing that is called often. */
    private static final long SHORTEST_NANOS = 2_000_000_000L;

    private final Experience experience;
    private final WovenClasses classes;
    private final LazyWeaver weaver;
    private final ClassCache cache;
    private final WeaverCompilation compilation;
    private final long startedAt = System.nanoTime();

    /** Whether the thread runs, or never will; and whether it has seen anything. */
    private volatile boolean hasBegun;

    private boolean hasLooked;

    Observation(
            Experience experience,
            WovenClasses classes,
            LazyWeaver weaver,
            ClassCache cache,
            WeaverCompilation compilation) {
        this.experience = experience;
        this.classes = classes;
        this.weaver = weaver;
        this.cache = cache;
        this.compilation = compilation;
    }

    /** Looks from now on: the first fiber starts. */
    void begin() {
        if (!hasBegun && experience.mayLook()) {
            start();
        }
    }

    private synchronized void start() {
        if (!hasBegun) {
            try {
                SystemThread.make(this, "weft-observation").start();
                hasBegun = true;
            } catch (OutOfMemoryError e) {
                // no kernel thread to be had, or no memory: this run sees nothing
                return;
            }
        }
    }

    /** Its checks are the program's code, and no call of the program's is the reason for these. */
    @SuppressWarnings("removal")
    private static boolean isWatched() {
        return System.getSecurityManager() != null;
    }

    @Override
    public void run() {
        long pause = experience.isEmpty() ? FIRST_NANOS : LATER_NANOS;
        while (experience.mayLook()) {
            SystemThread.rest(pause);
            pause = Math.min(pause * SLOWER, SLOWEST_NANOS);
            if (isWatched()) {
                continue;
            }
            try {
                CarrierStacks before = new CarrierStacks();
                SystemThread.rest(LONG_NANOS);
                look(new CarrierStacks().lastingTwins(before), true);
            } catch (OutOfMemoryError | RuntimeException | LinkageError e) {
                // nobody needs it; the next look may succeed
            }
        }
    }

    /** The program ends. */
    void end() {
        boolean mayLook = hasBegun && experience.mayLook() && !isWatched();
        if (!mayLook || System.nanoTime() - startedAt < SHORTEST_NANOS) {
            return;
        }
        try {
            if (hasLooked || experience.isEmpty()) {
                CarrierStacks now = new CarrierStacks();
                look(now.lastingTwins(now), false);
            }
        } catch (OutOfMemoryError | RuntimeException | LinkageError e) {
            // as above
            return;
        }
    }

    private synchronized void look(Set<String> onStack, boolean weaves) {
        CompiledTwins compiled;
        try {
            compiled = new CompiledTwins(VmCompilers.compiled());
        } catch (ReflectiveOperationException e) {
            // a VM without such commands, in which nothing will ever be seen
            experience.stopLooking();
            return;
        }
        ExperienceFile seen = new ExperienceFile();
        Map<Long, MethodSet> loud = suspended();
        Map<Long, Version> byHash = new HashMap<>();
        for (String name : compiled.classes()) {
            for (Version each : classes.first(name)) {
                long hash = each.contentHash().first;
                if (byHash.putIfAbsent(hash, each) == null) {
                    MethodPlaces places = new MethodPlaces(each.original);
                    seen.addQuiet(hash, places.of(compiled.of(name)));
                    seen.addLoud(hash, places.ofNames(name.replace('/', '.'), onStack));
                }
            }
        }
        for (Map.Entry<Long, MethodSet> each : loud.entrySet()) {
            seen.addLoud(each.getKey(), each.getValue());
        }
        ExperienceFile all = experience.add(seen);
        hasLooked = true;
        if (weaves && all != null) {
            weaveForNextRun(all.quiet(), byHash);
        }
    }

    /** Methods of all loaded classes of the program in which a frame was ever suspended, by their classes' hashes. */
    private Map<Long, MethodSet> suspended() {
        Map<Long, MethodSet> loud = new HashMap<>();
        for (Class<?> each : Instrument.loadedClasses()) {
            Object[] points = each.isArray() || each.isPrimitive() ? null : JdkAccess.points(each);
            Version version = points == null
                    ? null
                    : classes.newest(each.getClassLoader(), each.getName().replace('.', '/'));
            if (version != null) {
                loud.merge(
                        version.contentHash().first,
                        suspended(each, points, new MethodPlaces(version.original)),
                        MethodSet::or);
            }
        }
        return loud;
    }

    private MethodSet suspended(Class<?> host, Object[] points, MethodPlaces places) {
        MethodSet methods = MethodSet.NONE;
        for (Object each : points) {
            if (each != null && ((SuspensionPoint) each).hasWaited()) {
                int number = ((SuspensionPoint) each).number;
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

    /** So that it finds them in the class cache, as if it were not the first with them. */
    private void weaveForNextRun(Map<Long, MethodSet> quiet, Map<Long, Version> byHash) {
        compilation.expectMany();
        for (Map.Entry<Long, Version> each : byHash.entrySet()) {
            MethodSet methods = quiet.getOrDefault(each.getKey(), MethodSet.NONE);
            QuietSoFar next = new QuietSoFar(methods, each.getKey());
            byte[] original = each.getValue().original;
            ContentHash key = Experience.key(each.getValue().contentHash(), next);
            if (!methods.isEmpty() && cache.find(original, key) == null) {
                cache.add(original, key, weaver.weaver().weave(original, QUIET, 0, next));
            }
        }
    }
}
