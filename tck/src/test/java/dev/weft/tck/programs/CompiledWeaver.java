package dev.weft.tck.programs;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.security.Permission;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import javax.management.ObjectName;

/** Loads many classes, then prints whether the VM's compilers were told of the weaver. */
public final class CompiledWeaver {
    private static final String WEAVER = "dev/weft/agent/";
    private static final int MANY = 100;

    private CompiledWeaver() {}

    /** With the argument {@code await} it waits for up to a minute until they were. */
    public static void main(String[] args) throws Exception {
        String cases = "dev.weft.tck.cases.";
        Path folder =
                Path.of(CompiledWeaver.class.getResource("/dev/weft/tck/cases").toURI());
        String[] names = folder.toFile().list((File where, String name) -> name.endsWith(".class"));
        Arrays.sort(names);
        int loaded = 0;
        for (String name : names) {
            if (loaded < MANY) {
                Class.forName(cases + name.replace(".class", ""), false, CompiledWeaver.class.getClassLoader());
                loaded++;
            }
        }
        System.out.println("loaded: " + loaded);
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (args.length > 0 && !isTold() && System.nanoTime() < end) {
            Thread.sleep(10);
        }
        System.out.println("told: " + isTold());
    }

    /** Allows all, and says what a thread of the runtime asks for. */
    @SuppressWarnings("removal")
    public static final class Strict extends SecurityManager {
        @Override
        public void checkPermission(Permission permission) {
            if (Thread.currentThread().getName().equals("weft-compilation")) {
                System.out.println("asked: ".concat(permission.getName()));
            }
        }
    }

    private static boolean isTold() throws Exception {
        Object directives = ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "compilerDirectivesPrint",
                        new Object[0],
                        new String[0]);
        return ((String) directives).contains(WEAVER);
    }
}
