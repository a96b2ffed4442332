package jdk.internal.weft.management;

import jdk.internal.module.Modules;
import jdk.internal.weft.agent.LoadTimeWeaving;

/** Connects the flight recorder with the runtime: the woven jdk.jfr calls it when it is initialized. */
public final class Recorders {
    private static final String EVENTS = "dev.weft.agent.jfr.FlightRecording";

    private Recorders() {}

    /** Registers Weft's events. The classes are in java.base, which reads jdk.jfr from now on. */
    public static void register() {
        loadHandlers();
        try {
            Class<?> recorder = Class.forName("jdk.jfr.FlightRecorder", false, null);
            Modules.addReads(Object.class.getModule(), recorder.getModule());
            Class.forName(EVENTS, true, null).getMethod("start").invoke(null);
        } catch (ReflectiveOperationException | LinkageError e) {
            System.err.println("weft: no events of fibers in recordings: " + e
                    + (LoadTimeWeaving.isReady() ? "" : ", before the agent has started"));
        }
    }

    /**
     * From now on the recorder instruments what reads files, and that names a class. Where that is woven as it is
     * loaded, from a file, it must be there before: to read that file would need it.
     */
    private static void loadHandlers() {
        try {
            Class.forName("jdk.jfr.events.Handlers", true, null);
        } catch (ClassNotFoundException e) {
            // then nothing names it
            return;
        }
    }
}
