package dev.weft.tck.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.tck.harness.Configuration.Launch;
import dev.weft.tck.programs.EmptyRegions;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * No method is left to the interpreter for its monitors because it was woven: the JIT says which ones it refuses
 * (MONITORS, section 1), and the suite is run with everything compiled at its first calls.
 */
@ExtendWith(Jvm.class)
class MonitorJitTest {
    private static final List<String> OPTIONS = List.of(
            "-Xlog:monitormismatch=info",
            "-XX:TieredStopAtLevel=1",
            "-XX:CompileThresholdScaling=0.001",
            "-XX:-BackgroundCompilation",
            "-Dtck.cases=suite",
            "-Dtck.seconds=90");
    private static final Pattern OFFENCE = Pattern.compile("\\[monitormismatch *\\] .* in method +(\\S+): ");

    private static Set<String> refused(Launch launch, String... options) {
        List<String> all = Stream.concat(OPTIONS.stream(), Stream.of(options)).toList();
        Jvm.Result result = Jvm.run(Jvm.command(launch, all, "dev.weft.tck.Runner"), 400);
        assertEquals(0, result.exit(), result.err());
        assertTrue(result.out().endsWith("end\n"), "the suite was run to its end: " + result);
        return offences(result);
    }

    private static Set<String> offences(Jvm.Result result) {
        Set<String> names = new TreeSet<>();
        Matcher offence = OFFENCE.matcher(result.out());
        while (offence.find()) {
            names.add(offence.group(1));
        }
        // resumers without casts are not to be compiled, and are refused for that
        names.removeIf(name -> name.contains("$weft$R00"));
        return names;
    }

    /** What the twin does behind the entry may throw, where nothing of the author's does. */
    @Test
    void regionsWithoutCodeAreCompiled() {
        List<String> options = List.of("-Xlog:monitormismatch=info", "-Xbatch", "-XX:+PrintCompilation");
        Jvm.Result result = Jvm.run(Jvm.command(Launch.IMAGE, options, EmptyRegions.class.getName()), 60);
        assertEquals("", result.err());
        assertTrue(result.out().lines().anyMatch("20000"::equals), result.out());
        for (String method : List.of("enter", "enterBoth", "enterAgain")) {
            assertTrue(result.out().contains("EmptyRegions::" + method + "$weft ("), method + ": " + result.out());
        }
        assertEquals(Set.of(), offences(result));
    }

    @Test
    @Tag("nightly")
    void theJitRefusesNoMethodForItsMonitorsThatItWouldCompileUnwoven() {
        Set<String> onPlainJdk = refused(Launch.PLAIN);
        assertTrue(
                onPlainJdk.stream().anyMatch(name -> name.contains("waitReleasesAllHolds")),
                "control: a method that enters one monitor twice is refused: " + onPlainJdk);
        Set<String> onFibers = refused(Launch.IMAGE);
        onFibers.removeAll(onPlainJdk);
        assertEquals(Set.of(), onFibers);
        Set<String> plainCopies = refused(Launch.IMAGE, "-Dweft.threads=none");
        plainCopies.removeAll(onPlainJdk);
        assertEquals(Set.of(), plainCopies);
    }
}
