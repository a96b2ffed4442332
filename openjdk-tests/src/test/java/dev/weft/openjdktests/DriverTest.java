package dev.weft.openjdktests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The driver on a suite of our own, with all that can go wrong: none of it reads as passed. */
class DriverTest {
    private static final Path HOME = Path.of("..").toAbsolutePath().normalize();

    @TempDir
    Path folder;

    private void write(String path, String text) throws IOException {
        Path file = folder.resolve("test/jdk").resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    /** A test whose class has this body of {@code main}. */
    private void main(String name, String tags, String body) throws IOException {
        write(
                "a/" + name + ".java",
                "/*\n * @test\n" + tags + " */\npublic class " + name
                        + " { public static void main(String[] args) throws Exception { " + body + " } }");
    }

    private Journal run(String... more) throws IOException, InterruptedException {
        write("TEST.ROOT", "exclusiveAccess.dirs=a/alone");
        List<String> arguments = new ArrayList<>(
                List.of("--tests=" + folder, "--only=a", "--work=" + folder.resolve("work"), "--timeout=300"));
        arguments.addAll(List.of(more));
        Options options = Options.parse(arguments, HOME);
        Files.createDirectories(options.work());
        Suite suite = new Suite(options.tests());
        Journal journal = new Journal(options.work().resolve("journal.tsv"));
        Session session = new Session(suite, options, journal);
        for (TestDescription test : suite.find(options.only())) {
            session.run(test);
        }
        return journal;
    }

    /** A class that has this body of {@code main}. */
    private byte[] compiled(String name, String body) throws IOException {
        Path source = folder.resolve(name + ".java");
        Files.writeString(
                source,
                "public class " + name + " { public static void main(String[] args) throws Exception { " + body
                        + " } }");
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, source.toString()));
        return Files.readAllBytes(folder.resolve(name + ".class"));
    }

    private static Map<String, Verdict> verdicts(Journal journal, Mode mode) {
        return journal.outcomes().stream()
                .filter(outcome -> outcome.mode() == mode)
                .collect(Collectors.toMap(
                        outcome -> outcome.test().replaceAll("a/|\\.java", "") + outcome.run(),
                        Outcome::verdict,
                        (left, right) -> right,
                        TreeMap::new));
    }

    @Test
    void whatFailsOrIsNotRunDoesNotPass() throws Exception {
        main(
                "Passes",
                " * @run main/othervm -Dx=y Passes z\n",
                "if (!args[0].equals(\"z\") || !System.getProperty(\"x\").equals(\"y\")) throw new Error();");
        main("Throws", "", "throw new Exception(\"meant\");");
        main("Exits", "", "System.exit(0);");
        main("Halts", "", "Runtime.getRuntime().halt(0);");
        main("Dies", "", "Thread t = new Thread(() -> { throw new IllegalStateException(); }); t.start(); t.join();");
        main("BreaksOff", "", "there is no such statement");
        main("Windows", " * @requires os.family == \"windows\"\n", "");
        main("Shell", " * @run shell a.sh\n", "");
        main("Two", " * @run main Two a\n * @run main/fail Two b\n", "if (args[0].equals(\"b\")) throw new Error();");
        write("a/Empty.java", "/* @test\n @run testng Empty */ public class Empty { }");
        write("a/NoMain.java", "/* @test */ public class NoMain { }");
        write(
                "a/Ng.java",
                "/* @test\n @run testng Ng */ public class Ng { @org.testng.annotations.Test public void good() { } }");
        write(
                "a/NgBad.java",
                "/* @test\n @run testng NgBad */ public class NgBad {"
                        + " @org.testng.annotations.Test public void good() { }"
                        + " @org.testng.annotations.Test public void bad() { throw new Error(); } }");
        write(
                "a/Unit.java",
                "/* @test\n @run junit Unit */ public class Unit { @org.junit.Test public void good() { } }");
        write(
                "a/UnitBad.java",
                "/* @test\n @run junit UnitBad */ public class UnitBad {"
                        + " @org.junit.jupiter.api.Test public void bad() { throw new Error(); } }");
        Map<String, Verdict> verdicts = verdicts(run("--mode=plain"), Mode.PLAIN);
        assertEquals(
                "{BreaksOff0=NOT_RUN, Dies1=FAILED, Empty1=SKIPPED, Exits1=FAILED, Halts1=FAILED, Ng1=PASSED,"
                        + " NgBad1=FAILED, NoMain1=FAILED, Passes1=PASSED, Shell0=NOT_RUN, Throws1=FAILED, Two1=PASSED, Two2=PASSED,"
                        + " Unit1=PASSED, UnitBad1=FAILED, Windows0=NOT_RUN}",
                verdicts.toString());
    }

    @Test
    void aSuiteElsewhereHasItsLibrariesWhereItSays() throws Exception {
        Path suite = folder.resolve("test/hotspot/jtreg");
        Files.createDirectories(suite.resolve("a"));
        Files.createDirectories(folder.resolve("test/lib/p"));
        Files.writeString(suite.resolve("TEST.ROOT"), "external.lib.roots = ../../../\n");
        Files.writeString(
                folder.resolve("test/lib/p/Helper.java"),
                "package p; public class Helper { public static String word() { return \"z\"; } }");
        Files.writeString(
                suite.resolve("a/Uses.java"),
                "/* @test\n @library /test/lib\n @run main/othervm -Xint Uses */ public class Uses {"
                        + " public static void main(String[] args) {"
                        + " if (!p.Helper.word().equals(\"z\")) throw new Error(); } }");
        Files.writeString(
                suite.resolve("a/Odd.java"), "/* @test\n @compile Odd.jcod\n @run main Odd */ public class Odd { }");
        Files.writeString(
                suite.resolve("a/Native.java"),
                "/* @test\n @run main/othervm -agentlib:own=x Native */ public class Native { }");
        Files.writeString(
                suite.resolve("a/Refused.java"),
                "/* @test\n @compile/fail/ref=Refused.out Refused.java */ class Refused {}");
        Files.writeString(
                suite.resolve("a/Z.java"),
                "/* @test\n @requires vm.gc.Z\n @run main/othervm -XX:+UseZGC Z */"
                        + " public class Z { public static void main(String[] args) {} }");
        Journal journal = run("--tests=" + suite, "--mode=plain");
        assertEquals(
                "{Native0=NOT_RUN, Odd0=NOT_RUN, Refused0=NOT_RUN, Uses1=PASSED, Z1=PASSED}",
                verdicts(journal, Mode.PLAIN).toString());
    }

    @Test
    void whatAnEarlierStepHasAssembledStays() throws Exception {
        Path jar = folder.resolve("assembler.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new ZipEntry("META-INF/MANIFEST.MF"));
            out.write("Manifest-Version: 1.0\nMain-Class: Copies\n".getBytes(StandardCharsets.UTF_8));
            out.putNextEntry(new ZipEntry("Copies.class"));
            // its sources are class files, which it copies
            out.write(compiled(
                    "Copies",
                    "java.nio.file.Files.copy(java.nio.file.Path.of(args[3]), java.nio.file.Path.of(args[2],"
                            + " \"Word.class\"), java.nio.file.StandardCopyOption.REPLACE_EXISTING);"));
        }
        main("Word", "", "throw new Error();");
        write(
                "a/Assembled.java",
                "/* @test\n @compile Assembled.java Word.java\n @compile Word.jasm\n @run main Assembled */"
                        + " public class Assembled { public static void main(String[] args) throws Exception { Word.main(args); } }");
        Files.write(folder.resolve("test/jdk/a/Word.jasm"), compiled("Word", ""));
        assertEquals(
                "{Assembled3=PASSED, Word1=FAILED}",
                verdicts(run("--mode=plain", "--assembler=" + jar), Mode.PLAIN).toString());
    }

    @Test
    void whatHangsIsKilledAndDoesNotPass() throws Exception {
        main("Hangs", "", "Thread.sleep(Long.MAX_VALUE);");
        assertEquals(
                "{Hangs1=TIMEOUT}",
                verdicts(run("--mode=plain", "--timeout=5"), Mode.PLAIN).toString());
    }

    @Test
    void aTestThatFailsOnlyAsFiberIsADifference() throws Exception {
        main("Differs", "", "if (System.getProperty(\"java.home\").endsWith(\"/image\")) throw new Error(\"meant\");");
        main("Same", "", "");
        Report report = new Report(run().outcomes(), new KnownDifferences(List.of()));
        assertEquals(
                List.of("a/Differs.java"),
                report.of(Comparison.Kind.UNEXPLAINED).stream()
                        .map(Comparison::test)
                        .toList());
        assertEquals(1, report.of(Comparison.Kind.PASSED_BOTH).size(), report.markdown());
    }

    @Test
    void aThreadThatIsNoFiberHasNotPassed() throws Exception {
        main("Same", "", "");
        Journal journal = run("--mode=fiber", "--weft-option=-Dweft.threads=none");
        assertEquals("{Same1=FAILED}", verdicts(journal, Mode.FIBER).toString());
        assertTrue(journal.outcomes().get(0).detail().contains("no fiber"));
    }

    @Test
    void fiberFirstAsksPlainOnlyWhereFibersFail() throws Exception {
        main("Differs", "", "if (System.getProperty(\"java.home\").endsWith(\"/image\")) throw new Error(\"meant\");");
        main("Same", "", "");
        Journal journal = run("--mode=fiber-first");
        Report report = new Report(journal.outcomes(), new KnownDifferences(List.of()));
        assertEquals("{Differs1=PASSED}", verdicts(journal, Mode.PLAIN).toString());
        assertEquals(1, report.of(Comparison.Kind.PASSED_FIBER).size());
        assertEquals(1, report.of(Comparison.Kind.UNEXPLAINED).size());
        assertFalse(report.isGood());
    }

    @Test
    void aFolderWithoutTestsIsRefused() {
        assertThrows(IOException.class, () -> new Suite(folder));
    }
}
