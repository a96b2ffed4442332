package jdk.internal.weft.trace;

import jdk.internal.misc.VM;

/** How many elements the stack trace of an exception has at most, as the VM was told. */
final class TraceDepth {
    private static final String OPTION = "-XX:MaxJavaStackTraceDepth=";
    private static final int BY_DEFAULT = 1024;

    /** 0 until it is asked for. */
    private static volatile int known;

    private TraceDepth() {}

    static int most() {
        int most = known;
        if (most == 0) {
            most = find();
            known = most;
        }
        return most;
    }

    private static int find() {
        int most = BY_DEFAULT;
        for (String each : VM.getRuntimeArguments()) {
            if (each.startsWith(OPTION)) {
                most = parse(each.substring(OPTION.length()));
            }
        }
        return most;
    }

    /** The VM has cut what it has found itself; what it takes for a number and this does not, cuts nothing more. */
    private static int parse(String number) {
        try {
            int most = Integer.parseInt(number);
            return most == 0 ? Integer.MAX_VALUE : most;
        } catch (NumberFormatException e) {
            return Integer.MAX_VALUE;
        }
    }
}
