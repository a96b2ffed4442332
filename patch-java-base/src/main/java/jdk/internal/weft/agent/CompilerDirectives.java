package jdk.internal.weft.agent;

import java.lang.reflect.Method;
import jdk.internal.misc.Unsafe;
import jdk.internal.module.Modules;

/** Directives for the VM's compilers, added while it runs: the launcher's option for them prints a line. */
public final class CompilerDirectives {
    private static final String PACKAGE = "com.sun.management.internal";

    private CompilerDirectives() {}

    /**
     * Adds the directives of a file by the diagnostic command {@code Compiler.directives_add}, if the VM compiles first
     * with C1 and then with C2: else what C2 must not compile would be interpreted.
     *
     * @throws ReflectiveOperationException if the VM has no diagnostic commands
     */
    public static void add(String file) throws ReflectiveOperationException {
        // loads the native library
        Class.forName(PACKAGE + ".PlatformMBeanProviderImpl", true, null);
        Class<?> commands = Class.forName(PACKAGE + ".DiagnosticCommandImpl", true, null);
        Modules.addOpens(commands.getModule(), PACKAGE, Object.class.getModule());
        Method execute = commands.getDeclaredMethod("executeDiagnosticCommand", String.class);
        execute.setAccessible(true);
        Object subject = Unsafe.getUnsafe().allocateInstance(commands);
        String flags = (String) execute.invoke(subject, "VM.flags");
        if (!flags.contains("-TieredCompilation") && !flags.contains("CompilationMode")) {
            execute.invoke(subject, "Compiler.directives_add \"" + file + "\"");
        }
    }
}
