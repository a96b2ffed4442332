package dev.weft.weaver.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
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
        for (String name : new String[] {
            "bin/java",
            "lib/modules",
            "lib/server/classes.jsa",
            "lib/tzdb.dat",
            "lib/jrt-fs.jar",
            "conf/net.properties",
            "include/jni.h",
            "jmods/m.jmod"
        }) {
            Files.createDirectories(from.resolve(name).getParent());
            Files.writeString(from.resolve(name), name);
        }
        assertTrue(from.resolve("bin/java").toFile().setExecutable(true));
        Files.createDirectories(from.resolve("lib/security"));
        Files.createSymbolicLink(from.resolve("lib/security/cacerts"), Path.of("/somewhere/ssl/cacerts"));
        Files.createSymbolicLink(from.resolve("lib/outside.so"), Path.of("../../other/outside.so"));
        Files.createSymbolicLink(from.resolve("lib/inside.dat"), Path.of("jrt-fs.jar"));
        JdkTree.copy(from, to);
    }

    @Test
    void programsStayExecutable() {
        assertTrue(Files.isExecutable(to.resolve("bin/java")));
    }

    @Test
    void classesAndArchivesAreLeftOut() {
        assertFalse(Files.exists(to.resolve("lib/modules")));
        assertFalse(Files.exists(to.resolve("lib/server/classes.jsa")));
    }

    /** A certificate is added, a time zone has other rules, somebody writes the file that names the proxy. */
    @Test
    void whatIsChangedInTheJdkLaterIsChangedInTheImage() throws IOException {
        Files.writeString(from.resolve("conf/net.properties"), "another proxy");
        Files.writeString(from.resolve("lib/security/jssecacerts"), "one more");
        Files.move(
                Files.writeString(temp.resolve("newer"), "newer"),
                from.resolve("lib/tzdb.dat"),
                StandardCopyOption.REPLACE_EXISTING);
        assertEquals("another proxy", Files.readString(to.resolve("conf/net.properties")));
        assertEquals("one more", Files.readString(to.resolve("lib/security/jssecacerts")));
        assertEquals("newer", Files.readString(to.resolve("lib/tzdb.dat")));
    }

    @Test
    void toolsFindTheHeadersAndModulesOfTheJdk() throws IOException {
        assertEquals("include/jni.h", Files.readString(to.resolve("include/jni.h")));
        assertEquals("jmods/m.jmod", Files.readString(to.resolve("jmods/m.jmod")));
    }

    @Test
    void whatIsNotThereIsNotLinked() {
        assertFalse(Files.exists(to.resolve("legal"), LinkOption.NOFOLLOW_LINKS));
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
        Files.createSymbolicLink(from.resolve("conf/more"), other.getParent());
        Path copy = temp.toRealPath().resolve("elsewhere");
        JdkTree.copyForElsewhere(from, copy);
        for (String each : new String[] {"lib/jvm.cfg", "conf/more/inner/jvm.cfg"}) {
            assertTrue(Files.isRegularFile(copy.resolve(each), LinkOption.NOFOLLOW_LINKS), each);
            assertEquals("-server", Files.readString(copy.resolve(each)));
        }
        assertFalse(Files.exists(copy.resolve("lib/outside.so"), LinkOption.NOFOLLOW_LINKS));
        assertEquals(
                copy.resolve("lib/jrt-fs.jar"), copy.resolve("lib/inside.dat").toRealPath());
        assertTrue(Files.isRegularFile(copy.resolve("conf/net.properties"), LinkOption.NOFOLLOW_LINKS));
        assertFalse(Files.exists(copy.resolve("include")));
    }

    @Test
    void aCopyForElsewhereOfTheImageHasNoLinksOutOfIt() throws IOException {
        Path copy = temp.toRealPath().resolve("elsewhere");
        JdkTree.copyForElsewhere(to, copy);
        for (String each : new String[] {"conf/net.properties", "lib/tzdb.dat"}) {
            assertTrue(copy.resolve(each).toRealPath().startsWith(copy), each);
            assertEquals(each, Files.readString(copy.resolve(each)));
        }
        assertFalse(Files.exists(copy.resolve("jmods"), LinkOption.NOFOLLOW_LINKS));
    }

    @Test
    void aLinkWithinTheJdkPointsIntoTheImage() throws IOException {
        assertEquals(to.resolve("lib/jrt-fs.jar"), to.resolve("lib/inside.dat").toRealPath());
    }
}
