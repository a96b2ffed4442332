package java.weft;

import jdk.internal.weft.StackProbe;
import jdk.internal.weft.agent.LoadTimeWeaving;

/**
 * Initializes the runtime's classes that fibers need. An initializer that meets the end of a stack, even one that does
 * next to nothing, has failed for the life of the VM; and fibers come to these classes wherever they happen to be. So
 * those that each program with a fiber needs are initialized when the first thread is started. The others are some 40
 * ms later, by a thread of the runtime's, so that programs which end soon load no classes for this; until then, who may
 * come to one looks whether there is stack enough. In a full heap an initializer fails for ever as well: so small heaps
 * have all of them initialized with the first thread, others while memory is plentiful. This class has no initializer
 * itself.
 */
public final class Initializers {
    private static volatile boolean areFirstDone;
    private static volatile boolean areDone;
    private static volatile boolean areDoneForOnlookers;

    private Initializers() {}

    /**
     * Runs those that the first fiber needs, unless they have been.
     *
     * @throws StackOverflowError if they might not have enough of the stack; a later call tries again
     */
    public static void first() {
        if (!areFirstDone) {
            runFirst();
        }
    }

    /** Whether those that the first fiber needs have run. */
    static boolean haveRunFirst() {
        return areFirstDone;
    }

    private static synchronized void runFirst() {
        StackProbe.beforeInitialization();
        if (!areFirstDone) {
            for (String each : namesOfFirst()) {
                initialize(each);
            }
            for (String each : namesOfNeeded()) {
                initialize(each);
            }
            if (Reserve.mayFillSoon() && hasRoomForAny()) {
                others();
                forFullHeap();
            }
            Reserve.prepare();
            areFirstDone = true;
        }
    }

    /** Whether the stack has room for any initializer; else a thread of the runtime's gets to those that can wait. */
    private static boolean hasRoomForAny() {
        try {
            StackProbe.beforeLibraries();
            return true;
        } catch (StackOverflowError e) {
            return false;
        }
    }

    /**
     * Runs the others, unless they have been; on a stack that has room for them. Stops where memory gets short: a later
     * call goes on.
     */
    static void others() {
        if (!areDone) {
            areDone = run(namesOfOthers());
        }
    }

    /**
     * Called each time when the program looks at its threads, by a bean or a report: runs those that this needs. It
     * calls by reflection, too, for which the JDK makes accessors at the 16th call: by classes that would be lost.
     *
     * @throws StackOverflowError if they might not have enough of the stack; a later call tries again
     */
    public static void forOnlookers() {
        StackProbe.beforeInitialization();
        if (!areDoneForOnlookers) {
            for (String each : namesForOnlookers()) {
                initialize(each);
            }
            areDoneForOnlookers = true;
        }
    }

    /**
     * Runs those of classes that the runtime's own threads, the generators and onlookers use late. An initializer that
     * fails in a full heap has failed for the program as well.
     *
     * @return false if memory has become short; a later call goes on
     */
    static boolean forFullHeap() {
        return run(namesForFullHeap()) && run(LoadTimeWeaving.generators().initializers()) && run(namesForOnlookers());
    }

    private static boolean run(String[] names) {
        for (String each : names) {
            if (!Reserve.isPlentyLeft()) {
                return false;
            }
            try {
                initialize(each);
            } catch (LinkageError e) {
                // its module is not there, or it has failed before, in the program
            }
        }
        return true;
    }

    /** Loads and initializes a class that the boot loader finds. */
    static void initialize(String name) {
        try {
            Class.forName(name, true, null);
        } catch (ClassNotFoundException e) {
            throw new NoClassDefFoundError(name);
        }
    }

    /**
     * Called before a class is needed that may not be initialized yet.
     *
     * @throws StackOverflowError if the initializer might not have enough of the stack
     */
    public static void before() {
        if (!areDone) {
            StackProbe.beforeInitialization();
        }
    }

    /** The same for who must not throw: false if there is not enough of the stack, for the next milliseconds. */
    public static boolean haveRoom() {
        try {
            before();
            return true;
        } catch (StackOverflowError e) {
            return false;
        }
    }

    // A test knows of each class with an initializer that is not here why.

    private static String[] namesOfFirst() {
        return new String[] {
            "java.weft.CarrierContext$Asking",
            "java.weft.Chaos",
            "java.weft.ClassReserve",
            "java.weft.Reserve",
            "java.weft.Reserve$Pause",
            "jdk.internal.weft.SpinLock",
            "jdk.internal.weft.agent.GeneratedClasses",
            "jdk.internal.weft.fiber.Accounts",
            "jdk.internal.weft.fiber.CarrierNames",
            "jdk.internal.weft.fiber.Depth",
            "jdk.internal.weft.fiber.Fiber",
            "jdk.internal.weft.fiber.FiberCounts",
            "jdk.internal.weft.fiber.FiberExit",
            "jdk.internal.weft.fiber.PlainFibers",
            "jdk.internal.weft.group.GroupStripes",
            "jdk.internal.weft.thread.Policy",
            "jdk.internal.weft.group.Stripes",
            "jdk.internal.weft.monitor.IdentityTable",
            "jdk.internal.weft.monitor.Keeper",
            "jdk.internal.weft.scheduler.Carriers",
            "jdk.internal.weft.scheduler.Carriers$1",
            "jdk.internal.weft.scheduler.Carriers$Count",
            "jdk.internal.weft.scheduler.KernelThread",
            "jdk.internal.weft.scheduler.Poller",
            "jdk.internal.weft.fiber.Preemption",
            "jdk.internal.weft.scheduler.StealQueue",
            "jdk.internal.weft.scheduler.Watchdog",
            "jdk.internal.weft.scheduler.Worker",
            "jdk.internal.weft.timer.Timers",
        };
    }

    /**
     * Classes without an initializer: to load them takes memory, without which no fiber could end, be joined or woken,
     * nor the watchdog tell a blocked carrier. And two of the JDK's that each fiber needs at its start, or its end.
     */
    private static String[] namesOfNeeded() {
        return new String[] {
            "java.weft.Preparation",
            "java.util.concurrent.locks.LockSupport",
            "java.weft.blocking.Joining",
            "jdk.internal.misc.TerminatingThreadLocal",
            "jdk.internal.weft.fiber.Starving",
            "jdk.internal.weft.local.CarrierLocals",
            "jdk.internal.weft.monitor.FiberEnd",
            "jdk.internal.weft.monitor.RealWait",
            "jdk.internal.weft.scheduler.KernelFile",
        };
    }

    private static String[] namesOfOthers() {
        return new String[] {
            "jdk.internal.weft.continuation.ContinuationImpl",
            "java.weft.FinalFields",
            "java.weft.RuntimeFrame",
            "java.weft.SharedFrame",
            "java.weft.reflect.Invokers",
            "jdk.internal.weft.MarkWord",
            "jdk.internal.weft.fiber.PinReport",
            "jdk.internal.weft.fiber.PinSites",
            "jdk.internal.weft.fiber.Pinned",
            "jdk.internal.weft.fiber.Remover",
            "jdk.internal.weft.monitor.ClassFilter",
            "jdk.internal.weft.monitor.Entries",
            "jdk.internal.weft.monitor.MonitorWaiter",
            "jdk.internal.weft.monitor.ThreadExit",
            "jdk.internal.weft.monitor.Waiter",
            "jdk.internal.weft.monitor.Waits",
            "jdk.internal.weft.scheduler.Dispatcher",
            "jdk.internal.weft.scheduler.SchedulerTask",
            "jdk.internal.weft.scheduler.WorkStealing",
        };
    }

    private static String[] namesForOnlookers() {
        return new String[] {
            "jdk.internal.weft.management.Awaited",
            "jdk.internal.weft.management.Blockage",
            "jdk.internal.weft.management.Blockage$Kind",
            "jdk.internal.weft.management.HeldMonitors",
            "jdk.internal.weft.management.LocalsReport",
            "jdk.internal.weft.management.RealHolds",
        };
    }

    /** Each that a class of the runtime or of the generators names; and those that these come to. */
    private static String[] namesForFullHeap() {
        return new String[] {
            "java.lang.Byte$ByteCache",
            "java.lang.ClassNotFoundException",
            "java.lang.Short$ShortCache",
            "java.lang.Thread$State",
            "java.lang.invoke.DirectMethodHandle$Constructor",
            "java.lang.invoke.DirectMethodHandle$Interface",
            "java.lang.invoke.DirectMethodHandle$Special",
            "java.lang.invoke.DirectMethodHandle$StaticAccessor",
            "java.lang.invoke.MethodHandleImpl$AsVarargsCollector",
            "java.lang.management.ThreadInfo",
            "java.lang.reflect.Proxy",
            "java.lang.reflect.Proxy$ProxyBuilder",
            "java.nio.DirectByteBuffer",
            "java.nio.channels.FileChannel",
            "java.nio.charset.StandardCharsets",
            "java.nio.file.FileSystems$DefaultFileSystemHolder",
            "java.nio.file.Files",
            "java.nio.file.Files$AcceptAllFilter",
            "java.util.Arrays$LegacyMergeSort",
            "java.util.BitSet",
            "java.util.ComparableTimSort",
            "java.util.EnumMap",
            "java.util.IdentityHashMap",
            "java.util.StringJoiner",
            "java.util.TimSort",
            "java.util.TreeMap",
            "java.util.TreeSet",
            "java.util.concurrent.AbstractExecutorService",
            "java.util.concurrent.ConcurrentLinkedQueue",
            "java.util.concurrent.ThreadPoolExecutor",
            "java.util.concurrent.TimeUnit",
            "java.util.concurrent.atomic.AtomicBoolean",
            "java.util.concurrent.atomic.AtomicLong",
            "java.util.concurrent.locks.AbstractQueuedSynchronizer",
            "java.util.regex.Pattern",
            "java.util.regex.Pattern$BitClass",
            "java.util.regex.Pattern$Qtype",
            "java.util.zip.ZipCoder",
            "java.util.zip.ZipFile",
            "java.util.zip.ZipFile$Source",
            "jdk.internal.jimage.BasicImageReader",
            "jdk.internal.jimage.ImageBufferCache",
            "jdk.internal.jimage.ImageReader$SharedImageReader",
            "jdk.internal.jimage.NativeImageBuffer",
            "jdk.internal.module.ModulePatcher$PatchedModuleReader",
            "jdk.internal.reflect.AccessorGenerator",
            "jdk.internal.reflect.ClassDefiner",
            "jdk.internal.reflect.UnsafeFieldAccessorImpl",
            "sun.nio.ch.FileChannelImpl",
            "sun.nio.ch.FileKey",
            "sun.nio.ch.FileLockImpl",
            "sun.nio.ch.FileLockTable",
            "sun.nio.ch.NativeThread",
            "sun.nio.ch.NativeThreadSet",
            "sun.nio.fs.NativeBuffers",
            "sun.nio.fs.UnixUriUtils",
        };
    }
}
