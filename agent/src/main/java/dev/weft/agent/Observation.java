package dev.weft.agent;

import dev.weft.agent.facts.MethodSet;
import dev.weft.agent.facts.QuietSoFar;
import dev.weft.agent.twin.WeaveListener;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import jdk.internal.weft.SystemThread;
import jdk.internal.weft.agent.VmCompilers;

/**
 * Sees, while the program runs, which of its methods are quiet ({@link Experience}), and weaves their classes for the
 * next run. A thread of its own looks some seconds after the first fiber has started, or a minute in a program that
 * earlier runs have seen, and then ever more rarely; and the program's end does. A run that has woven many classes is a
 * first one, whatever other programs with the same class path have left. A method is known to be quiet only
 * once its class is woven so, and no later run has to.
 *
 * <p>Loud are methods in which fibers wait ({@link LoudWaits}), and those that a carrier has on its stack for long: a
 * loop that waits rarely would pin for as long as it runs.
 */
final class Observation implements Runnable {
    private static final WeaveListener QUIET = new WeaveListener() {};

    /** The first look, in the first run of a program and in later ones: those are to be fast from the start. */
    private static final long FIRST_NANOS = 8_000_000_000L;

    private static final long LATER_NANOS = 60_000_000_000L;
    private static final int SLOWER = 4;
    private static final long SLOWEST_NANOS = 3_600_000_000_000L;

    /** So many classes that no earlier run had woven tell a first run. */
    private static final int NEW_CLASSES = 500;

    /** What is on a stack at two looks, by a fiber that is there at the one before, is there for long. */
    private static final long LONG_NANOS = 300_000_000;

    /** A program that ends sooner has nothing that is called often. */
    private static final long SHORTEST_NANOS = 2_000_000_000L;

    /** What part of its time a program's end may take the processor, and how much of it at most. */
    private static final int END_SHARE = 20;

    private static final long END_NANOS = 500_000_000;

    /** By how much a program's end may be later, on a machine that has no processor for it. */
    private static final long LATEST_NANOS = 1_000_000_000;

    /** A tick, as long as the thread is so young; later ones are longer. */
    private static final long TICK_NANOS = 250_000_000;

    private static final long YOUNG_NANOS = 8_000_000_000L;
    private static final long OLD_NANOS = 60_000_000_000L;
    private static final int LONGER = 4;
    private static final int LONGEST = 40;

    private final Experience experience;
    private final WovenClasses classes;
    private final LazyWeaver weaver;
    private final ClassCache cache;
    private final WeaverCompilation compilation;
    private final long startedAt = System.nanoTime();

    /** Whether the thread runs, or never will. */
    private volatile boolean hasBegun;

    private final LoudWaits waits;

    /** What was seen at the last two ticks; null before. */
    private volatile Seen newest;

    private volatile Seen older;

    /** The carriers' stacks, at some time of {@code System.nanoTime}. */
    private record Seen(CarrierStacks stacks, long at) {}

    /** How much time is left to weave, once the program ends. */
    private volatile TimeLeft left;

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
        waits = new LoudWaits(classes);
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
        long begun = System.nanoTime();
        long pause = FIRST_NANOS;
        long next = pause;
        while (experience.mayLook()) {
            long age = System.nanoTime() - begun;
            SystemThread.rest(age < YOUNG_NANOS ? TICK_NANOS : TICK_NANOS * (age < OLD_NANOS ? LONGER : LONGEST));
            waits.tick();
            see();
            if (System.nanoTime() - begun < next || isWatched()) {
                continue;
            }
            if (next == FIRST_NANOS && !isFirstRun()) {
                pause = LATER_NANOS;
                next = pause;
                continue;
            }
            pause = Math.min(pause * SLOWER, SLOWEST_NANOS);
            next += pause;
            look();
        }
    }

    private boolean isFirstRun() {
        return experience.isEmpty() || compilation.woven() >= NEW_CLASSES;
    }

    /** For the program's end, which cannot wait to see what lasts. */
    private void see() {
        try {
            if (!isWatched()) {
                waits.look();
                older = newest;
                newest = new Seen(new CarrierStacks(older == null ? null : older.stacks), System.nanoTime());
            }
        } catch (OutOfMemoryError | RuntimeException | LinkageError e) {
            // as below
        }
    }

    /** What was seen so long ago that what is still there lasts; null if that is not to be had. */
    private CarrierStacks seenLongAgo() {
        long now = System.nanoTime();
        for (Seen each : new Seen[] {newest, older}) {
            if (each != null && now - each.at >= LONG_NANOS) {
                return each.stacks;
            }
        }
        return null;
    }

    private void look() {
        try {
            CarrierStacks first = new CarrierStacks(null);
            SystemThread.rest(LONG_NANOS);
            CarrierStacks before = new CarrierStacks(first);
            SystemThread.rest(LONG_NANOS);
            look(before);
        } catch (OutOfMemoryError | RuntimeException | LinkageError e) {
            // nobody needs it; the next look may succeed
        }
    }

    /** The program ends. */
    void end() {
        boolean mayLook = hasBegun && experience.mayLook() && !isWatched();
        long ran = System.nanoTime() - startedAt;
        if (!mayLook || ran < SHORTEST_NANOS) {
            return;
        }
        left = new TimeLeft(Math.min(ran / END_SHARE, END_NANOS), LATEST_NANOS);
        try {
            look(seenLongAgo());
        } catch (OutOfMemoryError | StackOverflowError | RuntimeException | LinkageError e) {
            // as above
            return;
        }
    }

    /** Looks, a little after the carriers had those stacks; null if nobody knows. */
    private synchronized void look(CarrierStacks before) {
        CompiledTwins compiled;
        try {
            compiled = new CompiledTwins(VmCompilers.compiled());
        } catch (ReflectiveOperationException e) {
            // a VM without such commands, in which nothing will ever be seen
            experience.stopLooking();
            return;
        }
        Set<String> onStack = before == null ? Set.of() : new CarrierStacks(before).lastingTwins(before);
        ExperienceFile quiet = new ExperienceFile();
        ExperienceFile loud = new ExperienceFile();
        Map<Long, Version> byHash = new HashMap<>();
        for (String name : compiled.classes()) {
            for (Version each : classes.first(name)) {
                long hash = each.contentHash().first;
                if (byHash.putIfAbsent(hash, each) == null) {
                    MethodPlaces places = new MethodPlaces(each.original());
                    quiet.addQuiet(hash, places.of(compiled.of(name)));
                    loud.addLoud(hash, places.ofNames(name.replace('/', '.'), onStack));
                }
            }
        }
        for (Map.Entry<Long, MethodSet> each : waits.methods().entrySet()) {
            loud.addLoud(each.getKey(), each.getValue());
        }
        ExperienceFile all = experience.add(loud);
        if (all != null) {
            Map<Long, MethodSet> known = all.quiet();
            all.add(quiet);
            weaveForNextRun(known, all.quiet(), byHash);
        }
    }

    /**
     * Weaves classes of which more is known now, so that the next run finds them in the class cache, as if it were not
     * the first with them. First those of which less is quiet than was known before: the next run will have them so.
     */
    private void weaveForNextRun(Map<Long, MethodSet> known, Map<Long, MethodSet> next, Map<Long, Version> byHash) {
        compilation.expectMany();
        ExperienceFile woven = new ExperienceFile();
        for (boolean isKnown : new boolean[] {true, false}) {
            for (Map.Entry<Long, MethodSet> each : next.entrySet()) {
                long hash = each.getKey();
                Version version = byHash.get(hash);
                boolean isNew = version != null && !each.getValue().equals(version.quietSoFar.methods());
                if (!isNew || known.containsKey(hash) != isKnown) {
                    continue;
                }
                if (left != null && left.isOver()) {
                    break;
                }
                if (weave(version, new QuietSoFar(each.getValue(), hash))) {
                    woven.addQuiet(hash, each.getValue());
                }
            }
        }
        experience.add(woven);
    }

    /** False if the class cannot be woven so. */
    private boolean weave(Version version, QuietSoFar next) {
        ContentHash key = Experience.key(version.contentHash(), next);
        if (cache.find(version.length(), key) != null) {
            return true;
        }
        try {
            byte[] original = version.original();
            cache.add(original, key, weaver.weaver().weave(original, QUIET, 0, next));
            return true;
        } catch (StackOverflowError | RuntimeException | LinkageError e) {
            // it has its twins as before
            return false;
        }
    }
}
