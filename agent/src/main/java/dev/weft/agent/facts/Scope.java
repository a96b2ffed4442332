package dev.weft.agent.facts;

import java.util.HashSet;
import java.util.Set;

/** Which JDK classes are woven, and how far. */
public final class Scope {
    private Scope() {}

    /** Calls of its native methods are the VM's own, or the runtime's in their place; also its nested classes. */
    private static final String UNSAFE = "jdk/internal/misc/Unsafe";

    private static final String[] UNWOVEN = {
        "java/weft/",
        "jdk/internal/weft/",
        "java/lang/Weft",
        "java/lang/invoke/Weft",
        "java/security/Weft",
        "sun/nio/ch/WeftEpoll",
        "sun/nio/ch/WeftPollThread",
        "sun/nio/ch/WeftWaiter",
        "dev/weft/agent/",
        "dev/weft/premain/",
        UNSAFE,
        "jdk/internal/reflect/WeftMagic"
    };

    /**
     * Classes whose code must not be left in the middle, or that the VM calls at its own times: class loading, linking,
     * reflection, references, stack traces, buffers that belong to the carrier.
     */
    private static final String[] STUBBED = {
        "java/lang/invoke/",
        "java/lang/ref/",
        "java/lang/reflect/",
        "java/lang/module/",
        "java/lang/Class",
        "java/lang/Module",
        "java/lang/NamedPackage",
        "java/lang/Package",
        "java/lang/Shutdown",
        "java/lang/ApplicationShutdownHooks",
        "java/lang/StackStreamFactory",
        "java/lang/StackTraceElement",
        "java/lang/StackWalker",
        "java/lang/Throwable",
        "java/lang/TypeNotPresentException",
        "jdk/internal/loader/",
        "jdk/internal/misc/",
        "jdk/internal/module/",
        "jdk/internal/perf/",
        "jdk/internal/ref/",
        "jdk/internal/reflect/",
        "jdk/internal/jimage/",
        "jdk/internal/jrtfs/",
        "jdk/internal/vm/",
        "sun/invoke/",
        "sun/instrument/",
        "sun/nio/ch/Util",
        "sun/nio/fs/NativeBuffers",
        "sun/launcher/",
        "sun/reflect/",
    };

    /**
     * But handlers are code of users, and have twins, which those of proxies call; and a fiber waits for references by
     * a twin that a recipe writes.
     */
    private static final Set<String> NOT_STUBBED =
            Set.of("java/lang/reflect/InvocationHandler", "java/lang/ref/ReferenceQueue");

    /**
     * Methods that enter a monitor, or call what could block, but only ever for a moment: twins call their plain
     * copies. A name without a descriptor stands for all methods of that name. Those of zip files must not be left in
     * the middle, as they can in chaos mode: a fiber's resumer may be loaded from the same file, which moves its
     * position; nor those of reference queues, whose lock the VM's thread enters that brings references. A call for a
     * file notes its thread, which who closes the channel signals: from the note on until it is taken back, the fiber
     * has to stay on that thread, also while the kernel waits for a file (see {@code NoteNoThreadAcrossMonitors}).
     */
    private static final Set<String> BRIEF = Set.of(
            "java/lang/Thread.<init>",
            "java/lang/Thread.start()V",
            "java/lang/Thread.setPriority(I)V",
            "java/lang/ThreadGroup.addUnstarted()V",
            "java/lang/ThreadGroup.add(Ljava/lang/Thread;)V",
            "java/lang/ThreadGroup.remove(Ljava/lang/Thread;)V",
            "java/lang/ThreadGroup.threadStartFailed(Ljava/lang/Thread;)V",
            "java/lang/ThreadGroup.threadTerminated(Ljava/lang/Thread;)V",
            "java/lang/ref/ReferenceQueue.enqueue",
            "java/lang/ref/ReferenceQueue.poll",
            "java/lang/ref/ReferenceQueue.reallyPoll",
            "sun/nio/ch/NativeThreadSet.add",
            "sun/nio/ch/NativeThreadSet.remove",
            "sun/nio/ch/IOUtil.read",
            "sun/nio/ch/IOUtil.write",
            "sun/nio/ch/AsynchronousFileChannelImpl.begin",
            "sun/nio/ch/AsynchronousFileChannelImpl.end",
            "java/util/zip/ZipFile$Source.readAt",
            "java/util/zip/ZipFile$Source.readFullyAt");

    private static final Set<String> BRIEF_OWNERS = owners();

    private static Set<String> owners() {
        Set<String> owners = new HashSet<>();
        for (String each : BRIEF) {
            owners.add(each.substring(0, each.indexOf('.')));
        }
        return owners;
    }

    /** True if the method is to be called plainly, and its twin, if it needs one, is a pinned stub. */
    public static boolean isBrief(String owner, String nameAndDesc) {
        if (!BRIEF_OWNERS.contains(owner)) {
            return false;
        }
        String method = owner + "." + nameAndDesc;
        return BRIEF.contains(method) || BRIEF.contains(method.substring(0, method.indexOf('(')));
    }

    /** True if the class gets no twins and no edits at all. */
    public static boolean isUnwoven(String name) {
        if (name.equals("java/lang/Object") || name.endsWith("module-info")) {
            return true;
        }
        return startsWith(name, UNWOVEN) && !name.startsWith(dev.weft.agent.abi.Names.BLOCKING);
    }

    /** True if the class is one of Weft's own: what is unwoven, but for the JDK's. */
    public static boolean isRuntime(String name) {
        boolean isOfJdk = name.equals("java/lang/Object") || name.endsWith("module-info") || name.startsWith(UNSAFE);
        return isUnwoven(name) && !isOfJdk;
    }

    /** True if all twins of the class are pinned stubs. */
    public static boolean isStubbed(String name) {
        return !NOT_STUBBED.contains(name) && startsWith(name, STUBBED);
    }

    private static boolean startsWith(String name, String[] prefixes) {
        for (String prefix : prefixes) {
            if (name.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }
}
