package dev.weft.tck.programs;

import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import javax.tools.JavaCompiler;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * Has more than half of its heap filled and, once the runtime is prepared for a full one, says so and compiles a class
 * some times in a new thread: code of many shapes, for seconds.
 */
public final class CompilesOncePrepared {
    private CompilesOncePrepared() {}

    private static final class Source extends SimpleJavaFileObject {
        Source() {
            super(URI.create("string:///Made.java"), Kind.SOURCE);
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return "import java.util.*; class Made { int sum(List<? extends Number> of) { int n = 0;"
                    + " for (Number each : of) { switch (each.intValue() % 3) {"
                    + " case 0: n++; break; default: n += 2; } } return n; }"
                    + " Runnable run(String s) { return () -> System.out.println(s + s.length()); }"
                    + " void fails() { try { throw new Exception(); } catch (Exception e) { this.<String>gone(); } } }";
        }
    }

    private static int errors() {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        int[] errors = new int[1];
        compiler.getTask(null, null, each -> errors[0]++, List.of("-proc:none"), null, List.of(new Source()))
                .call();
        return errors[0];
    }

    /** Prints how many errors were found each time. */
    public static void main(String[] args) throws Exception {
        int[] errors = new int[Integer.parseInt(args[0])];
        CountDownLatch prepared = new CountDownLatch(1);
        Thread compiles = new Thread(() -> {
            try {
                prepared.await();
            } catch (InterruptedException e) {
                return;
            }
            for (int i = 0; i < errors.length; i++) {
                errors[i] = errors();
            }
        });
        // the runtime prepares itself where there is a fiber
        compiles.start();
        FullHeap.fillHalf();
        FullHeap.awaitReserve();
        System.out.println("prepared");
        prepared.countDown();
        compiles.join();
        System.out.println("errors: " + Arrays.toString(errors));
    }
}
