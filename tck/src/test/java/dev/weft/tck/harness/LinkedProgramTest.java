package dev.weft.tck.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.tck.harness.Configuration.Launch;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * What {@code weft link} makes of a program: it does what the program does, wherever and however it is started.
 *
 * <p>The class stays whole because all of it asks one linked program, which takes half a minute to make.
 */
@ExtendWith(Jvm.class)
class LinkedProgramTest {
    private static final String MAIN =
            """
            package p;
            public class Main {
                public static void main(String[] arguments) throws Exception {
                    if (arguments[0].equals("wait")) {
                        System.out.println("waiting");
                        System.exit(System.in.read());
                    }
                    if (arguments[0].equals("often")) {
                        Thread often = new Thread(() -> Often.call(Long.parseLong(arguments[1])));
                        often.start();
                        often.join();
                        System.exit(0);
                    }
                    Thread thread = new Thread(() -> work(arguments));
                    thread.start();
                    thread.join();
                    System.exit(3);
                }
                static synchronized void work(String[] arguments) {
                    try {
                        Class<?> weft = Class.forName("dev.weft.Weft");
                        System.out.println("fiber: " + weft.getMethod("isFiber").invoke(null));
                        System.out.println("pinned: " + weft.getMethod("pinned").invoke(null));
                    } catch (ReflectiveOperationException e) {
                        System.out.println("fiber: false");
                        System.out.println("pinned: 0");
                    }
                    System.out.println(q.Library.slowly(String.join(",", arguments)));
                    System.out.println(new Heir().slowly("base"));
                    if (arguments[0].equals("reach")) {
                        Reached.say();
                    }
                    try {
                        System.out.println(Integer.parseInt("none"));
                    } catch (NumberFormatException e) {
                        System.out.println("in " + e.getStackTrace()[1]);
                    }
                    System.out.println("class files: " + read("/p/Main.class") + " " + read("/q/Library.class"));
                    System.out.println(java.util.Arrays.stream(Main.class.getDeclaredMethods())
                            .map(java.lang.reflect.Method::getName).sorted().toList());
                }
                static class Heir extends r.Base {}
                static class Often {
                    static void call(long millis) {
                        long sum = 0;
                        for (long end = System.currentTimeMillis() + millis; System.currentTimeMillis() < end; ) {
                            sum += next(sum, false);
                        }
                        System.out.println(next(sum - sum, true));
                        try {
                            Class<?> weft = Class.forName("dev.weft.Weft");
                            System.out.println("pinned: " + !weft.getMethod("pinned").invoke(null).equals(0L));
                        } catch (ReflectiveOperationException e) {
                            throw new IllegalStateException(e);
                        }
                    }
                    static long next(long i, boolean waits) {
                        if (waits) {
                            try {
                                Thread.sleep(5);
                            } catch (InterruptedException e) {
                                throw new IllegalStateException(e);
                            }
                        }
                        return i * 31 + 7;
                    }
                }
                static class Reached {
                    static void say() {
                        System.out.println("reached");
                    }
                }
                static int read(String name) {
                    try (java.io.InputStream in = Main.class.getResourceAsStream(name)) {
                        return java.util.Arrays.hashCode(in.readAllBytes());
                    } catch (java.io.IOException e) {
                        return 0;
                    }
                }
            }
            """;

    private static final String LIBRARY =
            """
            package q;
            public class Library {
                public static String slowly(String text) {
                    try {
                        Thread.sleep(5);
                        synchronized (Library.class) {
                            Thread.sleep(5);
                            return "VERSION of " + text;
                        }
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                }
            }
            """;

    private static final String BASE =
            """
            package r;
            public class Base {
                public String slowly(String text) {
                    return q.Library.slowly(text);
                }
            }
            """;

    @TempDir
    private static Path temp;

    private static Path program;
    private static Jvm.Result plain;

    @BeforeAll
    static void link() throws IOException {
        Path library = library("base");
        Path base = compile("prefixed", "Base", BASE, library);
        Path main = compile("main", "Main", MAIN, Path.of(library + ":" + base));
        Path newer = library("newer");
        Files.createDirectories(temp.resolve("from/lib"));
        jar(temp.resolve("from/main.jar"), "p.Main", "lib/library.jar lib/prefixed.jar", List.of(main), "");
        jar(
                temp.resolve("from/lib/library.jar"),
                null,
                null,
                List.of(temp.resolve("base"), newer),
                "META-INF/versions/11/");
        // as programs are that start themselves; such a jar cannot be made longer
        jar(temp.resolve("base.jar"), null, null, List.of(base), "");
        Path prefixed = Files.writeString(temp.resolve("from/lib/prefixed.jar"), "#!/bin/sh\n");
        Files.write(prefixed, Files.readAllBytes(temp.resolve("base.jar")), StandardOpenOption.APPEND);
        plain = Jvm.run(
                Jvm.builder(
                        Launch.PLAIN,
                        List.of("-jar", temp.resolve("from/main.jar").toString(), "a", "b c")),
                60);
        assertEquals(3, plain.exit(), plain.toString());
        assertTrue(plain.out().contains("newer of a,b c"), plain.out());
        // by a link, as folders of users and temporary ones often are reached
        Path alias = Files.createSymbolicLink(temp.resolve("alias"), temp.toRealPath());
        program = alias.resolve("linked");
        Jvm.Result linked = Jvm.run(
                Jvm.builder(
                        Launch.IMAGE,
                        List.of("link", "-jar", temp.resolve("from/main.jar").toString(), "-o", program.toString())),
                300);
        assertEquals(0, linked.exit(), linked.toString());
        assertEquals(program.resolve("bin/main") + "\n", linked.out());
    }

    private static Path library(String version) throws IOException {
        return compile(version, "Library", LIBRARY.replace("VERSION", version));
    }

    private static Path compile(String folder, String name, String source, Path... classPath) throws IOException {
        Path classes = Files.createDirectories(temp.resolve(folder));
        Path file = temp.resolve(name + ".java");
        Files.writeString(file, source);
        String path = classPath.length == 0 ? classes.toString() : classPath[0].toString();
        int exit = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-cp", path, "-d", classes.toString(), file.toString());
        assertEquals(0, exit, name);
        return classes;
    }

    /** A jar of folders of classes, the second of which comes behind the prefix. */
    private static void jar(Path jar, String main, String classPath, List<Path> folders, String prefix)
            throws IOException {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (main != null) {
            attributes.put(Attributes.Name.MAIN_CLASS, main);
            attributes.put(Attributes.Name.CLASS_PATH, classPath);
        }
        if (!prefix.isEmpty()) {
            attributes.put(Attributes.Name.MULTI_RELEASE, "true");
        }
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest)) {
            for (int i = 0; i < folders.size(); i++) {
                Path folder = folders.get(i);
                List<Path> classes;
                try (Stream<Path> all = Files.walk(folder)) {
                    classes = all.filter(Files::isRegularFile).toList();
                }
                for (Path each : classes) {
                    out.putNextEntry(new JarEntry((i == 0 ? "" : prefix) + folder.relativize(each)));
                    Files.copy(each, out);
                    out.closeEntry();
                }
            }
        }
    }

    private static Jvm.Result run(Path place, String options) {
        return run(place, options, "a", "b c");
    }

    private static Jvm.Result run(Path place, String options, String... arguments) {
        ProcessBuilder builder = new ProcessBuilder(place.resolve("bin/main").toString());
        builder.command().addAll(List.of(arguments));
        builder.environment().keySet().removeAll(List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS"));
        builder.environment().put("JAVA_OPTS", options);
        return Jvm.run(builder, 60);
    }

    private static void assertSame(Path place, String options) {
        Jvm.Result result = run(place, options);
        assertEquals(plain.out().replace("fiber: false", "fiber: true"), result.out(), result.err());
        assertEquals(3, result.exit(), options);
    }

    /**
     * But for the archives, which the VM makes, with what has their checksums, and for what fibers were first seen to
     * need in the linker's own run, in the order in which they did.
     */
    @Test
    @Tag("nightly")
    void aSecondLinkInAnotherTimeZoneMakesTheSameFiles() throws IOException {
        Path target = temp.toRealPath().resolve("twice");
        Path first = temp.resolve("first");
        for (String zone : List.of("America/Los_Angeles", "Asia/Tokyo")) {
            ProcessBuilder link = Jvm.builder(
                    Launch.IMAGE,
                    List.of("link", "-jar", temp.resolve("from/main.jar").toString(), "-o", target.toString()));
            link.environment().put("TZ", zone);
            Jvm.Result linked = Jvm.run(link, 300);
            assertEquals(0, linked.exit(), linked.toString());
            if (!Files.exists(first)) {
                Files.move(target, first);
            }
        }
        List<String> names = files(first);
        assertEquals(names, files(target));
        List<String> different = new ArrayList<>();
        for (String each : names) {
            if (Files.mismatch(first.resolve(each), target.resolve(each)) >= 0) {
                different.add(each);
            }
        }
        different.removeAll(List.of(
                "weft/app.jsa", "weft/weft.jsa", "weft/manifest", "weft/complete", "weft/linked", "weft/classes/0"));
        assertEquals(List.of(), different);
        assertTrue(names.containsAll(List.of("bin/main", "app/main.jar", "weft/image/lib/modules")), names.toString());
    }

    private static List<String> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile)
                    .map(each -> folder.relativize(each).toString())
                    .sorted()
                    .toList();
        }
    }

    @Test
    void itDoesWhatTheProgramDoes() {
        for (String options : List.of("", "-XX:+UseSerialGC", "-XX:+UseZGC", "-Xint", "-Xverify:all", "-Xshare:off")) {
            assertSame(program, options);
        }
    }

    @Test
    void itsClassesComeWovenFromTheArchive() {
        String loads = run(program, "-Xlog:class+load").out();
        assertTrue(loads.lines().anyMatch(each -> each.contains(" p.Main source: shared objects file")), loads);
        // of a class in several versions the VM would show the agent another than it takes
        assertTrue(loads.lines().anyMatch(each -> each.contains(" q.Library source: file:")), loads);
        // the control: with another class path it cannot be used, and the classes are woven as they load
        String other =
                run(program, "-Xlog:class+load -Xbootclasspath/a:" + temp).out();
        assertTrue(other.lines().anyMatch(each -> each.contains(" p.Main source: file:")), other);
    }

    /** A resumer that asked a loader of the JDK's would have the VM define it, without the loader's lock. */
    @Test
    void aClassThatAWaitingMethodDoesNotReachStaysInTheArchive() {
        String loads = run(program, "-Xlog:class+load").out();
        assertFalse(loads.contains("p.Main$Reached"), loads);
        String reached = run(program, "-Xlog:class+load", "reach", "b c").out();
        assertTrue(reached.lines().anyMatch(each -> each.contains(" p.Main$Reached source: shared objects")), reached);
        assertTrue(reached.contains("\nreached\n"), reached);
    }

    /** Ten seconds, as a first run looks for quiet methods after eight. */
    @Test
    void whatItsTrainingHasFoundQuietIsCalledPlainlyFromTheArchive() throws IOException {
        Path trained = temp.resolve("trained");
        Jvm.Result linked = Jvm.run(
                Jvm.builder(
                        Launch.IMAGE,
                        List.of(
                                "link",
                                "-jar",
                                temp.resolve("from/main.jar").toString(),
                                "-o",
                                trained.toString(),
                                "--train=60",
                                "--train-argument=often",
                                "--train-argument=10000")),
                300);
        assertEquals(0, linked.exit(), linked.toString());
        String archived = " p.Main$Often source: shared objects file";
        String often = run(trained, "-Xlog:class+load", "often", "100").out();
        assertTrue(often.contains(archived) && often.contains("\npinned: true\n"), often);
        // the archived form of its method calls the plain copy
        String all = run(trained, "-Xlog:class+load -Dweft.experience=off", "often", "100")
                .out();
        assertTrue(!all.contains(archived) && all.contains("\npinned: false\n"), all);
        // the controls: one without training, and that what the archive's classes are is not guessed
        String untrained = run(program, "-Xlog:class+load", "often", "100").out();
        assertTrue(untrained.contains(archived) && untrained.contains("\npinned: false\n"), untrained);
        Files.writeString(trained.resolve("weft/linked.quiet"), "damaged");
        String damaged = run(trained, "-Xlog:class+load", "often", "100").out();
        assertTrue(!damaged.contains(archived) && damaged.contains("\n7\n"), damaged);
    }

    @Test
    void itIsAmongTheProgramsOnWeft() throws IOException, InterruptedException {
        Process waiting = new ProcessBuilder(program.resolve("bin/main").toString(), "wait").start();
        try (BufferedReader lines = waiting.inputReader()) {
            assertEquals("waiting", lines.readLine());
            Jvm.Result all = Jvm.run(Jvm.builder(Launch.IMAGE, List.of("ps")), 60);
            assertTrue(all.out().lines().anyMatch(each -> each.startsWith(waiting.pid() + " ")), all.toString());
            waiting.getOutputStream().write(7);
            waiting.getOutputStream().close();
            assertEquals(7, waiting.waitFor());
        } finally {
            waiting.destroyForcibly();
        }
    }

    @Test
    void itHasTheModulesThatItNeedsOnly() {
        String modules = run(program, "--list-modules").out();
        assertTrue(modules.contains("java.base@") && modules.contains("jdk.zipfs@"), modules);
        assertFalse(modules.contains("java.desktop@"), modules);
    }

    @Test
    void aClassThatAnAgentHasChangedIsWovenAnew() throws IOException {
        Path agent = temp.resolve("agent.jar");
        Path classes = compile(
                "agent",
                "Renaming",
                """
                public class Renaming implements java.lang.instrument.ClassFileTransformer {
                    public static void premain(String arguments, java.lang.instrument.Instrumentation vm) {
                        vm.addTransformer(new Renaming());
                    }
                    public byte[] transform(ClassLoader loader, String name, Class<?> redefined,
                            java.security.ProtectionDomain domain, byte[] file) {
                        if (!"q/Library".equals(name) && !"p/Main".equals(name)) {
                            return null;
                        }
                        String text = new String(file, java.nio.charset.StandardCharsets.ISO_8859_1);
                        return text.replace("newer of", "other of").replace("class files", "CLASS FILES")
                                .getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
                    }
                }
                """);
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", "Renaming");
        try (OutputStream file = Files.newOutputStream(agent);
                JarOutputStream out = new JarOutputStream(file, manifest)) {
            out.putNextEntry(new JarEntry("Renaming.class"));
            Files.copy(classes.resolve("Renaming.class"), out);
            out.closeEntry();
        }
        Jvm.Result result = run(program, "-javaagent:" + agent);
        assertTrue(result.out().startsWith("fiber: true\npinned: 0\nother of a,b c\n"), result.toString());
        // of an archived class, too
        assertTrue(result.out().contains("\nCLASS FILES: "), result.toString());
    }

    @Test
    void anotherArchiveIsNotTakenForItsOwn() throws IOException {
        Path names = Files.writeString(temp.resolve("names"), "java/lang/Object\np/Main\n");
        Path archive = temp.resolve("other.jsa");
        Jvm.Result dumped = Jvm.run(
                new ProcessBuilder(
                        program.resolve("weft/image/bin/java").toString(),
                        "-Xshare:dump",
                        "-XX:SharedClassListFile=" + names,
                        "-XX:SharedArchiveFile=" + archive,
                        "-cp",
                        program.resolve("app/main.jar").toString()),
                60);
        assertEquals(0, dumped.exit(), dumped.toString());
        assertSame(program, "-XX:SharedArchiveFile=" + archive);
    }

    @Test
    void aCopyElsewhereAndAChangedJarRunAsWell() throws IOException {
        Path copy = temp.resolve("a copy");
        copy(program, copy);
        assertSame(copy, "");
        Path jar = copy.resolve("app/main.jar");
        Files.setLastModifiedTime(
                jar, FileTime.fromMillis(Files.getLastModifiedTime(jar).toMillis() + 60_000));
        assertSame(copy, "");
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                Files.createDirectories(to.resolve(from.relativize(folder)));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.copy(file, to.resolve(from.relativize(file)), LinkOption.NOFOLLOW_LINKS);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
