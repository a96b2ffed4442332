package dev.weft.tck.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weft.tck.harness.Configuration.Launch;
import dev.weft.tck.locals.ContextLocals;
import dev.weft.tck.locals.ContextStress;
import dev.weft.tck.locals.CountedLocals;
import dev.weft.tck.locals.ProcessorLocals;
import dev.weft.tck.locals.ProcessorStress;
import dev.weft.tck.locals.ScopedBindings;
import dev.weft.tck.locals.SharedByCarriers;
import dev.weft.tck.programs.ChosenLocals;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Context locals and processor locals, in child JVMs. */
@ExtendWith(Jvm.class)
class LocalsTest {
    private static final String CONTEXT_RULES =
            """
            unbound: NoSuchElementException
            message: the ContextLocal is not bound in this thread: bind it with ContextLocal.where(..).run(..) around the call
            null local: NullPointerException
            null operation: NullPointerException
            null other: NullPointerException
            not in the carrier: NoSuchElementException
            orElseThrow: UnsupportedOperationException
            null is a value: true null
            the last one: secondsecond1
            nested: secondinner1second
            thrown: InterruptedException unbound
            fiber: true starter
            platform: true starter
            grandchild: starter
            made within, started without: unbound
            a start that fails: IllegalStateException
            started again: unbound
            a pool's worker: first second
            wrapped without bindings: unbound first
            a ForkJoin worker: unbound
            who delays futures: unbound
            at first: first
            whoever ran it: unbound
            resumed elsewhere: first1
            whoever resumed it: fiberfalse
            resumed within: inner1
            between: first1
            resumed again: inner1
            at last: firstfalse
            whoever ended it: unbound2true
            run by a platform thread: guestguestguest boundboundbound boundboundbound
            at its end: guestguestguest
            a platform thread: hosthosthost true
            run by a fiber: guestguestguest boundboundbound boundboundbound
            at its end: guestguestguest
            a fiber: hosthosthost true
            ended threads: TERMINATED TERMINATED
            carriers: keep nothing
            """;

    private static final List<String> COUNTED = List.of(
            "a dev.weft.tck.locals.CountedLocals$1: java.lang.Thread$State, 10 fibers, 3 platform threads",
            "dev.weft.tck.locals.CountedLocals.BUILDER: java.lang.StringBuilder, 10 fibers, 3 platform threads",
            "dev.weft.tck.locals.CountedLocals.HIDDEN: java.lang.Integer, 10 fibers, 3 platform threads",
            "dev.weft.tck.locals.CountedLocals.INHERITED: java.lang.String, 5 fibers, 2 platform threads",
            "dev.weft.tck.locals.CountedLocals.INHERITED: null, 5 fibers, 1 platform threads");

    private static final String PROCESSOR_RULES =
            """
            null initializer: NullPointerException
            null use: NullPointerException
            thrown by the initializer: the initializer of a ProcessorLocal has thrown java.lang.UnsupportedOperationException: first
            tried anew: second
            null: the initializer of a ProcessorLocal has returned null
            shared, thrown by the initializer: the initializer of a ProcessorLocal has thrown java.lang.UnsupportedOperationException: first
            shared, tried anew: second
            an error of the initializer: InternalError
            thrown by the use: InterruptedException
            lent within itself: another
            lent again: true
            shared by all: true
            never one of those that are lent: true
            idle: true
            surplus: true
            processor: true
            a platform thread's does not change: true
            """;

    private static String run(Launch launch, Class<?> program, String... arguments) {
        return run(launch, List.of("-Xmx300m"), program, arguments);
    }

    /** In chaos mode, each third call suspends. */
    private static String run(Launch launch, List<String> more, Class<?> program, String... arguments) {
        List<String> options = new ArrayList<>(more);
        if (launch == Launch.CHAOS) {
            options.add("-Dweft.chaos=1,3");
        }
        Jvm.Result result = Jvm.run(Jvm.command(launch, options, program.getName(), arguments), 300);
        assertEquals("", result.err());
        assertEquals(0, result.exit(), result.out());
        return result.out();
    }

    @EachLaunch
    void contextLocalsKeepTheRules(Launch launch) {
        assertEquals(CONTEXT_RULES, run(launch, ContextLocals.class));
    }

    /** The one name is written in place of the other; the source is compiled and run by JDK 25. */
    @Tag("long")
    @Test
    void whatScopedValuesDoContextLocalsDo(@TempDir Path folder) throws IOException {
        Optional<Path> jdk = Jvm.newer(25);
        assumeTrue(jdk.isPresent(), "there is no JDK 25 beside this one");
        String name = ScopedBindings.class.getName();
        String source = Files.readString(Path.of("src/test/java", name.replace('.', '/') + ".java"));
        String scoped = source.replaceFirst("(?m)^package .*$", "")
                .replace("import dev.weft.ContextLocal;\n", "")
                .replace("ContextLocal", "ScopedValue");
        Path file = folder.resolve(ScopedBindings.class.getSimpleName() + ".java");
        Files.writeString(file, scoped);
        Jvm.Result there = Jvm.run(Jvm.builder(Launch.PLAIN, List.of("-Dtck.jdk=" + jdk.get(), file.toString())), 120);
        assertEquals(0, there.exit(), there.err());
        assertEquals(there.out(), run(Launch.IMAGE, ScopedBindings.class));
    }

    @EachLaunch
    void eachCallFindsWhatIsBoundAroundIt(Launch launch) {
        long seed = System.nanoTime() >>> 20;
        System.out.println("seed of ContextStress: " + seed);
        assertEquals("100 programs are right\n", run(launch, ContextStress.class, "100", String.valueOf(seed)));
    }

    @Test
    void aWrongBindingIsFound() {
        String out = run(Launch.IMAGE, ContextStress.class, "100", "1", "broken");
        assertTrue(out.startsWith("seed 1: "), out);
    }

    @EachLaunch
    void processorLocalsKeepTheRules(Launch launch) {
        assertEquals(PROCESSOR_RULES, run(launch, ProcessorLocals.class));
    }

    @EachLaunch
    void noValueIsLentTwiceOrLost(Launch launch) {
        for (int carriers : new int[] {1, 2, 8}) {
            List<String> options = List.of("-Xmx300m", "-Dweft.parallelism=" + carriers);
            assertEquals("200 threads are right\n", run(launch, options, ProcessorStress.class, "200", "100"));
        }
    }

    /** 100,000 fibers that have used what the JDK shares out over processors keep less than a small object each. */
    @Tag("nightly")
    @Test
    void whatIsSharedOutGrowsWithTheCarriersAndNotWithTheFibers() {
        long base = kept("none");
        for (String kind : List.of("adder", "random", "map", "nio")) {
            long more = kept(kind) - base;
            System.out.println(kind + ": " + more + " bytes more per fiber");
            assertTrue(more < 64, kind + ": " + more + " bytes more than " + base);
        }
        assertTrue(kept("own") - base > 200, "what each has for itself is seen");
    }

    private static long kept(String kind) {
        List<String> options = List.of("-Xmx500m", "-XX:+UseSerialGC", "-XX:-UseTLAB");
        return Long.parseLong(run(Launch.IMAGE, options, SharedByCarriers.class, kind, "100000")
                .strip());
    }

    /** A builder for each thread is kept, unless they are processor locals; no two have the same. */
    @Tag("long")
    @EachLaunch(
            value = Launch.IMAGE,
            nightly = {Launch.PATCH, Launch.CHAOS})
    void ofChosenThreadLocalsThoseThatWaitKeepNothing(Launch launch) {
        String name = ChosenLocals.class.getName();
        for (String where : List.of("inside", "outside")) {
            assertEquals("right\nmany\n", run(launch, ChosenLocals.class, "400", where));
            for (String chosen : List.of("field:" + name + ".BUILDERS", "class:none;class:" + name)) {
                List<String> options = List.of("-Xmx300m", "-Dweft.processorLocal=" + chosen);
                assertEquals("right\nfew\n", run(launch, options, ChosenLocals.class, "400", where));
            }
        }
    }

    @Test
    void whatIsChosenAndNoThreadLocalIsSaid() {
        String name = ChosenLocals.class.getName();
        for (String[] each : new String[][] {
            {"NONE", "weft: weft.processorLocal: the class " + name + " does not set fields NONE\n"},
            {
                "WRONG",
                "weft: " + name
                        + ".WRONG cannot be a processor local: it is a java.util.concurrent.atomic.AtomicReference\n"
            }
        }) {
            List<String> options = List.of("-Dweft.processorLocal=field:" + name + "." + each[0]);
            Jvm.Result result = Jvm.run(Jvm.command(Launch.IMAGE, options, name, "10", "inside"), 300);
            assertEquals("right\nmany\n", result.out());
            assertEquals(each[1], result.err());
        }
    }

    @Test
    void aBuilderThatTwoHaveIsFound() {
        String out = run(Launch.IMAGE, ChosenLocals.class, "400", "broken");
        assertTrue(out.startsWith("wrong: "), out);
    }

    @Test
    void aValueThatTwoHaveIsFound() {
        String out = run(Launch.IMAGE, ProcessorStress.class, "200", "100", "broken");
        assertTrue(out.startsWith("lent twice: "), out);
    }

    /** By the program itself, and by who asks it from outside. */
    @EachLaunch({Launch.IMAGE, Launch.PATCH})
    void valuesAreCountedByField(Launch launch) throws IOException, InterruptedException {
        Process process = Jvm.command(launch, List.of(), CountedLocals.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader out = process.inputReader()) {
            List<String> lines = new ArrayList<>();
            for (String line = out.readLine(); line != null && !line.equals("ready"); line = out.readLine()) {
                lines.add(line);
            }
            lines.sort(null);
            assertEquals(COUNTED, lines);
            List<String> question = List.of("dump", Long.toString(process.pid()), "--locals");
            Jvm.Result dump = Jvm.run(Jvm.builder(Launch.IMAGE, question), 120);
            assertEquals(0, dump.exit(), dump.err());
            String line = " +10 +3  dev.weft.tck.locals.CountedLocals.BUILDER +java.lang.StringBuilder";
            assertTrue(dump.out().lines().anyMatch(each -> each.matches(line)), dump.out());
            process.getOutputStream().close();
            assertTrue(process.waitFor(60, TimeUnit.SECONDS));
            assertEquals(0, process.exitValue());
        } finally {
            process.destroyForcibly();
        }
    }
}
