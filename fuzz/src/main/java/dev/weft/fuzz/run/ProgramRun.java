package dev.weft.fuzz.run;

import java.util.Map;

/** Runs one program at a time, and tells its digest. */
public final class ProgramRun {
    private static final int FUEL = 250;
    private static final int MAX_MILLIS = Integer.getInteger("fuzz.millis", 60_000);
    private static final int TICK_MILLIS = 1000;
    private static final int MAX_TEXT = 700;

    /**
     * For recursions as deep as the fuel lets them be, of methods with hundreds of locals: a program must not tell how
     * large its stack is. {@link #STACK_OPTION} gives the carriers of fibers as much.
     */
    private static final int STACK_MEGABYTES = 16;

    /** For a JVM whose programs run as fibers. */
    public static final String STACK_OPTION = "-Xss" + STACK_MEGABYTES + "m";

    private ProgramRun() {}

    /**
     * What a run told.
     *
     * @param digest of all that was told
     * @param events how much was told
     * @param log the same as text, if it was asked for
     */
    public record Outcome(long digest, int events, String log) {}

    /**
     * Runs a program on a new thread, which under Weft is a fiber.
     *
     * @param yieldRate every how many calls of the tracing methods yield on the average; 0 for never
     * @throws InterruptedException if the calling thread is interrupted
     */
    public static Outcome run(Map<String, byte[]> classes, String main, boolean isLogged, int yieldRate, long seed)
            throws InterruptedException {
        Rt.reset(FUEL, isLogged, yieldRate, seed);
        Runnable program;
        try {
            ProgramLoader loader = new ProgramLoader(classes);
            for (String name : classes.keySet()) {
                // links, and so verifies, but does not initialize: that is for the program to do
                Class.forName(name.replace('/', '.'), false, loader).getDeclaredConstructors();
            }
            program = (Runnable) loader.loadClass(main.replace('/', '.'))
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException | LinkageError e) {
            String text = e.toString();
            return new Outcome(
                    e.getClass().getName().hashCode(), -1, text.substring(0, Math.min(MAX_TEXT, text.length())));
        }
        Thread thread = new Thread(null, new Start(program), "program", (long) STACK_MEGABYTES << 20);
        thread.start();
        // by the second: a machine or a process that was stopped meanwhile is no program that hangs
        for (int millis = 0; millis < MAX_MILLIS && thread.isAlive(); millis += TICK_MILLIS) {
            thread.join(TICK_MILLIS);
        }
        if (thread.isAlive()) {
            tellWhere(thread);
        }
        Rt.enterAllMonitors();
        return new Outcome(Rt.digest(), Rt.events(), Rt.log());
    }

    /** Ends a JVM whose program hangs. */
    private static void tellWhere(Thread thread) {
        System.err.println("hangs, " + thread.getState() + ", after " + Rt.events() + " events");
        for (StackTraceElement each : thread.getStackTrace()) {
            System.err.println("\tat " + each);
        }
        Runtime.getRuntime().halt(3);
    }

    private static final class Start implements Runnable {
        private final Runnable program;

        Start(Runnable program) {
            this.program = program;
        }

        @Override
        public void run() {
            try {
                program.run();
            } catch (Throwable t) {
                Rt.t(t);
            }
            Rt.finish();
        }
    }
}
