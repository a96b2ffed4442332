package dev.weft.tck.continuations;

import dev.weft.Weft;
import java.util.ArrayList;
import java.util.List;

/**
 * Random programs of {@link RandomContinuations} that also suspend continuations with monitors held, each run by a
 * platform thread and by a fiber, while others, of both kinds, enter and leave the same monitors. What the programs do
 * must be what they do on threads; nobody may be in a monitor together with them; and with the end of their thread
 * whatever they have left suspended gives its monitors up. Arguments: as there.
 */
public final class RandomMonitors {
    private RandomMonitors() {}

    /** Checks them all; says how many. */
    public static void main(String[] args) throws InterruptedException {
        int programs = Integer.parseInt(args[0]);
        long first = Long.parseLong(args[1]);
        boolean isBroken = args.length > 2;
        for (long seed = first; seed < first + programs; seed++) {
            List<String> expected = drive(new ByThreads(), seed, false);
            for (int i = 0; i < 2; i++) {
                Trial trial = new Trial(isBroken ? new Broken() : new RandomContinuations.Wefts());
                List<String> found = trial.run(seed, i == 0);
                if (!found.equals(expected) || trial.failure != null) {
                    System.out.println("seed " + seed + (i == 0 ? ", fiber: " : ", platform: ") + trial.failure + " "
                            + found + " instead of " + expected);
                    System.exit(0);
                }
            }
        }
        System.out.println(programs + " programs agree");
    }

    private static List<String> drive(Engine engine, long seed, boolean isFiber) throws InterruptedException {
        RandomContinuations.Program program = new RandomContinuations.Program(engine, seed, true);
        Thread thread = new Thread(() -> program.drive(engine.make(0, () -> program.body(0))));
        Weft.lightweight(thread, isFiber);
        thread.start();
        thread.join();
        return program.events;
    }

    private static final class Trial {
        private final RandomContinuations.Wefts engine;
        private volatile boolean isOver;
        volatile String failure;

        Trial(RandomContinuations.Wefts engine) {
            this.engine = engine;
        }

        List<String> run(long seed, boolean isFiber) throws InterruptedException {
            List<Thread> contenders = new ArrayList<>();
            for (int i = 0; i < 2 * RandomContinuations.MONITORS; i++) {
                int monitor = i / 2;
                Thread contender = new Thread(() -> contend(monitor));
                Weft.lightweight(contender, i % 2 == 0);
                contender.start();
                contenders.add(contender);
            }
            List<String> events = drive(engine, seed, isFiber);
            isOver = true;
            for (Thread each : contenders) {
                each.join();
            }
            return events;
        }

        /** Once the program's thread has ended, what is left inside is forgotten. */
        private void contend(int monitor) {
            boolean isLast = false;
            while (!isLast) {
                isLast = isOver;
                synchronized (engine.monitors[monitor]) {
                    boolean isInside = engine.inside[monitor] != 0;
                    if (isInside && !isLast) {
                        inside(monitor);
                    }
                }
                Thread.yield();
            }
        }

        /** It may have been left by a thread that ended meanwhile, which then says so soon. */
        private void inside(int monitor) {
            long end = System.nanoTime() + 2_000_000_000L;
            while (!isOver && System.nanoTime() < end) {
                Thread.onSpinWait();
            }
            if (!isOver) {
                failure = "two are inside monitor " + monitor;
            }
        }
    }

    /** Sometimes leaves a monitor before it is to. */
    private static final class Broken extends RandomContinuations.Wefts {
        private int entered;

        @Override
        public void locked(int monitor, Runnable body) {
            if (++entered % 20 == 0) {
                body.run();
            } else {
                super.locked(monitor, body);
            }
        }
    }
}
