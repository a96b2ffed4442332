package dev.weft.weaver.recipe.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Looks through all classes of the JDK for fields with thread locals, and for uses of the seeds and probes in
 * {@code Thread}, and compares with the tables of docs/thread-locals.md. A JDK that lacks a module may lack its rows;
 * what the JDK has and the tables have not is printed.
 */
class ThreadLocalTableTest {
    private static final Path PAGE = Path.of("..", "docs", "thread-locals.md");
    private static final Set<String> RANDOM =
            Set.of("getProbe", "advanceProbe", "localInit", "nextSecondarySeed", "nextSeed");

    /** What other recipes than {@link MoveCachesToCarriers} move. */
    private static final Set<String> BUFFERS = Set.of(
            "sun.nio.ch.IOVecWrapper.cached", "sun.nio.ch.Util.bufferCache", "sun.nio.fs.NativeBuffers.threadLocal");

    /** Class to module. */
    private static final Map<String, String> MODULES = new HashMap<>();

    private static final Map<String, String> PARENTS = new HashMap<>();

    /** Field to module. */
    private static final Map<String, String> FOUND = new TreeMap<>();

    private static final Set<String> RANDOM_USERS = new TreeSet<>();

    @BeforeAll
    static void lookThroughTheJdk() throws IOException {
        FileSystem jdk = FileSystems.getFileSystem(URI.create("jrt:/"));
        List<ClassReader> all = new ArrayList<>();
        try (Stream<Path> files = Files.walk(jdk.getPath("/modules"))) {
            for (Path each : (Iterable<Path>) files::iterator) {
                String file = each.toString();
                if (file.endsWith(".class") && !file.endsWith("module-info.class")) {
                    ClassReader reader = new ClassReader(Files.readAllBytes(each));
                    all.add(reader);
                    MODULES.put(reader.getClassName(), each.getName(1).toString());
                    PARENTS.put(reader.getClassName(), reader.getSuperName());
                }
            }
        }
        all.forEach(
                each -> each.accept(new Search(each.getClassName()), ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES));
    }

    private static final class Search extends ClassVisitor {
        private final String owner;

        Search(String owner) {
            super(Opcodes.ASM9);
            this.owner = owner;
        }

        @Override
        public FieldVisitor visitField(int access, String name, String desc, String signature, Object value) {
            if (Type.getType(desc).getSort() == Type.OBJECT
                    && isLocal(Type.getType(desc).getInternalName())) {
                FOUND.put(owner.replace('/', '.') + "." + name, MODULES.get(owner));
            }
            return null;
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String desc, String signature, String[] exceptions) {
            return new MethodVisitor(Opcodes.ASM9) {
                @Override
                public void visitMethodInsn(int opcode, String of, String called, String type, boolean isInterface) {
                    if (RANDOM.contains(called) && isRandom(of)) {
                        RANDOM_USERS.add(owner.replace('/', '.'));
                    }
                }

                @Override
                public void visitInvokeDynamicInsn(String called, String type, Handle handle, Object... arguments) {
                    for (Object each : arguments) {
                        if (each instanceof Handle && isRandom(((Handle) each).getOwner())) {
                            RANDOM_USERS.add(owner.replace('/', '.'));
                        }
                    }
                }

                @Override
                public void visitLdcInsn(Object value) {
                    if (value instanceof String && ((String) value).startsWith("threadLocalRandom")) {
                        RANDOM_USERS.add(owner.replace('/', '.'));
                    }
                }
            };
        }

        private static boolean isRandom(String of) {
            return of.equals("java/util/concurrent/ThreadLocalRandom")
                    || of.equals("java/util/concurrent/atomic/Striped64");
        }

        private static boolean isLocal(String type) {
            String at = type;
            while (at != null && !at.equals("java/lang/ThreadLocal")) {
                at = PARENTS.get(at);
            }
            return at != null;
        }
    }

    /** The rows below a heading: the name in the first column to the word in the second one. */
    private static Map<String, String> rows(String heading) throws IOException {
        String page = Files.readString(PAGE);
        int begin = page.indexOf("\n## " + heading + "\n");
        assertTrue(begin >= 0, heading);
        int end = page.indexOf("\n## ", begin + 1);
        Matcher row = Pattern.compile("(?m)^\\| `([\\w.$]+)` \\| (\\w+) \\|")
                .matcher(page.substring(begin, end < 0 ? page.length() : end));
        Map<String, String> rows = new TreeMap<>();
        while (row.find()) {
            rows.put(row.group(1), row.group(2));
        }
        return rows;
    }

    @Test
    void eachThreadLocalOfTheJdkHasARow() throws IOException {
        Map<String, String> rows = rows("The JDK's own thread locals");
        Set<String> present = new TreeSet<>();
        for (String each : rows.keySet()) {
            if (MODULES.containsKey(each.substring(0, each.lastIndexOf('.')).replace('.', '/'))) {
                present.add(each);
            }
        }
        assertEquals(FOUND.keySet(), present);
        assertTrue(FOUND.size() > 20, () -> "the search finds little: " + FOUND);
    }

    @Test
    void thoseWithTheWordProcessorAreMoved() throws IOException {
        Set<String> moved = new TreeSet<>(MoveCachesToCarriers.fields());
        moved.addAll(BUFFERS);
        Set<String> processor = new TreeSet<>();
        rows("The JDK's own thread locals").forEach((field, word) -> {
            assertTrue(word.equals("context") || word.equals("processor"), field);
            if (word.equals("processor")) {
                processor.add(field);
            }
        });
        assertEquals(moved, processor);
    }

    @Test
    void eachClassThatUsesTheSeedsOfThreadsHasARow() throws IOException {
        assertEquals(RANDOM_USERS, rows("The JDK's seeds and probes").keySet());
    }
}
