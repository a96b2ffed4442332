package dev.weft.large;

import dev.weft.bench.macro.MacroProgram;
import dev.weft.bench.macro.Place;
import dev.weft.bench.macro.WrongAnswer;

/** A program that is started and ended by a thread of the chosen kind, so that on Weft a fiber runs its start, too. */
public abstract class LargeProgram implements MacroProgram {
    /** Code that may fail. */
    @FunctionalInterface
    protected interface Body {
        /** Runs it. */
        void run() throws Exception;
    }

    @Override
    public final void open(Place place) throws Exception {
        inThread("opener", () -> start(place));
    }

    @Override
    public final void close() throws Exception {
        inThread("closer", this::stop);
    }

    /** Starts what the program needs. */
    protected abstract void start(Place place) throws Exception;

    /** Ends what was started. */
    protected abstract void stop() throws Exception;

    /** Throws {@link WrongAnswer} if something is not as it has to be. */
    protected static void expect(boolean isRight, Object what) {
        if (!isRight) {
            throw new WrongAnswer(String.valueOf(what));
        }
    }

    /** Throws {@link WrongAnswer} if two values differ. */
    protected static void same(Object expected, Object actual, String what) {
        expect(expected.equals(actual), what + ": " + actual + " instead of " + expected);
    }

    private static void inThread(String name, Body body) throws Exception {
        Throwable[] thrown = new Throwable[1];
        Thread thread = new Thread(
                () -> {
                    try {
                        body.run();
                    } catch (Throwable e) {
                        thrown[0] = e;
                    }
                },
                name);
        thread.start();
        thread.join();
        if (thrown[0] != null) {
            throw new IllegalStateException(name + ": " + thrown[0], thrown[0]);
        }
    }
}
