package dev.weft.tck.programs;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Prints the class path and the loaded classes, as a program and its agent see them. */
public final class OutsideView {
    private OutsideView() {}

    /** Lends the instrumentation. */
    public static final class Agent {
        private static Instrumentation instrumentation;

        private Agent() {}

        /** Called by the VM. */
        public static void premain(String arguments, Instrumentation ofAgent) {
            instrumentation = ofAgent;
        }
    }

    /** Waits below as many frames as that. */
    public static synchronized int below(int frames) throws InterruptedException {
        if (frames > 0) {
            return 1 + below(frames - 1);
        }
        Thread.sleep(5);
        return 0;
    }

    private static void run() {
        try {
            int frames = below(3);
            frames += (int) OutsideView.class.getMethod("below", int.class).invoke(null, 2);
            System.out.println("frames: " + frames);
        } catch (ReflectiveOperationException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Prints them, after a thread has waited. */
    public static void main(String[] args) throws IOException, InterruptedException {
        Thread thread = new Thread(OutsideView::run);
        thread.start();
        thread.join();
        System.out.println("class path: " + System.getProperty("java.class.path"));
        System.out.println(
                "by the bean: " + ManagementFactory.getRuntimeMXBean().getClassPath());
        System.out.println("manifests: "
                + Collections.list(ClassLoader.getSystemResources("META-INF/MANIFEST.MF"))
                        .size());
        ClassLoader own = OutsideView.class.getClassLoader();
        System.out.println("loaded: " + names(Agent.instrumentation.getAllLoadedClasses(), own));
        System.out.println("initiated: " + names(Agent.instrumentation.getInitiatedClasses(own), own));
    }

    private static List<String> names(Class<?>[] classes, ClassLoader loader) {
        return Arrays.stream(classes)
                .filter(each -> each.getClassLoader() == loader && !each.isHidden())
                .map(Class::getName)
                .sorted()
                .toList();
    }
}
