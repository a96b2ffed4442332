package dev.weft.tck.continuations;

import java.util.List;

/** Compares what random programs do by Weft with what they do by means of the plain JDK. */
final class RandomPrograms {
    private RandomPrograms() {}

    /** Who runs the steps of a program. */
    enum Way {
        PLATFORM,
        FIBER,
        NEW_FIBER_EACH_TIME
    }

    /** Runs the program of a seed. */
    interface Trial {
        /**
         * Tells what it has done.
         *
         * @param isBroken whether Weft's part has a defect, which is to be found
         */
        List<String> run(boolean isWeft, boolean isBroken, long seed, Way way) throws InterruptedException;
    }

    /**
     * Prints how many programs agree, or the first that does not.
     *
     * @param args the number of programs, the first seed, and a third one for broken ones
     */
    static void compare(String[] args, Trial trial) throws InterruptedException {
        int programs = Integer.parseInt(args[0]);
        long seed = Long.parseLong(args[1]);
        boolean isBroken = args.length > 2;
        for (int i = 0; i < programs; i++) {
            List<String> expected = trial.run(false, false, seed + i, Way.PLATFORM);
            for (Way way : Way.values()) {
                List<String> found = trial.run(true, isBroken, seed + i, way);
                if (!found.equals(expected)) {
                    System.out.println("seed " + (seed + i) + ", " + way + ": " + found + " instead of " + expected);
                    return;
                }
            }
        }
        System.out.println(programs + " programs agree");
    }

    /** Runs it in a new fiber, to its end. */
    static void inFiber(Runnable task) throws InterruptedException {
        Thread thread = new Thread(task);
        thread.start();
        thread.join();
    }
}
