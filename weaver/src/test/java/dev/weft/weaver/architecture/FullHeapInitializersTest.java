package dev.weft.weaver.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * The classes of the agent and of the JDK that Weft might be the first to initialize, in a full heap: the program would
 * have lost them, too. Each is in a list of {@code Initializers} or {@code OwnInitializers}, or has its reason here.
 * What the JDK itself comes to is followed through constructors only, one call deep.
 */
class FullHeapInitializersTest {
    private static final Path RUNTIME = Path.of("..", "patch-java-base", "target", "classes");
    private static final Path AGENT = Path.of("..", "agent", "target", "classes");

    private static final String FOR_IO = "for channels and sockets, whose first use in the program needs it as well";

    private static final String FOR_CALLER = "for the program that calls this, which has it initialized on any JDK";

    private static final String AT_THE_START = "while the VM or the first thread starts";

    private static final String FOR_DUMPS = "for a dump that a person asks for, and may ask for again in part";

    private static final String AT_THE_END = "while the VM ends";

    private static final Map<String, String> REASONS = new HashMap<>();

    static {
        for (String each : new String[] {
            "java.nio.channels.SocketChannel",
            "java.nio.channels.spi.AbstractSelectableChannel",
            "java.net.StandardProtocolFamily",
            "sun.nio.ch.EPoll",
            "sun.nio.ch.FileDispatcherImpl",
            "sun.nio.ch.IOUtil",
            "sun.nio.ch.Net",
            "sun.nio.ch.UnixDomainSockets",
        }) {
            REASONS.put(each, FOR_IO);
        }
        for (String each : new String[] {
            "java.lang.StackStreamFactory$WalkerState",
            "java.lang.StackWalker$Option",
            "java.lang.reflect.UndeclaredThrowableException",
            "java.security.PrivilegedActionException",
            "java.util.Spliterators",
            "java.util.concurrent.CompletableFuture",
            "java.util.concurrent.ForkJoinPool",
            "java.util.concurrent.ScheduledThreadPoolExecutor",
            "java.util.concurrent.ThreadLocalRandom",
            "java.util.concurrent.atomic.AtomicReferenceArray",
            "javax.security.auth.Subject",
        }) {
            REASONS.put(each, FOR_CALLER);
        }
        for (String each : new String[] {
            "dev.weft.agent.AgentOptions$1",
            "dev.weft.agent.AgentOptions$Kind",
            "dev.weft.agent.EntryIndex",
            "dev.weft.agent.ImageModules",
            "dev.weft.agent.InvokerFiles",
            "dev.weft.agent.LinkedProgram",
            "dev.weft.agent.LoadedClasses",
            "dev.weft.agent.Observation",
            "dev.weft.agent.OtherAgents",
            "dev.weft.agent.WovenClasses",
            "dev.weft.agent.facts.MethodSet",
            "dev.weft.agent.facts.QuietSoFar",
            "dev.weft.agent.format.RuntimeNames",
            "java.io.RandomAccessFile",
            "java.lang.ProcessBuilder",
            "java.lang.StackWalker",
            "jdk.internal.module.Modules",
            "sun.nio.cs.ISO_8859_1",
            "sun.nio.cs.US_ASCII",
            "sun.nio.fs.DefaultFileSystemProvider",
        }) {
            REASONS.put(each, AT_THE_START);
        }
        for (String each : new String[] {
            "dev.weft.agent.dump.DumpText",
            "java.net.InetAddress",
            "java.time.Instant",
            "java.time.LocalDateTime",
            "java.time.format.DateTimeFormatter",
            "java.time.temporal.ChronoUnit",
            "java.util.stream.Collectors",
        }) {
            REASONS.put(each, FOR_DUMPS);
        }
        for (String each : new String[] {"java.nio.file.StandardCopyOption", "java.nio.file.StandardOpenOption"}) {
            REASONS.put(each, AT_THE_END);
        }
        REASONS.put(
                "dev.weft.agent.resume.OperandNames",
                "links lambdas, which the first thread may be too early for; only messages would be lost");
        REASONS.put("java.util.Random", "for the experience that the fuzzer makes by chance");
        REASONS.put("java.lang.ExceptionInInitializerError", "a number, by which it is serialized");
    }

    /** The child: what a plain JVM has initialized once a thread runs. */
    public static final class Hello {
        private Hello() {}

        /** Starts a thread. */
        public static void main(String[] args) {
            Runnable nothing = () -> {};
            new Thread(nothing).start();
        }
    }

    private final Map<String, ClassNode> own = new TreeMap<>();
    private final Map<String, ClassNode> others = new HashMap<>();

    FullHeapInitializersTest() throws IOException {
        for (Path folder : new Path[] {RUNTIME, AGENT}) {
            try (Stream<Path> files = Files.walk(folder)) {
                files.filter(file -> file.toString().endsWith(".class")).forEach(file -> {
                    ClassNode read = read(file);
                    own.put(read.name, read);
                });
            }
        }
    }

    private static ClassNode read(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return read(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ClassNode read(InputStream in) throws IOException {
        ClassNode node = new ClassNode();
        new ClassReader(in).accept(node, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return node;
    }

    /** A class of the JDK or of ASM; null if there is none. */
    private ClassNode other(String name) {
        return others.computeIfAbsent(name, missing -> {
            try (InputStream in = ClassLoader.getSystemResourceAsStream(missing + ".class")) {
                return in == null ? null : read(in);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    @Test
    void whatWeftMayBeTheFirstToInitializeComesWithTheFirstThreadOrHasItsReason() throws IOException {
        Map<String, String> left = found(own.values());
        left.keySet().removeAll(listed());
        Set<String> without = new TreeSet<>(left.keySet());
        without.removeAll(REASONS.keySet());
        assertEquals(Set.of(), without, left::toString);
    }

    @Test
    void noReasonIsLeftOfWhatIsGone() throws IOException {
        Set<String> known = new TreeSet<>(REASONS.keySet());
        known.removeAll(found(own.values()).keySet());
        assertEquals(Set.of(), known);
    }

    /** The control: a table that is a map itself, as is what a sorted set is made of. */
    private static final class NeedsMore {
        private static final Set<String> NAMES = new TreeSet<>();
    }

    @Test
    void whatAConstructorOfTheJdkNeedsIsFound() throws IOException {
        try (InputStream in =
                ClassLoader.getSystemResourceAsStream(NeedsMore.class.getName().replace('.', '/') + ".class")) {
            Set<String> found = found(Set.of(read(in))).keySet();
            assertTrue(found.contains("java.util.TreeSet"), found.toString());
            assertTrue(found.contains("java.util.TreeMap"), found.toString());
            assertEquals(0, NeedsMore.NAMES.size());
        }
    }

    /** Classes with initializers that these name, or are; each with who does. */
    private Map<String, String> found(Collection<ClassNode> types) {
        Map<String, String> found = new TreeMap<>();
        for (ClassNode each : types) {
            if (each.name.startsWith("dev/weft/agent/") && hasInitializer(each)) {
                found.put(each.name.replace('/', '.'), "itself");
            }
            for (MethodNode method : each.methods) {
                collect(method, each.name + "." + method.name, 1, found);
            }
        }
        return found;
    }

    /** What the lists name, or a plain JVM has initialized. */
    private static Set<String> listed() throws IOException {
        Set<String> listed = initializedByJvm();
        for (Path list : new Path[] {
            RUNTIME.resolve("java/weft/Initializers.class"), AGENT.resolve("dev/weft/agent/OwnInitializers.class")
        }) {
            listed.addAll(strings(read(list)));
        }
        return listed;
    }

    private static boolean hasInitializer(ClassNode type) {
        return type.methods.stream().anyMatch(each -> each.name.equals("<clinit>"));
    }

    private static Set<String> strings(ClassNode type) {
        Set<String> found = new TreeSet<>();
        for (MethodNode method : type.methods) {
            for (AbstractInsnNode each : method.instructions) {
                if (each instanceof LdcInsnNode && ((LdcInsnNode) each).cst instanceof String) {
                    found.add((String) ((LdcInsnNode) each).cst);
                }
            }
        }
        return found;
    }

    private static Set<String> initializedByJvm() throws IOException {
        String classes = Path.of("target", "test-classes").toString();
        Process child = new ProcessBuilder(
                        System.getProperty("java.home") + "/bin/java",
                        "-Xlog:class+init",
                        "-cp",
                        classes,
                        Hello.class.getName())
                .redirectErrorStream(true)
                .start();
        Matcher matcher = Pattern.compile("Initializing '([^']+)'")
                .matcher(new String(child.getInputStream().readAllBytes(), "UTF-8"));
        Set<String> found = new TreeSet<>();
        while (matcher.find()) {
            found.add(matcher.group(1).replace('/', '.'));
        }
        assertTrue(found.contains("java.lang.Thread"), found.toString());
        return found;
    }

    /** What the method has initialized, with initializers of their own, by name with dots. */
    private void collect(MethodNode method, String path, int depth, Map<String, String> found) {
        for (AbstractInsnNode each : method.instructions) {
            String owner = initialized(each);
            for (ClassNode type = owner == null ? null : jdk(owner); type != null; type = jdk(type.superName)) {
                if (hasInitializer(type)) {
                    found.putIfAbsent(type.name.replace('/', '.'), path);
                }
            }
            if (depth > 0 && each instanceof MethodInsnNode && ((MethodInsnNode) each).name.equals("<init>")) {
                MethodInsnNode call = (MethodInsnNode) each;
                ClassNode type = jdk(call.owner);
                if (type != null) {
                    type.methods.stream()
                            .filter(known -> known.name.equals("<init>") && known.desc.equals(call.desc))
                            .forEach(known -> collect(known, path + ", " + call.owner, depth - 1, found));
                }
            }
        }
    }

    private ClassNode jdk(String name) {
        return name == null || own.containsKey(name) ? null : other(name);
    }

    private static String initialized(AbstractInsnNode each) {
        switch (each.getOpcode()) {
            case Opcodes.NEW:
                return ((TypeInsnNode) each).desc;
            case Opcodes.GETSTATIC:
            case Opcodes.PUTSTATIC:
                return ((FieldInsnNode) each).owner;
            case Opcodes.INVOKESTATIC:
                return ((MethodInsnNode) each).owner;
            default:
                return null;
        }
    }
}
