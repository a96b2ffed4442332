package dev.weft.stress.shapes;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.infra.StateCase;
import org.openjdk.jcstress.infra.TestInfo;
import org.openjdk.jcstress.infra.runners.CounterThread;
import org.openjdk.jcstress.infra.runners.ForkedTestConfig;
import org.openjdk.jcstress.infra.runners.Runner;
import org.openjdk.jcstress.infra.runners.SpinLoopStyle;
import org.openjdk.jcstress.infra.runners.TestList;

/**
 * Runs the shapes in one JVM, by the classes that jcstress has generated: some hundred times more of them in a minute
 * than by jcstress, which starts a JVM for each, but in one configuration. Prints a line for each outcome: test, what
 * is expected of it, how often it was seen, and itself.
 *
 * <pre>
 * java dev.weft.stress.shapes.Shapes MILLIS [EXPRESSION [TIMES]]
 * </pre>
 *
 * <p>Tests that are to show something, the broken and the relaxed ones, run again until they do, so many times at most.
 */
public final class Shapes {
    private static final String PACKAGE = Shapes.class.getPackageName() + ".";
    private static final int SECONDS = 60;

    private Shapes() {}

    /** Runs each test for so long; the expression finds the tests by name, without the package. */
    public static void main(String[] args) throws Exception {
        int millis = Integer.parseInt(args[0]);
        Pattern pattern = Pattern.compile(args.length > 1 ? args[1] : ".*");
        int times = args.length > 2 ? Integer.parseInt(args[2]) : 1;
        for (String test : new TreeSet<>(TestList.tests())) {
            if (test.startsWith(PACKAGE)
                    && pattern.matcher(test.substring(PACKAGE.length())).matches()) {
                run(TestList.getInfo(test), millis, times);
            }
        }
        System.exit(0);
    }

    private static void run(TestInfo test, int millis, int times) throws Exception {
        String name = test.name().substring(PACKAGE.length());
        String awaited = name.contains(".Broken")
                ? Expect.FORBIDDEN.name()
                : name.contains(".Relaxed") ? Expect.ACCEPTABLE_INTERESTING.name() : null;
        Map<String, Long> counts = new TreeMap<>();
        boolean isSeen = awaited == null;
        for (int i = 0; i == 0 || !isSeen && i < times; i++) {
            Runner<?> runner = (Runner<?>) Class.forName(test.generatedRunner())
                    .getConstructor(ForkedTestConfig.class)
                    .newInstance(config(test.generatedRunner(), millis));
            seen(runner, name, counts);
            isSeen |= counts.keySet().stream()
                    .anyMatch(each -> expected(test, each).equals(awaited));
        }
        counts.forEach((outcome, count) ->
                System.out.println(name + "\t" + expected(test, outcome) + "\t" + count + "\t" + outcome));
    }

    /** Adds what the workers have seen. */
    private static <R> void seen(Runner<R> runner, String test, Map<String, Long> counts) throws InterruptedException {
        List<CounterThread<R>> workers = runner.internalRun();
        long end = System.nanoTime() + SECONDS * 1_000_000_000L;
        for (CounterThread<R> worker : workers) {
            worker.join(Math.max(1, (end - System.nanoTime()) / 1_000_000));
            if (worker.isAlive() || worker.throwable() != null) {
                report(test, workers);
            }
            for (R outcome : worker.result().elementSet()) {
                counts.merge(outcome.toString(), worker.result().count(outcome), Long::sum);
            }
        }
    }

    private static void report(String test, List<? extends CounterThread<?>> workers) {
        System.out.println(test + ": does not end, or throws");
        for (CounterThread<?> worker : workers) {
            System.out.println(worker + " " + worker.getState() + " " + worker.throwable());
            for (StackTraceElement each : worker.getStackTrace()) {
                System.out.println("    at " + each);
            }
        }
        System.exit(3);
    }

    private static String expected(TestInfo test, String outcome) {
        for (StateCase each : test.cases()) {
            if (each.matchesExactly(outcome)) {
                return each.expect().name();
            }
        }
        for (StateCase each : test.cases()) {
            if (each.matches(outcome)) {
                return each.expect().name();
            }
        }
        return test.unmatched().expect().name();
    }

    /** The configuration has no other constructor for us than that which reads it from jcstress's own socket. */
    private static ForkedTestConfig config(String runner, int millis) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(SpinLoopStyle.THREAD_YIELD.ordinal());
        out.writeInt(millis);
        // iterations, then the name of the class, then megabytes
        out.writeInt(1);
        out.writeUTF(runner);
        out.writeInt(100);
        // few and small strides: what waits in every sample would take long over them
        out.writeInt(32);
        out.writeInt(4);
        // no affinity
        out.writeBoolean(false);
        return new ForkedTestConfig(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
    }
}
