package dev.weft.maven;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.maven.plugin.MojoFailureException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunMojoTest {
    @TempDir
    private Path folder;

    /** As {@code jcmd Main} does, which finds no program by its name behind the name of a file. */
    @Test
    void optionsAreSpelledOut() throws Exception {
        Path file = Files.writeString(folder.resolve("flags"), "-Dfirst\n-XX:+Second\n");
        assertEquals(List.of("-Dfirst", "-XX:+Second"), RunMojo.flags(file));
    }

    @Test
    void optionsThatMustBeQuotedAreLeftToJava() throws Exception {
        Path file = Files.writeString(folder.resolve("flags"), "-Dfirst\n\"-Dsecond=a b\"\n");
        assertEquals(List.of("@" + file), RunMojo.flags(file));
    }

    @Test
    void aFileThatCannotBeReadIsNamed() {
        Path file = folder.resolve("none");
        MojoFailureException e = assertThrows(MojoFailureException.class, () -> RunMojo.flags(file));
        assertTrue(e.getMessage().startsWith("cannot read " + file), e.getMessage());
    }
}
