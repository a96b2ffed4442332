package jdk.internal.weft.agent;

import jdk.internal.misc.VM;

/** Whether the program was started for a debugger, which sees kernel threads only. */
public final class Debugger {
    private Debugger() {}

    /** Whether an option has loaded the VM's agent for debuggers, and nobody has said which threads become fibers. */
    public static boolean decides() {
        return VM.getSavedProperty("weft.threads") == null && isThere();
    }

    /** Whether fibers are to keep their carriers while they wait, so that the debugger finds them there. */
    public static boolean pinsFibers() {
        String given = VM.getSavedProperty("weft.waits");
        return given == null ? isThere() && VM.getSavedProperty("weft.chaos") == null : given.equals("pin");
    }

    /** Whether an option has loaded the VM's agent for debuggers. */
    public static boolean isThere() {
        for (String each : VM.getRuntimeArguments()) {
            if (each.startsWith("-agentlib:jdwp") || each.startsWith("-Xrunjdwp") || isPath(each)) {
                return true;
            }
        }
        return false;
    }

    /** Whether an option names that agent by its file. */
    private static boolean isPath(String option) {
        int end = option.indexOf('=');
        return option.startsWith("-agentpath:")
                && option.substring(0, end < 0 ? option.length() : end).endsWith("/libjdwp.so");
    }
}
