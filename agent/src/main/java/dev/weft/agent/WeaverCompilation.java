package dev.weft.agent;

import java.io.File;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import jdk.internal.weft.SystemThread;
import jdk.internal.weft.agent.VmCompilers;

/**
 * Has the weaver compiled by C1 only, in a run that weaves many classes. C2 takes seconds for ASM's large methods,
 * which a program's first run hardly ever has back before all its classes are woven (docs/decisions/0049). The VM is
 * asked by the diagnostic command {@code Compiler.directives_add}: the option of the launcher prints a line.
 *
 * <p>Where that cannot be asked, C2 compiles the weaver, too. Thread-safe.
 */
final class WeaverCompilation implements Runnable {
    /** After so many classes: asking takes the time of some of them. */
    private static final int MANY = 50;

    private final AtomicInteger woven = new AtomicInteger();
    private final AtomicBoolean isAsked = new AtomicBoolean();
    private final File directives;

    /** The file with the directives need not exist. */
    WeaverCompilation(File directives) {
        this.directives = directives;
    }

    /** Many classes are about to be woven: asks now, unless that was done. */
    void expectMany() {
        if (!isAsked.getAndSet(true)) {
            run();
        }
    }

    /** A class has been woven. */
    void count() {
        if (woven.incrementAndGet() == MANY && !isAsked.getAndSet(true)) {
            try {
                // whoever loads a class may hold any lock
                SystemThread.make(this, "weft-compilation").start();
            } catch (OutOfMemoryError | IllegalAccessError e) {
                // no kernel thread to be had, or no memory: the class that is being loaded must not fail for that; or
                // a weaver outside of java.base, as the fuzzer's with a defect are
            }
        }
    }

    /** How many classes have been woven, since no earlier run had woven them so. */
    int woven() {
        return woven.get();
    }

    @Override
    @SuppressWarnings("removal")
    public void run() {
        if (System.getSecurityManager() != null) {
            // its checks are the program's code, and no call of the program's is the reason for these
            return;
        }
        try {
            if (directives.exists() && VmCompilers.isTiered()) {
                VmCompilers.add(directives.toString());
            }
        } catch (ReflectiveOperationException | RuntimeException | Error e) {
            // a VM without that module, command, library or memory: see above
        }
    }
}
