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

    /** The name is the shell's affair: this VM may run in the locale C itself. */
    private static List<String> startsInOtherFolder(Path place, Path parent, String locale) throws IOException {
        String command =
                "d=$2/$(printf '\\303\\244') && cp -R \"$1\" \"$d\" && LC_ALL=$3 \"$d/bin/app\"; s=$?; rm -r \"$d\"; "
                        + "echo \"status $s\"";
        return lines(new ProcessBuilder("sh", "-c", command, "sh", place.toString(), parent.toString(), locale));
    }

    @Test
    void aFolderThatTheLocaleCannotNameIsRefused() throws IOException {
        Path place = script().getParent().getParent();
        for (String locale : List.of("C", "POSIX")) {
            List<String> refused = startsInOtherFolder(place, temp, locale);
            assertEquals(2, refused.size(), refused.toString());
            assertTrue(refused.get(0).contains("cannot be named in the locale C"), refused.toString());
            assertTrue(refused.get(0).endsWith("set LC_ALL to C.UTF-8, or move the folder"), refused.toString());
            assertEquals("status 2", refused.get(1));
        }
        List<String> started = startsInOtherFolder(place, temp, "C.UTF-8");
        assertEquals("status 0", started.get(started.size() - 1), started.toString());
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
