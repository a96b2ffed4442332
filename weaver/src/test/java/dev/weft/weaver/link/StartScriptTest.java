package dev.weft.weaver.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.weaver.ScriptWords;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartScriptTest {
    @TempDir
    private Path temp;

    private Path script() throws IOException {
        Path place = Files.createDirectories(temp.toRealPath().resolve("it's a place"));
        new StartScript(new Application("app", List.of(Path.of("a b.jar")), null), List.of("-Dx=a b"), place).write();
        Path java = place.resolve("weft/image/bin/java");
        Files.createDirectories(java.getParent());
        Files.writeString(java, "#!/bin/sh\nprintf '<%s>' \"$@\"; echo\nenv\n");
        assertTrue(java.toFile().setExecutable(true));
        return place.resolve("bin/app");
    }

    private static List<String> lines(ProcessBuilder builder) throws IOException {
        Process process = builder.redirectErrorStream(true).start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
    }

    @Test
    void theProgramGetsItsArgumentsAsTheyAre() throws IOException {
        Path script = script();
        ProcessBuilder builder = new ProcessBuilder(script.toString(), "c  d", "*", "");
        builder.environment().put("JAVA_OPTS", "-ea -Dy=z");
        Path place = script.getParent().getParent();
        String start = "<-Dx=a b><-ea><-Dy=z><-jar><" + place + "/app/a b.jar><c  d><*><>";
        String line = lines(builder).get(0);
        assertTrue(line.endsWith(start), line);
        assertTrue(line.contains("<-XX:SharedArchiveFile=" + place + "/weft/app.jsa>"), line);
    }

    /** A shell that gives a value to a variable of the environment hands the new value on. */
    @Test
    void theProgramFindsTheEnvironmentThatTheUserHas() throws IOException {
        Path script = script();
        Set<String> names = ScriptWords.in(script);
        ProcessBuilder builder = new ProcessBuilder(script.toString());
        names.forEach(each -> builder.environment().put(each, "the user's"));
        builder.environment().put("home", "the user's");
        List<String> found = lines(builder);
        List<String> changed = names.stream()
                .filter(each -> !found.contains(each + "=the user's"))
                .toList();
        assertEquals(List.of(), changed);
        assertTrue(found.contains("home=the user's"), found.toString());
    }
}
