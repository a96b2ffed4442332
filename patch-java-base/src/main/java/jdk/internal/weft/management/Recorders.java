package jdk.internal.weft.management;

import java.util.LinkedHashMap;
import java.util.Map;
import jdk.internal.module.Modules;
import jdk.internal.weft.agent.LoadTimeWeaving;
import jdk.internal.weft.local.CarrierLocals;

/** Connects the flight recorder with the runtime: the woven jdk.jfr calls it when it is initialized. */
public final class Recorders {
    private static final String EVENTS = "dev.weft.agent.jfr.FlightRecording";

    private Recorders() {}

    /**
     * The settings of a recording, of which an event of Weft's is enabled where they enable its companion and say
     * nothing of itself, from the companion's threshold on, if it has one. So a recording of the program's that names
     * its own events has no others.
     */
    public static Map<String, String> withFibers(Map<String, String> settings) {
        // in the method: the class needs no initializer
        String[][] companions = {
            {"weft.FiberPark", "jdk.ThreadPark"},
            {"weft.FiberPinned", "jdk.ThreadPark"},
            {"weft.CarrierBlocked", "jdk.ThreadPark"},
            {"weft.SocketRead", "jdk.SocketRead"},
            {"weft.SocketWrite", "jdk.SocketWrite"},
            {"weft.WatchdogAdded", "jdk.ThreadStart"},
            {"weft.FiberSubmitFailed", "jdk.ThreadStart"},
            {"weft.SchedulerStatistics", "jdk.JavaThreadStatistics"}
        };
        Map<String, String> all = new LinkedHashMap<>(settings);
        for (String[] each : companions) {
            if ("true".equals(settings.get(each[1].concat("#enabled")))) {
                all.putIfAbsent(each[0].concat("#enabled"), "true");
                String threshold = settings.get(each[1].concat("#threshold"));
                if (threshold != null) {
                    all.putIfAbsent(each[0].concat("#threshold"), threshold);
                }
            }
        }
        return all;
    }

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

    /** The kernel thread that calls it: the only kind that the recorder can leave out. */
    public static Thread carrier() {
        return CarrierLocals.carrier();
    }
}
