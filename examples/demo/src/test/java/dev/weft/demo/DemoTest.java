package dev.weft.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whole demos with few connections; a launcher that only calls java stands for the one that runs fibers. */
@Timeout(120)
class DemoTest {
    @TempDir
    private Path folder;

    private final PrintStream systemOut = System.out;
    private final PrintStream systemErr = System.err;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @BeforeEach
    void capture() {
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void restoreAndLookForChildren() {
        System.setOut(systemOut);
        System.setErr(systemErr);
        assertEquals(List.of(), ProcessHandle.current().children().toList());
    }

    @Test
    void aDemoOfBothModesPrintsATableAndARatioAndLeavesNoProcess() throws Exception {
        assertEquals(0, demo("--weft=" + launcher("\"$JAVA\" \"$@\""), "--connections=20", "--active=5"), text());
        assertTrue(text().contains("\nplain threads                20  "), text());
        assertTrue(text().contains("\nfibers                       20  "), text());
        assertTrue(text().contains("\nfibers / plain threads: kernel threads "), text());
    }

    @Test
    void aPlainServerHasAKernelThreadForEachConnection() throws Exception {
        assertEquals(0, demo("--modes=plain", "--connections=150", "--active=5"), text());
        String[] cells = text().lines().skip(2).findFirst().orElseThrow().split(" {2,}");
        assertEquals("150", cells[1]);
        assertTrue(Integer.parseInt(cells[2]) > 150, text());
    }

    @Test
    void ratiosAreAMarkdownTable() throws Exception {
        assertEquals(0, demo("ratios", "--weft=" + launcher("exec \"$JAVA\" \"$@\""), "--active=2,4"), text());
        assertTrue(text().startsWith("| active connections | plain threads (requests/s) |"), text());
        assertTrue(text().contains("\n| 2 | ") && text().contains("\n| 4 | "), text());
    }

    @Test
    void aLauncherThatFailsIsReportedInTheTable() throws Exception {
        Path broken = launcher("echo no such thing >&2; exit 7");
        assertEquals(1, demo("--weft=" + broken, "--connections=5", "--active=5"));
        assertTrue(text().contains("\nfibers                   failed "), text());
        assertTrue(text().contains("ended with exit code 7"), text());
        assertTrue(text().contains("no such thing"), text());
    }

    @Test
    void aLauncherThatNeverListensIsEndedInTime() throws Exception {
        Path silent = launcher("sleep 100");
        assertEquals(1, demo("--modes=fibers", "--weft=" + silent, "--connections=5", "--start-seconds=1"));
        assertTrue(text().contains("did not say listening on"), text());
    }

    @Test
    void wrongOptionsAreRefusedWithALine() throws Exception {
        assertEquals(2, demo("--modes=fast"));
        assertEquals(2, demo());
        assertEquals(2, demo("--modes=plain", "--connections=0"));
        assertEquals(2, Demo.run("--conections=3"));
        assertEquals(2, Demo.run("--modes=plain", "--server-jar=" + folder.resolve("none.jar")));
        assertEquals("", text());
        assertTrue(err.toString(StandardCharsets.UTF_8).contains("demo: --weft=PATH is missing"));
        assertFalse(err.toString(StandardCharsets.UTF_8).contains("\tat "));
    }

    private String text() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private int demo(String... options) throws Exception {
        List<String> all = new ArrayList<>(List.of(options));
        all.add("--server-jar=" + jar("com.example.server.LegacyServer"));
        all.add("--client-jar=" + jar("com.example.client.LoadClient"));
        all.add("--seconds=1");
        all.add("--warmup-seconds=0");
        return Demo.run(all.toArray(new String[0]));
    }

    private Path launcher(String command) throws IOException {
        Path script = folder.resolve("launcher");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Files.writeString(script, "#!/bin/sh\nJAVA='" + java + "'\n" + command + "\n");
        return Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    }

    /** A runnable jar of the classes that hold {@code mainClass}, whether these are in a jar or in a folder. */
    private Path jar(String mainClass) throws Exception {
        Path origin = Path.of(Class.forName(mainClass)
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        if (Files.isRegularFile(origin)) {
            return origin;
        }
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, mainClass);
        Path jar = folder.resolve(mainClass + ".jar");
        try (JarOutputStream entries = new JarOutputStream(Files.newOutputStream(jar), manifest);
                Stream<Path> files = Files.walk(origin)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                entries.putNextEntry(new JarEntry(origin.relativize(file).toString()));
                entries.write(Files.readAllBytes(file));
            }
        }
        return jar;
    }
}
