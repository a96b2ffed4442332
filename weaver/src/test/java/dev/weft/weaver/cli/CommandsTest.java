package dev.weft.weaver.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.weaver.FakeJdk;
import dev.weft.weaver.PassThrough;
import dev.weft.weaver.error.WeaveException;
import dev.weft.weaver.weave.Weaver;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class CommandsTest {
    @TempDir
    private Path temp;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private Weaver weaver = new PassThrough();

    private int run(String... args) {
        Map<String, String> environment =
                Map.of("WEFT_CACHE", temp.resolve("cache").toString());
        CommandLine line = CommandLines.commandLine(new Context(weaver, () -> FakeJdk.weft("a"), environment));
        line.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        return line.execute(args);
    }

    private void assertFailsWith(String part, String... args) {
        assertEquals(CommandLines.USER_ERROR, run(args));
        List<String> lines = err.toString().lines().collect(Collectors.toList());
        String last = lines.get(lines.size() - 1);
        assertTrue(last.startsWith("weft: ") && last.contains(part), err.toString());
    }

    @Test
    void aWeaveOfOneModuleMakesAPatchOfThatOne() throws IOException {
        assertEquals(0, run("weave", "--modules=java.logging"));
        Path entry = Path.of(out.toString().strip());
        try (Stream<Path> jars = Files.list(entry.resolve("patch"))) {
            assertEquals(
                    List.of("java.logging.jar"),
                    jars.map(jar -> jar.getFileName().toString()).collect(Collectors.toList()));
        }
        assertTrue(Files.readString(entry.resolve("flags.patch")).startsWith("--patch-module=java.base="));
        assertTrue(err.toString().matches("(?s).*weft: weaving: (\\d+) of \\1 classes\n"), err.toString());
        assertFalse(Files.exists(entry.resolve("image")));
    }

    @Test
    void flagsPrintsAnArgumentFileAndNothingElse() {
        assertEquals(0, run("flags", "--modules=java.logging"));
        assertTrue(out.toString().lines().allMatch(line -> line.startsWith("-")), out.toString());
        assertTrue(out.toString().contains("-javaagent:"), out.toString());
    }

    @Test
    void whatCannotBeLinkedIsToldBeforeAnythingIsWoven() throws IOException {
        Path folder = Files.createDirectories(temp.resolve("there"));
        String noJar = Files.write(temp.resolve("no.jar"), new byte[10]).toString();
        String target = temp.resolve("app").toString();
        assertFailsWith("weft link takes", "link", "-o", target);
        assertFailsWith("weft link takes", "link", "-jar", "a.jar", "-cp", "b.jar", "Main", "-o", target);
        assertFailsWith("no jar at", "link", "-jar", temp.resolve("none.jar").toString(), "-o", target);
        assertFailsWith("is no jar", "link", "-jar", noJar, "-o", target);
        Path noManifest = temp.resolve("manifest.zip");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(noManifest))) {
            zip.putNextEntry(new ZipEntry("META-INF/MANIFEST.MF"));
            zip.write("no manifest\n".getBytes(StandardCharsets.UTF_8));
        }
        assertFailsWith(
                "cannot read " + noManifest + ": invalid header field",
                "link",
                "-jar",
                noManifest.toString(),
                "-o",
                target);
        assertFailsWith("no : is allowed", "link", "-jar", noJar, "-o", target + ":a");
        assertFailsWith("is a folder", "link", "-cp", "", "Main", "-o", target);
        assertFailsWith("is no jar", "link", "-cp", temp + "/*", "Main", "-o", target);
        assertFailsWith("is a folder", "link", "-cp", folder.toString(), "Main", "-o", target);
        assertFailsWith("cannot list", "link", "-cp", temp.resolve("none") + "/*", "Main", "-o", target);
        assertFailsWith("with --name", "link", "-jar", temp.resolve("a b.jar").toString(), "-o", target);
        assertFailsWith("with --name", "link", "-jar", "/", "-o", target);
        assertFailsWith("exists", "link", "-jar", noJar, "-o", folder.toString());
        assertFailsWith("--name", "link", "-jar", noJar, "--name", "a/b", "-o", target);
        assertFailsWith("bad --name=..:", "link", "-jar", noJar, "--name", "..", "-o", target);
        assertFailsWith("--train", "link", "-jar", noJar, "--train", "-1", "-o", target);
        assertFailsWith("--train", "link", "-jar", noJar, "--train", "0", "-o", target);
        assertFalse(Files.exists(temp.resolve("cache")));
        assertFalse(Files.exists(Path.of(target)));
    }

    @Test
    void anOptionWithWhichNoProgramStartsIsRefusedBeforeAnythingIsLinked() throws IOException {
        Path jar = temp.resolve("a.jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "M");
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
        String target = temp.resolve("app").toString();
        String[] link = {"link", "-jar", jar.toString(), "-o", target, "--java-option"};
        assertFailsWith("--java-option '' is no option of java", with(link, ""));
        assertFailsWith("--java-option 'foo' is no option of java", with(link, "foo"));
        assertFailsWith("unknown property weft.nope", with(link, "-Dweft.nope=1"));
        assertFailsWith("bad value of property weft.main: ;", with(link, "-Dweft.main"));
        assertFalse(Files.exists(temp.resolve("cache")));
    }

    private static String[] with(String[] words, String last) {
        return Stream.concat(Stream.of(words), Stream.of(last)).toArray(String[]::new);
    }

    @Test
    void whatAWordCannotBeReadAsIsToldWithoutTypesOfJava() {
        assertFailsWith("'abc' is no process id: weft ps lists them; weft dump --help has the options", "dump", "abc");
        assertFailsWith("'99999999999999999999' is no process id", "top", "99999999999999999999");
        assertFailsWith("'1s' is no number", "top", "1", "-d", "1s");
        assertFailsWith("'[' is no regular expression: Unclosed", "dump", "1", "--name=[");
        assertFailsWith("is empty", "dump", "1", "-o", "");
        assertFailsWith("Unmatched argument at index 1: ''", "report", "");
        assertFailsWith("'x' is no whole number", "link", "-jar", "a.jar", "-o", "app", "--train", "x");
        assertFailsWith("; weft help has the commands", "nonsense");
    }

    @Test
    void aProfileIsRefusedBeforeItIsTakenIfItCannotBeWritten() {
        assertFailsWith("cannot write /: it is a folder", "profile", "1", "-o", "/");
        assertFailsWith("cannot write " + temp + ": it is a folder", "profile", "1", "-o", temp.toString());
        assertFailsWith(
                "there is no folder",
                "profile",
                "1",
                "-o",
                temp.resolve("no/file").toString());
    }

    @Test
    void whatCleanCannotReadIsNamed() throws IOException {
        Path stacks = Files.writeString(temp.resolve("stacks"), "a;b 1\na;c -5\n");
        assertFailsWith("line 2 ends with -5", "clean", stacks.toString());
        assertFailsWith("-e is for recordings", "clean", stacks.toString(), "-e", "jdk.ExecutionSample");
        Path deep = Files.writeString(temp.resolve("deep"), "a;".repeat(100_000) + "b 1\n");
        Path graph = temp.resolve("graph.html");
        assertFailsWith("too deep for a flame graph", "clean", deep.toString(), "-o", graph.toString());
        assertFalse(Files.exists(graph));
        Path recording = temp.resolve("recording.jfr");
        try (Recording made = new Recording()) {
            made.start();
            made.dump(recording);
        }
        assertFailsWith("has no events 'no.Event'", "clean", recording.toString(), "-e", "no.Event");
        assertEquals(0, run("clean", recording.toString(), "-e", "jdk.ThreadPark"));
        assertEquals(0, run("clean", recording.toString()));
    }

    /** Fields with the names of others, and of other types. */
    @Name("test.Odd")
    private static final class OddEvent extends Event {
        int stack;
        String sampledThread;
    }

    @Test
    void eventsOfAProgramMayHaveFieldsOfAnyName() throws IOException {
        Path recording = temp.resolve("recording.jfr");
        try (Recording made = new Recording()) {
            made.start();
            OddEvent event = new OddEvent();
            event.stack = 1;
            event.sampledThread = "none";
            event.commit();
            made.dump(recording);
        }
        assertEquals(0, run("clean", recording.toString(), "-e", "test.Odd"), err.toString());
        assertTrue(out.toString().contains("CommandsTest.eventsOfAProgramMayHaveFieldsOfAnyName 1\n"), out.toString());
    }

    @Test
    void aReportOfWhatHasNoClassesIsRefused() throws IOException {
        assertFailsWith("there is no nothing.jar", "report", "nothing.jar");
        Path text = Files.write(temp.resolve("text"), new byte[10]);
        assertFailsWith(text + " is neither a jar nor a folder", "report", text.toString());
        Path jar = Files.write(temp.resolve("broken.jar"), new byte[10]);
        assertFailsWith("cannot read " + jar, "report", jar.toString());
    }

    @Test
    void aModuleThatTheJdkLacksIsNamed() {
        assertFailsWith("no module java.nothing in JDK ", "weave", "--modules=java.nothing");
    }

    @Test
    void aFolderThatIsNoJdkIsNamed() {
        assertFailsWith("no JDK 17 at " + temp, "weave", "--jdk=" + temp);
    }

    @Test
    void eachCommandTellsItsVersion() {
        assertEquals(0, run("weave", "--version"));
        assertTrue(out.toString().startsWith("Weft "), out.toString());
    }

    @Test
    void anUnknownOptionIsRefused() {
        assertFailsWith("--nonsense", "weave", "--nonsense");
        assertFailsWith("nonsense", "nonsense");
    }

    @Test
    void aRecipeThatDoesNotFitIsReportedInOneLineAndLeavesNothing() throws IOException {
        weaver = (image, runtime, sink, progress, only) -> {
            sink.put("java.base", "java/lang/Thread.class", new byte[9]);
            throw new WeaveException("recipe X expects 3 sites in java/lang/Thread, found 2");
        };
        assertFailsWith("recipe X expects 3 sites", "weave", "--modules=java.base");
        try (Stream<Path> all = Files.list(temp.resolve("cache"))) {
            assertTrue(all.allMatch(path -> path.getFileName().toString().startsWith(".lock-")));
        }
    }

    @Test
    void aBugIsCalledAnInternalErrorAndKeepsItsTrace() {
        weaver = (image, runtime, sink, progress, only) -> {
            throw new IllegalStateException("a bug");
        };
        assertEquals(CommandLines.INTERNAL_ERROR, run("weave", "--modules=java.base"));
        assertTrue(err.toString().contains("internal error") && err.toString().contains("at dev.weft"), err.toString());
    }

    @Test
    void theDoctorTellsOfAFreshCacheWithoutComplaint() {
        assertEquals(0, run("doctor"));
        assertTrue(out.toString().contains("not there; the next start makes it"), out.toString());
    }

    @Test
    void theDoctorFindsThatNothingCanBeWovenIntoTheCache() throws IOException {
        Files.createFile(temp.resolve("cache"));
        assertEquals(1, run("doctor"));
        assertTrue(out.toString().contains("BAD: not there, or damaged"), out.toString());
        assertTrue(out.toString().contains("cache is no folder; make it writable"), out.toString());
    }

    @Test
    void theDoctorFindsAChangedFileOfTheSameSizeByItsChecksum() throws IOException {
        weaver = (image, runtime, sink, progress, only) -> sink.put("java.base", "a/B.class", new byte[] {1, 2});
        assertEquals(0, run("weave", "--patch-only"));
        assertEquals(0, run("doctor"), out.toString());
        Path jar = Path.of(out.toString().lines().findFirst().orElseThrow()).resolve("patch/java.base.jar");
        byte[] bytes = Files.readAllBytes(jar);
        bytes[bytes.length / 2] ^= 1;
        Files.write(jar, bytes);
        assertEquals(1, run("doctor"));
        assertTrue(out.toString().contains("BAD: "), out.toString());
    }

    @Test
    void thePropertiesAreListedAsTextAndAsTheReadmesTable() {
        assertEquals(0, run("properties"));
        assertEquals(0, run("properties", "--markdown"));
        assertTrue(out.toString().contains("| `weft.parallelism` |"), out.toString());
        assertTrue(out.toString().contains("image\\|patch"), out.toString());
    }
}
