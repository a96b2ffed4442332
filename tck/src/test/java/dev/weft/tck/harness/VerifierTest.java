package dev.weft.tck.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.tck.harness.Configuration.Launch;
import dev.weft.tck.programs.LoadAll;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** All classes of the woven image pass the verifier, which is asked about each of them. */
@ExtendWith(Jvm.class)
class VerifierTest {
    private static final List<String> OPTIONS =
            List.of("-Xverify:all", "-Xshare:off", "-Xlog:disable", "--add-modules=ALL-SYSTEM");

    private static List<String> loadAll(Launch launch, String... arguments) {
        Jvm.Result result = Jvm.run(Jvm.command(launch, OPTIONS, LoadAll.class.getName(), arguments), 300);
        assertEquals(0, result.exit(), result.toString());
        return result.out().lines().toList();
    }

    @Tag("long")
    @Test
    void allClassesOfTheImageAreVerifiedAndABrokenOneIsNoticed() {
        List<String> plain = loadAll(Launch.PLAIN, "control");
        List<String> woven = loadAll(Launch.IMAGE, "control");
        assertTrue(woven.get(0).startsWith("verify error: " + LoadAll.class.getName() + "$Broken: "), woven.toString());
        assertEquals("verify errors: 1", woven.get(woven.size() - 1), woven.toString());
        assertEquals("verify errors: 1", plain.get(plain.size() - 1), plain.toString());
        assertTrue(linked(woven) >= linked(plain), "no class is lost: " + woven + " of " + plain);
    }

    private static int linked(List<String> lines) {
        return lines.stream()
                .filter(line -> line.startsWith("linked: "))
                .mapToInt(line -> Integer.parseInt(line.substring("linked: ".length())))
                .findFirst()
                .orElseThrow();
    }
}
