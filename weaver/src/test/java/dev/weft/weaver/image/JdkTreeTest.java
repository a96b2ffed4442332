package dev.weft.weaver.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JdkTreeTest {
    @TempDir
    private Path temp;

    private Path from;
    private Path to;

    @BeforeEach
    void makeJdk() throws IOException {
        from = temp.toRealPath().resolve("jdks/jdk");
        to = temp.toRealPath().resolve("image");
        for (String name :
                new String[] {"bin/java", "lib/modules", "lib/server/classes.jsa", "lib/tzdb.dat", "jmods/m.jmod"}) {
            Files.createDirectories(from.resolve(name).getParent());
            Files.writeString(from.resolve(name), name);
        }
        assertTrue(from.resolve("bin/java").toFile().setExecutable(true));
        Files.createDirectories(from.resolve("lib/security"));
        Files.createSymbolicLink(from.resolve("lib/security/cacerts"), Path.of("/somewhere/ssl/cacerts"));
        Files.createSymbolicLink(from.resolve("lib/outside.so"), Path.of("../../other/outside.so"));
        Files.createSymbolicLink(from.resolve("lib/inside.dat"), Path.of("tzdb.dat"));
        JdkTree.copy(from, to);
    }

    @Test
    void programsStayExecutable() {
        assertTrue(Files.isExecutable(to.resolve("bin/java")));
    }

    @Test
    void classesArchivesAndJmodsAreLeftOut() {
        assertFalse(Files.exists(to.resolve("lib/modules")));
        assertFalse(Files.exists(to.resolve("lib/server/classes.jsa")));
        assertFalse(Files.exists(to.resolve("jmods")));
    }

    @Test
    void aLinkToTheSystemsCertificatesStaysALink() throws IOException {
        Path link = to.resolve("lib/security/cacerts");
        assertTrue(Files.exists(link, LinkOption.NOFOLLOW_LINKS));
        assertEquals(Path.of("/somewhere/ssl/cacerts"), Files.readSymbolicLink(link));
    }

    @Test
    void aRelativeLinkOutOfTheJdkPointsToTheSamePlace() throws IOException {
        assertEquals(
                temp.toRealPath().resolve("jdks/other/outside.so"),
                Files.readSymbolicLink(to.resolve("lib/outside.so")));
    }

    @Test
    void aCopyForElsewhereHasNoLinksOutOfIt() throws IOException {
        Path other = Files.createDirectories(temp.toRealPath().resolve("etc/jdk/inner"));
        Files.writeString(other.resolve("jvm.cfg"), "-server");
        Files.createSymbolicLink(from.resolve("lib/jvm.cfg"), other.resolve("jvm.cfg"));
        Files.createSymbolicLink(from.resolve("conf"), other.getParent());
        Path copy = temp.toRealPath().resolve("elsewhere");
        JdkTree.copyForElsewhere(from, copy);
        for (String each : new String[] {"lib/jvm.cfg", "conf/inner/jvm.cfg"}) {
            assertTrue(Files.isRegularFile(copy.resolve(each), LinkOption.NOFOLLOW_LINKS), each);
            assertEquals("-server", Files.readString(copy.resolve(each)));
        }
        assertFalse(Files.exists(copy.resolve("lib/outside.so"), LinkOption.NOFOLLOW_LINKS));
        assertEquals(
                copy.resolve("lib/tzdb.dat"), copy.resolve("lib/inside.dat").toRealPath());
    }

    @Test
    void aLinkWithinTheJdkPointsIntoTheImage() throws IOException {
        assertEquals(to.resolve("lib/tzdb.dat"), to.resolve("lib/inside.dat").toRealPath());
    }
}
