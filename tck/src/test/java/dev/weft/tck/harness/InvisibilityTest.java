package dev.weft.tck.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.tck.harness.Configuration.Launch;
import dev.weft.tck.programs.Exchange;
import dev.weft.tck.programs.Metadata;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Reflection and serialization do not tell a woven JVM from a plain one. */
@ExtendWith(Jvm.class)
class InvisibilityTest {
    private static String out(Launch launch, Class<?> main, String... arguments) {
        Jvm.Result result = Jvm.run(Jvm.command(launch, List.of("-Xmx400m", Jvm.C1), main.getName(), arguments), 300);
        assertEquals(0, result.exit(), launch + ": " + result.err());
        return result.out();
    }

    @Tag("long")
    @Test
    void membersAnnotationsParametersAndSerialFormsOfAllClassesAreThoseOfThePlainJvm() {
        List<String> plain = out(Launch.PLAIN, Metadata.class).lines().toList();
        assertTrue(plain.size() > 6_000, plain.size() + " classes");
        for (Launch launch : EachLaunch.Launches.of(List.of(Launch.IMAGE, Launch.PATCH))) {
            // a woven JVM has more classes, those of the API of JEP 444, but none less
            Set<String> woven = out(launch, Metadata.class).lines().collect(Collectors.toSet());
            List<String> differing = plain.stream()
                    .filter(each -> !woven.contains(each))
                    .limit(10)
                    .toList();
            assertEquals(List.of(), differing, launch.name());
        }
    }

    @Test
    @Tag("nightly")
    void serializedDataIsExchangedBetweenPlainAndWovenJvms(@TempDir Path folder) {
        String expected = null;
        for (Launch writer : Launch.values()) {
            Path file = folder.resolve(writer + ".ser");
            out(writer, Exchange.class, "write", file.toString());
            for (Launch reader : Launch.values()) {
                String read = out(reader, Exchange.class, "read", file.toString());
                expected = expected == null ? read : expected;
                assertEquals(expected, read, writer + " to " + reader);
            }
        }
    }
}
