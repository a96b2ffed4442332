package jdk.internal.weft.management;

import jdk.internal.misc.VM;

/**
 * What a {@code ThreadInfo} says of the JVMTI state of a thread, in place of {@code ManagementFactoryHelper}, whose
 * initializer makes far more: the runtime asks for {@code ThreadInfo}s at any time. No initializer.
 */
public final class ThreadStatus {
    private static final int OF_JAVA = 0xFFFFF;
    private static final int SUSPENDED = 0x100000;
    private static final int IN_NATIVE = 0x400000;

    private ThreadStatus() {}

    /** The state in Java. */
    public static Thread.State toThreadState(int state) {
        return VM.toThreadState(state & OF_JAVA);
    }

    /** Whether {@code Thread.suspend} was called. */
    public static boolean isThreadSuspended(int state) {
        return (state & SUSPENDED) != 0;
    }

    /** Whether it is in native code. */
    public static boolean isThreadRunningNative(int state) {
        return (state & IN_NATIVE) != 0;
    }
}
