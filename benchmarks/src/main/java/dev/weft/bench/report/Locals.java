package dev.weft.bench.report;

import java.util.ArrayList;
import java.util.List;

/**
 * What five inherited values cost, and a counter that threads share; by {@link dev.weft.bench.local.ContextBytes},
 * {@link dev.weft.bench.local.ContextReads} and {@link dev.weft.bench.local.Adders}.
 */
final class Locals {
    static final String SET = "locals";
    static final String CONTEXT = "ContextLocal, Weft";
    static final String SCOPED = "ScopedValue, JDK 25";
    static final String BYTES = "1,000,000 parked threads that inherit and read values, heap per thread";
    static final String DIFFERENCE = "five values inherited and read, heap per thread";
    static final String READ = "a read of an inherited value";
    static final String READ_HERE = "a read of a value that the same platform thread has bound";
    static final String ADDERS = "an addition to a LongAdder by four threads";

    private static final String INHERITABLE = "InheritableThreadLocal";
    private static final String FORKED = "none, forked, JDK 25";
    private static final String PREVIEW = "--enable-preview";

    /** Neither are unused rests of buffers counted, nor does the collector's work depend on other processors. */
    private static final List<String> BYTES_OPTIONS = List.of("-Xmx3g", "-XX:+UseSerialGC", "-XX:-UseTLAB");

    private Locals() {}

    /** The first runtime is Weft. */
    static List<Row> measure(List<Runtime> runtimes, int rounds) throws InterruptedException {
        Runtime weft = runtimes.get(0);
        Runtime virtual = runtimes.stream()
                .filter(each -> each.name().equals(Runtime.VIRTUAL))
                .findFirst()
                .orElse(null);
        Row bytes = new Row(SET, BYTES, "bytes");
        Launch.measure(rounds, launches(weft, virtual, BYTES_OPTIONS, "ContextBytes", "1000000"), 1, bytes);
        Row difference = new Row(SET, DIFFERENCE, "bytes");
        difference(difference, bytes, CONTEXT, "none, Weft");
        difference(difference, bytes, INHERITABLE + ", Weft", "none, Weft");
        difference(difference, bytes, SCOPED, FORKED);
        difference(difference, bytes, INHERITABLE + ", JDK 25", "none, JDK 25");
        Row read = new Row(SET, READ, "ns");
        Launch.measure(rounds, launches(weft, virtual, List.of(), "ContextReads"), 1, read);
        Row here = new Row(SET, READ_HERE, "ns");
        Launch.measure(rounds, launches(weft, virtual, List.of(), "ContextReads", "here"), 1, here);
        Row adders = new Row(SET, ADDERS, "ns");
        List<Launch> threads = runtimes.stream()
                .map(each -> launch(each, List.of(), "Adders", "4"))
                .toList();
        Launch.measure(rounds, threads, 1, adders);
        return List.of(bytes, difference, read, here, adders);
    }

    /** Round by round. */
    private static void difference(Row row, Row bytes, String with, String without) {
        Sample more = bytes.samples().get(with);
        Sample less = bytes.samples().get(without);
        if (more != null && less != null) {
            double[] all = more.roundMedians();
            double[] base = less.roundMedians();
            for (int i = 0; i < Math.min(all.length, base.length); i++) {
                row.add(with, all[i] - base[i]);
            }
        }
    }

    private static List<Launch> launches(
            Runtime weft, Runtime virtual, List<String> options, String main, String... more) {
        List<Launch> all = new ArrayList<>();
        all.add(launch(weft, options, main, arguments("context", more)).as(CONTEXT));
        all.add(launch(weft, options, main, arguments("inheritable", more)).as(INHERITABLE + ", Weft"));
        all.add(launch(weft, options, main, arguments("none", more)).as("none, Weft"));
        if (virtual != null) {
            List<String> preview = new ArrayList<>(options);
            preview.add(PREVIEW);
            all.add(launch(virtual, preview, main, arguments("scoped", more)).as(SCOPED));
            all.add(launch(virtual, options, main, arguments("inheritable", more))
                    .as(INHERITABLE + ", JDK 25"));
            if (main.equals("ContextBytes")) {
                // what is forked costs more than what is started
                String[] forked = {"none", more[0], "forked"};
                all.add(launch(virtual, preview, main, forked).as(FORKED));
            }
            all.add(launch(virtual, options, main, arguments("none", more)).as("none, JDK 25"));
        }
        return all;
    }

    private static String[] arguments(String kind, String... more) {
        return more.length == 0 ? new String[] {kind} : new String[] {kind, more[0]};
    }

    private static Launch launch(Runtime runtime, List<String> options, String main, String... arguments) {
        return Launch.of(runtime, 0, options, "dev.weft.bench.local." + main, List.of(arguments));
    }
}
