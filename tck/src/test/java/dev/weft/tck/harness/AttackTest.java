package dev.weft.tck.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.tck.attacks.Attacks;
import dev.weft.tck.harness.Configuration.Launch;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import net.bytebuddy.jar.asm.ClassWriter;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Code that is not woven reaches nothing of the runtime, with and without a security manager. */
@ExtendWith(Jvm.class)
class AttackTest {
    @ParameterizedTest
    @CsvSource({"IMAGE,false", "PATCH,false", "CHAOS,false", "IMAGE,true"})
    void attacksAreRefused(Launch launch, boolean isRestricted) {
        List<String> options = new ArrayList<>(
                isRestricted
                        ? List.of("-Djava.security.manager", "-Djava.security.policy=src/test/resources/attacks.policy")
                        : List.of("-Dweft.parallelism=2"));
        options.add("-Dtck.classes="
                + ClassWriter.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .getPath());
        Jvm.Result result = Jvm.run(Jvm.command(launch, options, Attacks.class.getName()), 300);
        List<String> lines = result.out().lines().toList();
        assertEquals(0, result.exit(), result.err());
        String said = result.err()
                .lines()
                .filter(line -> !line.startsWith("WARNING: "))
                .collect(Collectors.joining());
        assertEquals("", said);
        assertTrue(lines.size() > 50, result.out());
        List<String> wrong = lines.stream()
                .filter(line -> !line.endsWith(line.startsWith("control: ") ? ": reached" : ": refused"))
                .collect(Collectors.toList());
        assertEquals(List.of(), wrong);
    }
}
