package dev.weft.maven;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.maven.plugin.MojoFailureException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinkMojoTest {
    @TempDir
    private Path temp;

    @Test
    void whatAnEarlierBuildHasLinkedIsRemoved() throws IOException, MojoFailureException {
        Path old = temp.resolve("old");
        Files.createDirectories(old.resolve("weft/image"));
        Files.createDirectories(old.resolve("app"));
        Files.writeString(old.resolve("app/a.jar"), "a");
        LinkMojo.removeOld(old);
        assertFalse(Files.exists(old));
        LinkMojo.removeOld(old);
    }

    @Test
    void nothingIsRemovedWhereThereIsNoJarToLink() throws IOException, ReflectiveOperationException {
        Path old = temp.resolve("old");
        Files.createDirectories(old.resolve("weft/image"));
        Files.createDirectories(old.resolve("app"));
        LinkMojo goal = new LinkMojo();
        set(goal, "jar", temp.resolve("none.jar").toFile());
        set(goal, "target", old.toFile());
        assertThrows(MojoFailureException.class, goal::execute);
        assertTrue(Files.exists(old.resolve("weft/image")));
    }

    /** As Maven does. */
    private static void set(LinkMojo goal, String parameter, File value) throws ReflectiveOperationException {
        Field field = LinkMojo.class.getDeclaredField(parameter);
        field.setAccessible(true);
        field.set(goal, value);
    }

    @Test
    void nothingElseIsRemoved() throws IOException {
        Path other = Files.createDirectories(temp.resolve("other"));
        Files.writeString(other.resolve("precious"), "text");
        assertThrows(MojoFailureException.class, () -> LinkMojo.removeOld(other));
        assertTrue(Files.exists(other.resolve("precious")));
        // a project may have folders of these names
        Files.createDirectories(other.resolve("weft"));
        Files.createDirectories(other.resolve("app"));
        assertThrows(MojoFailureException.class, () -> LinkMojo.removeOld(other));
        assertTrue(Files.exists(other.resolve("precious")));
    }

    @Test
    void theWeaverThatThePluginDependsOnIsRun() throws MojoFailureException {
        assertTrue(WeaverProgram.run(List.of("properties")).contains("weft.threads"));
        assertThrows(MojoFailureException.class, () -> WeaverProgram.run(List.of("no-such-command")));
    }
}
