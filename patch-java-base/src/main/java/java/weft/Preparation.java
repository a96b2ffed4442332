package java.weft;

import java.io.IOException;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.util.Iterator;
import java.util.stream.Stream;
import jdk.internal.weft.JdkAccess;
import jdk.internal.weft.SystemThread;
import jdk.internal.weft.agent.LoadTimeWeaving;

/**
 * Has loaded and initialized beforehand what fibers need later, where memory or the space for classes may end. In heaps
 * that are small, or half full, that is what makes resumers and twins of method handles: all of it that is first
 * initialized when there is no memory left has failed for the life of the VM. Where a program limits the space for
 * classes, it is the runtime's own classes as well. Takes a moment, hence a thread of its own.
 */
final class Preparation implements Runnable {
    private static volatile boolean isBegun;
    private static volatile boolean hasEnded;

    private Preparation() {}

    /**
     * Begins it, unless that was done and memory has not become short since. Called now and then, by one thread, while
     * there is memory.
     */
    static void begin() {
        if (isBegun) {
            return;
        }
        isBegun = true;
        try {
            SystemThread.make(new Preparation(), "weft-preparation").start();
        } catch (OutOfMemoryError e) {
            // no kernel thread to be had: each is loaded when it is needed
            hasEnded = true;
        }
    }

    /** Whether it has begun, and ended; for tests, which await that. */
    static boolean hasEnded() {
        return hasEnded;
    }

    @Override
    public void run() {
        boolean isDone = true;
        try {
            isDone = prepare();
        } catch (VirtualMachineError | LinkageError | IOException e) {
            // so small is the heap, or the space for classes: some of the JDK's code wraps the error; or the JDK cannot
            // be read any more
        } finally {
            hasEnded = isDone;
            isBegun = isDone;
        }
    }

    /** First what would be lost if memory ended meanwhile: false if that is so, and it is to begin again. */
    @SuppressWarnings("removal")
    private static boolean prepare() throws IOException {
        if (!Initializers.forFullHeap()) {
            return false;
        }
        LoadTimeWeaving.generators().prepare();
        Initializers.initialize("java.lang.invoke.WeftTwins");
        if (ClassReserve.isLimited() && System.getSecurityManager() == null) {
            // the checks of one would be the program's code, and no call of the program's is the reason for them
            loadRuntime();
        }
        return true;
    }

    private static void loadRuntime() throws IOException {
        ModuleReference base = ModuleLayer.boot()
                .configuration()
                .findModule("java.base")
                .orElseThrow()
                .reference();
        try (ModuleReader reader = base.open();
                Stream<String> names = reader.list()) {
            for (Iterator<String> each = names.iterator(); each.hasNext(); ) {
                String name = each.next();
                if (name.endsWith(".class") && isOfRuntime(name)) {
                    load(name.substring(0, name.length() - ".class".length()).replace('/', '.'));
                }
            }
        }
    }

    /** Whether a fiber may need it where it waits; who looks at fibers may do without. */
    private static boolean isOfRuntime(String name) {
        return name.startsWith("java/weft/")
                || name.startsWith("jdk/internal/weft/") && !name.startsWith("jdk/internal/weft/management/")
                || name.startsWith("sun/nio/ch/Weft")
                || name.startsWith("java/net/Weft")
                || name.startsWith("java/lang/invoke/Weft");
    }

    /** Loads and links it: linking takes space, too. To look for methods does both, and initializes nothing. */
    private static void load(String name) {
        try {
            JdkAccess.privateGetDeclaredMethods(Class.forName(name, false, null), true);
        } catch (ClassNotFoundException | LinkageError e) {
            // a part of the runtime that this form of it does not have
        }
    }
}
