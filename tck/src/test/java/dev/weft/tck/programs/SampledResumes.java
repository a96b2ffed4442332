package dev.weft.tck.programs;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import javax.tools.ToolProvider;

/**
 * A thread loads a large class and resumes frames of it for the first time, while another one looks at its stack. The
 * larger a class, the longer it takes to weave it and to make one of its resumers.
 */
public final class SampledResumes {
    private static final int METHODS = 60;

    private SampledResumes() {}

    /** Prints the frames of Weft's own; the argument is an empty folder. */
    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[0]);
        Path source = Files.writeString(folder.resolve("Large.java"), source());
        if (ToolProvider.getSystemJavaCompiler().run(null, null, null, source.toString()) != 0) {
            throw new IOException("not compiled");
        }
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
            Thread thread = new Thread(() -> run(loader));
            thread.start();
            System.out.println(seen(thread));
        }
    }

    private static void run(ClassLoader loader) {
        try {
            ((Runnable) loader.loadClass("Large").getConstructor().newInstance()).run();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Set<String> seen(Thread thread) {
        Set<String> seen = new TreeSet<>();
        while (thread.isAlive()) {
            for (StackTraceElement each : thread.getStackTrace()) {
                String type = each.getClassName();
                if (type.contains("weft") && !type.contains("SampledResumes") || type.startsWith("sun.instrument.")) {
                    seen.add(type + "." + each.getMethodName());
                }
            }
        }
        return seen;
    }

    private static String source() {
        StringBuilder text = new StringBuilder("public class Large implements Runnable {\n");
        text.append("public void run() { for (int i = 0; i < ").append(METHODS).append("; i += 10) m0(i); }\n");
        for (int i = 0; i < METHODS; i++) {
            text.append("static int m").append(i).append("(int n) { long a = n; String s = \"s\" + n;");
            text.append("if (n == 0) return 0; Thread.yield(); int x = (int) a + s.length(); x += m");
            text.append((i + 1) % METHODS).append("(n - 1); Thread.yield(); return (int) a + s.length() + x; }\n");
        }
        return text.append("}\n").toString();
    }
}
