package dev.weft.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.support.ChildJvm;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Woven classes of one run serve the next, and damage to them is noticed. The class path is one of this test's own. */
@Isolated("it looks for new files in the cache")
@ExtendWith(Woven.class)
class ClassCacheTest {
    @TempDir
    private Path own;

    private ChildJvm.Result run(Mode mode, String... options) throws Exception {
        List<String> all = new ArrayList<>(List.of(options));
        all.addAll(List.of(
                // where the machine is slow, the first run would learn enough for classes to be woven anew
                "-Dweft.experience=off",
                "-cp",
                Child.classPath() + File.pathSeparator + own,
                Run.class.getName(),
                "JsoupProgram",
                "short"));
        return Child.java(mode, all);
    }

    /** A small program. */
    static final class Hello {
        private Hello() {}

        /** Says so. */
        public static void main(String[] args) {
            System.out.println("hello");
        }
    }

    /** The names of the classes that a start of {@link Hello} loads. */
    private String loadedByHello() throws Exception {
        String name = Hello.class.getName().replace('.', '/') + ".class";
        Path copy = own.resolve(name);
        Files.createDirectories(copy.getParent());
        try (InputStream in = Hello.class.getClassLoader().getResourceAsStream(name)) {
            Files.write(copy, in.readAllBytes());
        }
        Path log = own.resolve("loaded");
        ChildJvm.Result result = Child.java(
                Mode.FIBER, List.of("-Xlog:class+load:file=" + log, "-cp", own.toString(), Hello.class.getName()));
        assertEquals(new ChildJvm.Result(0, "hello\n", ""), result);
        return Files.readString(log);
    }

    @Test
    void aSmallProgramIsWovenOnceAndThenStartsWithoutTheGeneratorsAndWithoutLambdas() throws Exception {
        String generator = "dev.weft.agent.twin.TwinEmitter ";
        assertTrue(loadedByHello().contains(generator), "the first run weaves");
        String loaded = loadedByHello();
        assertTrue(loaded.contains(Hello.class.getName()));
        assertFalse(loaded.contains(generator), loaded);
        assertFalse(loaded.contains("java.lang.invoke.LambdaMetafactory "), loaded);
        assertFalse(loaded.contains("java.util.zip.CRC32C "), loaded);
        List<String> unshared = loaded.lines()
                .filter(line -> line.contains(" source: ") && !line.contains(" source: shared objects file"))
                .toList();
        // there is no archive where the JDK cannot be linked
        if (loaded.contains(" source: shared objects file")) {
            assertEquals(1, unshared.size(), "besides the program's own class: " + unshared);
            assertTrue(isSmall(Hello.class), "which was the archive for small programs");
        }
    }

    private static boolean isSmall(Class<?> program) throws IOException {
        try (Stream<Path> all = Files.walk(ChildJvm.cache(), 3)) {
            return all.anyMatch(file -> file.endsWith(Path.of("small", program.getName())));
        }
    }

    /** The files of woven classes; what a run that was long enough has learned lies beside them. */
    private static Set<Path> files() throws IOException {
        Set<Path> result = new TreeSet<>();
        try (Stream<Path> all = Files.walk(ChildJvm.cache(), 3)) {
            all.filter(file -> file.getParent().endsWith("classes"))
                    .filter(file -> !file.toString().endsWith(".quiet"))
                    .forEach(result::add);
        }
        return result;
    }

    @Test
    void wovenClassesAreKeptForTheNextRunAndDamageIsNoticed() throws Exception {
        Comparison comparison = new Comparison(run(Mode.PLAIN));
        Set<Path> before = files();
        comparison.check(run(Mode.FIBER, "-Dweft.cache=off"), true);
        assertEquals(before, files());
        comparison.check(run(Mode.FIBER), true);
        Set<Path> added = files();
        added.removeAll(before);
        assertEquals(1, added.size(), added.toString());
        Path file = added.iterator().next();
        long size = Files.size(file);
        assertTrue(size > 100_000, size + " bytes");
        ChildJvm.Result second = run(Mode.FIBER);
        comparison.check(second, true);
        assertFalse(second.err().contains("weft:"), second.err());
        assertTrue(Files.size(file) < size + size / 10, "what the first run has woven was found");
        try (RandomAccessFile damaged = new RandomAccessFile(file.toFile(), "rw")) {
            for (long at = 500; at < damaged.length(); at += 3_000) {
                damaged.seek(at);
                damaged.write(~damaged.read());
            }
        }
        ChildJvm.Result third = run(Mode.FIBER);
        comparison.check(third, true);
        assertEquals(
                1, third.err().lines().filter(line -> line.startsWith("weft: ")).count(), third.err());
    }
}
