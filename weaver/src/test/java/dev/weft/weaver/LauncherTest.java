package dev.weft.weaver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weft.weaver.cache.Cache;
import dev.weft.weaver.cache.CacheBuild;
import dev.weft.weaver.cache.CacheEntry;
import dev.weft.weaver.cache.CacheKey;
import dev.weft.weaver.cache.StartIndex;
import dev.weft.weaver.jrt.JdkHome;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs {@code bin/weft} with shell scripts for the JDK's and the image's java, which print their arguments. The JDK's
 * one also plays the weaver: it says that an entry is where the test put it.
 *
 * <p>A list of independent cases, whole because they have one subject, and need one set of scripts.
 */
@Timeout(60)
class LauncherTest {
    @TempDir
    private Path temp;

    private final Map<String, String> environment = new HashMap<>();
    private Path script;
    private Path weaverJar;
    private Path jdk;
    private CacheEntry entry;

    private record Result(int exit, String out, String err) {}

    @BeforeEach
    void makeWorld() throws IOException {
        Path home = temp.toRealPath().resolve("weft home");
        script = home.resolve("bin/weft");
        Files.createDirectories(script.getParent());
        Files.copy(Path.of("..", "bin", "weft"), script);
        weaverJar = home.resolve("weaver/target/weft-weaver.jar");
        Files.createDirectories(weaverJar.getParent());
        Files.writeString(weaverJar, "jar");
        jdk = FakeJdk.make(temp.resolve("jdk"), "17.0.99", weaverScript("image"));
        entry = makeEntry();
        environment.put("WEFT_JAVA_HOME", jdk.toString());
        environment.put("WEFT_CACHE", temp.resolve("cache").toString());
        environment.put("PATH", System.getenv("PATH"));
    }

    private String weaverScript(String mode) {
        return "case \" $* \" in *' weave '*) echo weaving: \"$@\" >&2; echo '" + mode + "|'\"$FAKE_ENTRY\" ;;"
                + " *) printf 'jdk java:'; printf ' <%s>' \"$@\"; echo ;; esac";
    }

    private CacheEntry makeEntry() throws IOException {
        CacheKey key = CacheKey.of(JdkHome.of(jdk), FakeJdk.weft("a"));
        CacheEntry made = new CacheBuild(new Cache(temp.resolve("cache")), key, line -> {}).run(false, new FakeImage());
        environment.put("FAKE_ENTRY", made.path().toString());
        return made;
    }

    /** Makes what the launcher looks at. */
    private static final class FakeImage implements CacheBuild.Maker {
        @Override
        public boolean isEnough(CacheEntry entry) {
            return true;
        }

        @Override
        public void make(CacheEntry draft, CacheEntry place) throws IOException {
            FakeJdk.make(
                    draft.image(),
                    "17.0.99",
                    "case $* in *exit7*) exit 7 ;; *die*) kill -TERM $$ ;; *environment) exec env ;; esac\n"
                            + "printf 'image java:'; printf ' <%s>' \"$@\"; echo");
            Files.createDirectories(draft.image().resolve("lib/server"));
            Files.writeString(draft.image().resolve("lib/server/libjvm.so"), "vm");
            Files.createDirectories(draft.patches());
            for (String module : List.of("java.sql", "java.base", "java.sql.rowset", "jdk.jfr")) {
                Files.writeString(draft.patch(module), "classes of " + module);
            }
            Files.writeString(draft.agent(), "agent");
            Files.writeString(draft.patchFlags(), "-Dpatch");
            Files.writeString(draft.imageFlags(), "-Dimage");
            Files.writeString(draft.smallImageFlags(), "-Dsmall");
        }

        @Override
        public void finish(CacheEntry place) throws IOException {
            Files.writeString(place.sharedClasses(), "archive");
            Files.writeString(place.fewSharedClasses(), "small archive");
        }
    }

    private void record(String wanted) {
        new StartIndex(new Cache(temp.resolve("cache"))).record(wanted, entry, jdk.toString(), weaverJar.toString());
    }

    private Result weft(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("sh", script.toString()));
        command.addAll(List.of(arguments));
        Path out = Files.createTempFile(temp, "out", "");
        Path err = Files.createTempFile(temp, "err", "");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        int exit = builder.start().waitFor();
        return new Result(exit, Files.readString(out), Files.readString(err));
    }

    private static void assertFailsWith(Result result, String... parts) {
        assertEquals(2, result.exit(), result.err());
        assertEquals(1, result.err().lines().count(), result.err());
        assertTrue(result.err().startsWith("weft: "), result.err());
        for (String part : parts) {
            assertTrue(result.err().contains(part), result.err());
        }
    }

    private void assertImage(Result result, String arguments) {
        assertEquals(new Result(0, "image java: <-Dimage> " + arguments + "\n", ""), result);
    }

    @Test
    void aStartThatFindsEverythingInTheIndexAsksNobody() throws Exception {
        record("image");
        assertImage(weft("-jar", "app.jar", "a b", "*", ""), "<-jar> <app.jar> <a b> <*> <>");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a.Small", "-Dx=y -cp a:b a.Small x", "-jar small.jar", "-ea -jar ../some/small.jar a.Large"})
    void aProgramThatWasSmallWhenItLastEndedGetsTheSmallArchive(String line) throws Exception {
        record("image");
        String[] arguments = line.split(" ");
        String passed = "> <" + String.join("> <", arguments) + ">\n";
        assertEquals("image java: <-Dimage" + passed, weft(arguments).out());
        Files.createDirectories(entry.small());
        Files.createFile(entry.small().resolve("a.Small"));
        Files.createFile(entry.small().resolve("small.jar"));
        assertEquals("image java: <-Dsmall" + passed, weft(arguments).out());
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.Large a.Small", "-cp a.Small a.Large", "-jar large.jar small.jar", "-version", "-cp"})
    void anyOtherProgramGetsTheLargeOne(String line) throws Exception {
        record("image");
        Files.createDirectories(entry.small());
        Files.createFile(entry.small().resolve("a.Small"));
        Files.createFile(entry.small().resolve("small.jar"));
        assertImage(weft(line.split(" ")), "<" + line.replace(" ", "> <") + ">");
    }

    /** As {@code jcmd Main} does, which finds no program by its name behind the name of a file. */
    @Test
    void theFirstArgumentThatIsNoOptionIsTheMainClass() throws Exception {
        Files.writeString(entry.imageFlags(), "-Dfirst=*\n-Dsecond=$HOME\\x\n-XX:+Third\n");
        record("image");
        assertEquals(
                new Result(0, "image java: <-Dfirst=*> <-Dsecond=$HOME\\x> <-XX:+Third> <Main> <a  b>\n", ""),
                weft("Main", "a  b"));
    }

    @Test
    void optionsThatMustBeQuotedAreLeftToJava() throws Exception {
        Files.writeString(entry.imageFlags(), "-Dfirst\n\"-Dsecond=a b\"\n");
        record("image");
        assertEquals(new Result(0, "image java: <@" + entry.imageFlags() + "> <Main>\n", ""), weft("Main"));
    }

    @Test
    void theLineThatIsReadSoonestIsFirst() throws Exception {
        Files.writeString(entry.patch("a.module.with.a.long.size"), "x");
        for (String wanted : List.of("image", "patch", "chaos", "image")) {
            record(wanted);
        }
        List<String> lines = Files.readAllLines(temp.resolve("cache/index"));
        assertEquals(3, lines.size());
        assertTrue(lines.get(0).length() <= lines.get(1).length()
                && lines.get(1).length() <= lines.get(2).length());
    }

    /**
     * Makes the launcher's folder a checkout, with one source of that age relative to the jar, and a Maven that tells.
     */
    private void makeCheckout(long secondsAfterTheJar) throws IOException {
        Path home = script.getParent().getParent();
        Files.writeString(home.resolve("pom.xml"), "");
        Files.createDirectories(home.resolve("patch-java-base/src/main"));
        Files.createDirectories(home.resolve("weaver/src/main"));
        Path source = Files.createDirectories(home.resolve("agent/src/main")).resolve("A.java");
        Files.writeString(source, "class A {}");
        for (String pom : List.of("agent/pom.xml", "patch-java-base/pom.xml", "weaver/pom.xml")) {
            Files.writeString(home.resolve(pom), "");
        }
        Instant built = Instant.parse("2026-01-01T00:00:00Z");
        try (Stream<Path> all = Files.walk(home)) {
            for (Path each : all.toList()) {
                Files.setLastModifiedTime(each, FileTime.from(built));
            }
        }
        Files.setLastModifiedTime(source, FileTime.from(built.plusSeconds(secondsAfterTheJar)));
        Path maven = Files.createDirectories(temp.resolve("maven")).resolve("mvn");
        Files.writeString(maven, "#!/bin/sh\necho building >&2\ntouch '" + weaverJar + "'\n");
        assertTrue(maven.toFile().setExecutable(true));
    }

    @Test
    void aWeaverThatIsOlderThanItsSourcesIsBuiltAgain() throws Exception {
        makeCheckout(1);
        record("image");
        environment.merge("PATH", temp.resolve("maven") + ":", (path, maven) -> maven + path);
        Result first = weft("Main");
        assertTrue(first.err().contains("building\n"), first.err());
        assertTrue(first.out().startsWith("image java: "), first.out());
        assertFalse(weft("Main").err().contains("building\n"));
    }

    @Test
    void withoutMavenAWeaverThatIsOlderThanItsSourcesIsRefused() throws Exception {
        makeCheckout(1);
        record("image");
        Path tools = Files.createDirectories(temp.resolve("tools"));
        for (String tool : List.of("sh", "stat", "find", "readlink")) {
            Files.createSymbolicLink(tools.resolve(tool), Path.of("/bin", tool));
        }
        environment.put("PATH", tools.toString());
        assertFailsWith(weft("Main"), "older than agent/src/main/A.java", "install Maven");
    }

    @Test
    void aWeaverThatIsAsNewAsItsSourcesIsUsed() throws Exception {
        makeCheckout(0);
        record("image");
        assertImage(weft("Main"), "<Main>");
    }

    /** Which then says what is wrong with it: {@code CacheRightsTest}. */
    @ParameterizedTest
    @ValueSource(strings = {"rwxrwxrwx", "rwxrwxr-x", "rwx-w----", "rwxr-x-w-"})
    void aCacheThatOthersMayWriteToIsForTheWeaverToJudge(String rights) throws Exception {
        Path cache = temp.resolve("cache");
        for (Path folder : List.of(cache, entry.path())) {
            record("image");
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(rights));
            assertAsksTheWeaver();
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
            assertImage(weft("Main"), "<Main>");
        }
    }

    @Test
    void aCacheWhoseFolderOthersMayReplaceIsForTheWeaverToJudge() throws Exception {
        record("image");
        Files.setPosixFilePermissions(temp, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertAsksTheWeaver();
    }

    /** As {@code /tmp} is: who may write there may not replace what is others'. */
    @Test
    void aStickyFolderAboveTheCacheIsSafe() throws Exception {
        record("image");
        Files.setAttribute(temp, "unix:mode", 01777);
        assertImage(weft("Main"), "<Main>");
    }

    private void assertAsksTheWeaver() throws Exception {
        String err = weft("Main").err();
        assertTrue(err.startsWith("weaving: "), err);
    }

    @Test
    void whatIsMadeIsForItsOwnerAlone() throws Exception {
        for (Path folder : List.of(temp.resolve("cache"), entry.path())) {
            assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)));
        }
    }

    @Test
    void theFirstStartAsksTheWeaver() throws Exception {
        Result result = weft("-jar", "app.jar");
        assertTrue(result.err().startsWith("weaving: "), result.err());
        assertTrue(result.err().contains("--jdk=" + jdk), result.err());
        assertTrue(result.out().startsWith("image java: "), result.out());
    }

    @Test
    void inPatchModeTheJdksJavaIsStartedWithThePatch() throws Exception {
        environment.put("WEFT_MODE", "patch");
        record("patch");
        assertEquals(new Result(0, "jdk java: <-Dpatch> <Main>\n", ""), weft("Main"));
    }

    @Test
    void whereThereIsNoImageThePatchIsUsed() throws Exception {
        FakeJdk.make(jdk, "17.0.99", weaverScript("patch"));
        Result result = weft("Main");
        assertEquals("jdk java: <-Dpatch> <Main>\n", result.out());
    }

    @Test
    void anyChangeOfAWatchedFileMakesItAskTheWeaver() throws Exception {
        for (Path file : List.of(
                jdk.resolve("lib/modules"),
                jdk.resolve("release"),
                weaverJar,
                entry.sharedClasses(),
                entry.smallImageFlags(),
                entry.fewSharedClasses(),
                entry.agent(),
                entry.image().resolve("lib/modules"))) {
            record("image");
            assertEquals("", weft("Main").err());
            Files.writeString(file, Files.readString(file) + "\n");
            assertTrue(weft("Main").err().startsWith("weaving: "), file.toString());
        }
    }

    @Test
    void aTruncatedJarOfThePatchMakesItAskTheWeaver() throws Exception {
        environment.put("WEFT_MODE", "patch");
        record("patch");
        assertEquals("", weft("Main").err());
        Files.writeString(entry.patch("java.sql"), "cl");
        assertTrue(weft("Main").err().startsWith("weaving: "));
    }

    @Test
    void aCacheThatWasMovedMakesItAskTheWeaver() throws Exception {
        record("image");
        assertEquals("", weft("Main").err());
        Path moved = temp.resolve("moved");
        Files.move(temp.resolve("cache"), moved);
        environment.put("WEFT_CACHE", moved.toString());
        assertTrue(weft("Main").err().startsWith("weaving: "));
        Files.createSymbolicLink(temp.resolve("cache"), moved);
        assertEquals("", weft("Main").err());
    }

    @Test
    void anInterruptedWeaveMakesItAskTheWeaver() throws Exception {
        record("image");
        Files.delete(entry.complete());
        assertTrue(weft("Main").err().startsWith("weaving: "));
    }

    @Test
    void theOptionsForTheProgramsJavaDoNotReachTheWeaver() throws Exception {
        environment.put("JDK_JAVA_OPTIONS", "-Xmx8m");
        FakeJdk.make(jdk, "17.0.99", "echo \"options: ${JDK_JAVA_OPTIONS-none}\" >&2; echo 'image|'\"$FAKE_ENTRY\"");
        assertEquals("options: none\n", weft("Main").err());
    }

    @Test
    void whenTheWeaverFailsItsLineAndExitCodeAreTheOnesSeen() throws Exception {
        FakeJdk.make(jdk, "17.0.99", "echo 'weft: cannot write to the cache' >&2; exit 2");
        assertEquals(new Result(2, "", "weft: cannot write to the cache\n"), weft("Main"));
    }

    @Test
    void theProgramsExitCodeAndSignalPassThrough() throws Exception {
        record("image");
        assertEquals(7, weft("Main", "exit7").exit());
        assertEquals(128 + 15, weft("Main", "die").exit());
    }

    /** A shell that gives a value to a variable of the environment hands the new value on. */
    @Test
    void theProgramFindsTheEnvironmentThatTheUserHas() throws Exception {
        Set<String> names = ScriptWords.in(script);
        assertTrue(names.containsAll(List.of("mode", "image", "name", "version")), names.toString());
        names.forEach(each -> environment.put(each, "the user's"));
        List<String> expected = names.stream().map(each -> each + "=the user's").toList();
        for (String way : List.of("by the index", "by the weaver", "by the path")) {
            if (way.equals("by the path")) {
                environment.remove("WEFT_JAVA_HOME");
                environment.put("PATH", jdk.resolve("bin") + ":" + System.getenv("PATH"));
            }
            if (!way.equals("by the weaver")) {
                record("image");
            }
            List<String> found = weft("environment").out().lines().toList();
            assertEquals(
                    List.of(),
                    expected.stream().filter(each -> !found.contains(each)).toList(),
                    way);
            Files.deleteIfExists(temp.resolve("cache/index"));
        }
    }

    @Test
    void aCommandIsOneOnlyAsTheFirstArgument() throws Exception {
        record("image");
        assertImage(weft("-cp", "weave", "flags", "doctor"), "<-cp> <weave> <flags> <doctor>");
    }

    @Test
    void everythingThatJavaAcceptsIsPassedOn() throws Exception {
        record("image");
        assertImage(weft("-jar", "x.jar", "--weft-foo"), "<-jar> <x.jar> <--weft-foo>");
    }

    @Test
    void aProgramThatMayBeAModuleIsGivenTheModuleOfAgents() throws Exception {
        record("image");
        String module = "<--add-modules=java.instrument> ";
        assertImage(weft("@args", "--version"), module + "<@args> <--version>");
        assertImage(weft("--add-modules", "--weft", "-m", "a/b"), module + "<--add-modules> <--weft> <-m> <a/b>");
        assertImage(weft("--limit-modules", "java.base", "M"), module + "<--limit-modules> <java.base> <M>");
        assertImage(weft("--limit-modules=java.base", "M"), module + "<--limit-modules=java.base> <M>");
        // which takes the VM's table of modules from it
        assertImage(weft("-jar", "x.jar", "-m", "@f"), "<-jar> <x.jar> <-m> <@f>");
        assertImage(weft("-jar", "-ea", "x.jar", "--module=a"), "<-jar> <-ea> <x.jar> <--module=a>");
    }

    @Test
    void anUnknownOptionOfWeftIsRefused() throws Exception {
        record("image");
        assertFailsWith(weft("--weft-foo", "-jar", "app.jar"), "unknown option --weft-foo");
        assertFailsWith(weft("-cp", "x", "-ea", "--weft-foo"), "unknown option --weft-foo");
    }

    @Test
    void javacsOptionThatHidesTheWovenJdkIsRefused() throws Exception {
        record("image");
        assertFailsWith(weft("javac", "-d", "x", "--release", "17", "M.java"), "--release", "leave it out");
        assertFailsWith(weft("javac", "--release=17", "M.java"), "--release", "-source and -target");
    }

    /** Where the VM would abort. */
    @ParameterizedTest
    @ValueSource(strings = {"LC_ALL", "LC_CTYPE", "LANG"})
    void aCacheThatTheLocaleCannotNameIsRefused(String variable) throws Exception {
        String cache = temp.resolve("cache") + "\u00e4";
        assumeTrue(Charset.forName(System.getProperty("sun.jnu.encoding"))
                .newEncoder()
                .canEncode(cache));
        environment.put("WEFT_CACHE", cache);
        environment.put(variable, "C");
        assertFailsWith(weft("Main"), "locale C", "LC_ALL", "WEFT_CACHE");
        environment.put(variable, "C.UTF-8");
        assertTrue(weft("Main").err().startsWith("weaving: "));
    }

    @Test
    void anUnknownModeIsRefused() throws Exception {
        environment.put("WEFT_MODE", "fast");
        assertFailsWith(weft("Main"), "WEFT_MODE", "fast", "image, patch or chaos");
    }

    @Test
    void aJavaThatStartsWeftIsRefused() throws Exception {
        Files.writeString(jdk.resolve("bin/java"), "#!/bin/sh\nexec \"" + script + "\" \"$@\"\n");
        assertFailsWith(weft("-version"), "is a script that starts Weft", "set WEFT_JAVA_HOME");
    }

    @Test
    void aJdkOfAnotherVersionIsRefused() throws Exception {
        environment.put(
                "WEFT_JAVA_HOME",
                FakeJdk.make(temp.resolve("eleven"), "11.0.2", "exit 0").toString());
        assertFailsWith(weft("Main"), "JDK 11.0.2", "WEFT_JAVA_HOME", "JDK 17");
        environment.put(
                "WEFT_JAVA_HOME",
                FakeJdk.make(temp.resolve("x"), "170.1", "exit 0").toString());
        assertFailsWith(weft("doctor"), "JDK 170.1");
    }

    /** As a program does that starts others with its {@code java.home}. */
    @Test
    void aWovenJdkStandsForTheOneThatItWasWovenFrom() throws Exception {
        Files.writeString(entry.jdk(), jdk + "\n");
        record("image");
        environment.put("WEFT_JAVA_HOME", entry.image().toString());
        assertImage(weft("Main"), "<Main>");
        assertTrue(weft("doctor").out().contains("<--jdk=" + jdk + ">"));
        assertEquals(jdk, CacheEntry.unwoven(entry.image()));
        assertEquals(jdk, CacheEntry.unwoven(jdk));
    }

    @Test
    void aFolderThatIsNoJdkIsRefused() throws Exception {
        environment.remove("WEFT_JAVA_HOME");
        environment.put("JAVA_HOME", temp.resolve("nothing").toString());
        assertFailsWith(weft("Main"), "no JDK at ", "from JAVA_HOME");
    }

    @Test
    void theJavaOnThePathIsUsedWhereNoVariableSaysWhich() throws Exception {
        record("image");
        environment.remove("WEFT_JAVA_HOME");
        Path bin = Files.createDirectories(temp.resolve("path"));
        Files.createSymbolicLink(bin.resolve("java"), jdk.resolve("bin/java"));
        environment.put("PATH", bin + ":" + System.getenv("PATH"));
        assertImage(weft("Main"), "<Main>");
    }

    @Test
    void ofTheLinesOfTheJdkOnThePathThatOfTheModeIsTaken() throws Exception {
        record("patch");
        record("image");
        environment.remove("WEFT_JAVA_HOME");
        environment.put("PATH", jdk.resolve("bin") + ":" + System.getenv("PATH"));
        environment.put("line_wanted", "image");
        assertImage(weft("Main"), "<Main>");
        environment.put("WEFT_MODE", "patch");
        assertEquals(new Result(0, "jdk java: <-Dpatch> <Main>\n", ""), weft("Main"));
        environment.put("WEFT_MODE", "chaos");
        assertTrue(weft("Main").err().startsWith("weaving: "));
    }

    @Test
    void whatIsNoProgramOnThePathIsPassedOver() throws Exception {
        record("image");
        environment.remove("WEFT_JAVA_HOME");
        Path first = Files.createDirectories(temp.resolve("a folder"));
        Files.writeString(first.resolve("java"), "not to be executed");
        Files.createDirectories(temp.resolve("second/java"));
        Path third = Files.createDirectories(temp.resolve("*"));
        Files.createSymbolicLink(third.resolve("java"), jdk.resolve("bin/java"));
        environment.put("PATH", first + "::" + temp.resolve("second") + ":" + third + ":" + System.getenv("PATH"));
        assertImage(weft("Main"), "<Main>");
    }

    @Test
    void aLinkOnThePathThatLeadsToAnotherJdkNowIsThatJdk() throws Exception {
        record("image");
        environment.remove("WEFT_JAVA_HOME");
        Path bin = Files.createDirectories(temp.resolve("path"));
        Path link = Files.createSymbolicLink(bin.resolve("java"), jdk.resolve("bin/java"));
        environment.put("PATH", bin + ":" + System.getenv("PATH"));
        assertImage(weft("Main"), "<Main>");
        Path other = FakeJdk.make(temp.resolve("other"), "17.0.98", weaverScript("image"));
        Files.delete(link);
        Files.createSymbolicLink(link, other.resolve("bin/java"));
        Result result = weft("Main");
        assertTrue(result.err().contains("weaving: "), result.err());
        assertTrue(result.err().contains("--jdk=" + other.toRealPath()), result.err());
    }

    @Test
    void throughALinkToTheScriptTheSameWeftIsFound() throws Exception {
        record("image");
        Path link = Files.createSymbolicLink(temp.resolve("weft"), script);
        script = link;
        assertImage(weft("Main"), "<Main>");
    }

    @Test
    void theOptionJdkOfACommandGoesBeforeTheVariables() throws Exception {
        assertFailsWith(weft("doctor", "--jdk=" + temp.resolve("none")), "(from --jdk)");
        environment.put("WEFT_JAVA_HOME", temp.resolve("nothing").toString());
        assertTrue(weft("flags", "--jdk=" + jdk).out().contains("<flags> <--jdk=" + jdk + ">"));
        assertTrue(weft("doctor", "--jdk", jdk.toString()).out().contains("<doctor> <--jdk=" + jdk + ">"));
        assertFailsWith(weft("doctor", "--jdk"), "--jdk");
        assertFailsWith(weft("doctor", "--jdk="), "--jdk needs the folder of a JDK");
        assertFailsWith(weft("doctor", "--jdk", ""), "--jdk needs the folder of a JDK");
    }

    @Test
    void theCommandsThatNameAnEntryTakeTheModeOfChaosFromTheVariable() throws Exception {
        assertFalse(weft("flags").out().contains("<--chaos>"));
        environment.put("WEFT_MODE", "chaos");
        assertTrue(weft("flags").out().contains("<--chaos>"));
        assertFalse(weft("doctor").out().contains("<--chaos>"));
        environment.put("WEFT_MODE", "disorder");
        assertFailsWith(weft("flags"), "bad value of WEFT_MODE: disorder");
    }

    @Test
    void withoutArgumentsItSaysHowItIsUsed() throws Exception {
        Result result = weft();
        assertEquals(2, result.exit());
        assertTrue(result.err().startsWith("usage: weft"), result.err());
        for (String each : new String[] {"help", "--help", "-h"}) {
            Result help = weft(each);
            assertEquals(0, help.exit(), each);
            assertEquals(result.err(), help.out(), each);
        }
    }

    @Test
    void aMissingWeaverIsBuiltWithMavenFirst() throws Exception {
        Files.delete(weaverJar);
        assertFailsWith(weft("Main"), "weft-weaver.jar is missing");
        Files.writeString(temp.toRealPath().resolve("weft home/pom.xml"), "<project/>");
        Path bin = Files.createDirectories(temp.resolve("maven"));
        Files.writeString(
                bin.resolve("mvn"),
                "#!/bin/sh\necho mvn \"$@\" >&2; echo jar >\"" + weaverJar + "\"\n",
                StandardCharsets.UTF_8);
        assertTrue(bin.resolve("mvn").toFile().setExecutable(true));
        environment.put("PATH", bin + ":" + System.getenv("PATH"));
        Result result = weft("Main");
        List<String> lines = result.err().lines().toList();
        assertEquals("weft: building weaver with Maven (once)", lines.get(0));
        assertTrue(lines.get(1).contains("-pl weaver -am package"), lines.get(1));
        assertTrue(lines.get(2).startsWith("weaving: "), lines.get(2));
    }
}
