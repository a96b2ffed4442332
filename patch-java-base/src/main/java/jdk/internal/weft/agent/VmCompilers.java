package jdk.internal.weft.agent;

import java.lang.reflect.Method;
import jdk.internal.misc.Unsafe;
import jdk.internal.module.Modules;
import jdk.internal.weft.JdkAccess;

/** What the runtime asks of the VM's compilers, while they run: directives added, and what they have compiled. */
public final class VmCompilers {
    private static final String PACKAGE = "com.sun.management.internal";

    private VmCompilers() {}

    /**
     * Adds the directives of a file by the diagnostic command {@code Compiler.directives_add}.
     *
     * @return what the command says
     * @throws ReflectiveOperationException if the VM has no diagnostic commands
     */
    public static String add(String file) throws ReflectiveOperationException {
        return execute("Compiler.directives_add \"" + file + "\"");
    }

    /**
     * Whether the VM compiles first with C1 and then with C2: else what C2 must not compile would be interpreted.
     *
     * @throws ReflectiveOperationException if the VM has no diagnostic commands
     */
    public static boolean isTiered() throws ReflectiveOperationException {
        String flags = execute("VM.flags");
        return !flags.contains("-TieredCompilation") && !flags.contains("CompilationMode");
    }

    /**
     * What the VM has compiled and keeps, by the diagnostic command {@code Compiler.codelist}: a line for each method.
     *
     * @throws ReflectiveOperationException if the VM has no diagnostic commands
     */
    public static String compiled() throws ReflectiveOperationException {
        return execute("Compiler.codelist");
    }

    private static String execute(String command) throws ReflectiveOperationException {
        // loads the native library
        Class.forName(PACKAGE + ".PlatformMBeanProviderImpl", true, null);
        Class<?> commands = Class.forName(PACKAGE + ".DiagnosticCommandImpl", true, null);
        Modules.addOpens(commands.getModule(), PACKAGE, Object.class.getModule());
        Method execute = commands.getDeclaredMethod("executeDiagnosticCommand", String.class);
        JdkAccess.override(execute, true);
        Object subject = Unsafe.getUnsafe().allocateInstance(commands);
        return (String) execute.invoke(subject, command);
    }
}
