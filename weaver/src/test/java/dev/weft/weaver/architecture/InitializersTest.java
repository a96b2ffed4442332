package dev.weft.weaver.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The static initializers of the runtime: one that fails has failed for the life of the VM. So none acquires what may
 * be missing for a while (threads, descriptors, files), and each that does more than look up offsets has its reason
 * here, which says why a full heap or the end of a stack does not meet it.
 */
class InitializersTest {
    private static final Path RUNTIME = Path.of("..", "patch-java-base", "target", "classes");

    /** Where the reason is that {@code Reserve} initializes the class while there is memory. */
    private static final String BEFOREHAND = "initialized 40 ms after the first fiber's start";

    private static final String FIRST_FIBER = "a few kilobytes, when the first fiber starts";

    private static final String ENUM =
            "constants of an enum or a switch; needed with the first fiber or by onlookers only";

    private static final String ONLOOKERS = "needed by onlookers only";

    private static final String OF_CALLER = "an object or two, for the program that calls it, which gets the error";

    private static final Map<String, String> REASONS = new HashMap<>();

    static {
        for (String each : new String[] {
            "java/weft/RuntimeFrame",
            "java/weft/SharedFrame",
            "java/weft/blocking/BlockingPool",
            "java/weft/reflect/Invokers",
            "jdk/internal/weft/agent/GeneratedClasses",
            "jdk/internal/weft/fiber/ReflectionFrames",
            "jdk/internal/weft/monitor/Entries",
            "jdk/internal/weft/monitor/MonitorWaiter",
            "jdk/internal/weft/monitor/ThreadExit",
            "jdk/internal/weft/monitor/Waits",
            "jdk/internal/weft/scheduler/Poller",
            "jdk/internal/weft/timer/Timers"
        }) {
            REASONS.put(each, BEFOREHAND);
        }
        for (String each : new String[] {
            "java/weft/Reserve",
            "java/weft/Reserve$Pause",
            "jdk/internal/weft/MarkWord",
            "jdk/internal/weft/fiber/Depth",
            "jdk/internal/weft/fiber/Fiber",
            "jdk/internal/weft/fiber/FiberExit",
            "jdk/internal/weft/fiber/Fibers",
            "jdk/internal/weft/fiber/Policy",
            "jdk/internal/weft/fiber/Stripes",
            "jdk/internal/weft/scheduler/Carriers",
            "jdk/internal/weft/scheduler/Preemption",
            "jdk/internal/weft/scheduler/Watchdog"
        }) {
            REASONS.put(each, FIRST_FIBER);
        }
        for (String each : new String[] {
            "dev/weft/CoroutineException$Reason",
            "dev/weft/NotCloneableException$Reason",
            "dev/weft/NotResumableException$Reason",
            "dev/weft/PinnedException$Reason",
            "java/lang/invoke/WeftTwins$1",
            "jdk/internal/weft/fiber/FiberState",
            "jdk/internal/weft/fiber/FiberState$1",
            "jdk/internal/weft/management/Blockage$Kind",
            "jdk/internal/weft/scheduler/Carriers$1",
            "jdk/internal/weft/scheduler/Carriers$Count"
        }) {
            REASONS.put(each, ENUM);
        }
        for (String each :
                new String[] {"jdk/internal/weft/management/Blockage", "jdk/internal/weft/management/HeldMonitors"}) {
            REASONS.put(each, ONLOOKERS);
        }
        for (String each : new String[] {
            "dev/weft/AsymCoroutine",
            "dev/weft/AsyncToBlocking",
            "dev/weft/ContextLocal",
            "dev/weft/Coroutine",
            "dev/weft/Generator",
            "dev/weft/Generator$Closing",
            "dev/weft/TypedContinuation",
            "jdk/internal/weft/Processors",
            "jdk/internal/weft/scheduler/Dispatcher",
            "jdk/internal/weft/scheduler/WorkStealing"
        }) {
            REASONS.put(each, OF_CALLER);
        }
        REASONS.put(
                "java/lang/VirtualGroup",
                "a few objects, when the first virtual thread is made, which fails, as it may");
        REASONS.put(
                "java/lang/invoke/WeftTwins",
                "after a probe of the stack, by code that has just linked a method handle");
        REASONS.put("java/weft/Chaos", "for tests; with the first twin that runs");
        REASONS.put("jdk/internal/weft/fiber/NewThread", "one string; with the program's first thread");
        REASONS.put("jdk/internal/weft/fiber/NewThread$Atomics", "with the program's first thread");
        REASONS.put("jdk/internal/weft/fiber/PinReport", "one object; where it fails, pins are not told");
        REASONS.put("jdk/internal/weft/fiber/Pinned", "one object, loaded and initialized by the first pin");
    }

    /** What may be done without a reason. */
    private static boolean isHarmless(MethodInsnNode call) {
        return call.owner.equals("jdk/internal/misc/Unsafe")
                        && (call.name.equals("objectFieldOffset")
                                || call.name.equals("getUnsafe")
                                || call.name.equals("arrayBaseOffset")
                                || call.name.equals("arrayIndexScale"))
                || call.owner.equals("java/lang/Object")
                || call.name.equals("desiredAssertionStatus");
    }

    /** What acquires something that may be missing for a while. */
    private static boolean isForbidden(MethodInsnNode call, Map<String, ClassNode> runtime) {
        boolean isThread = call.name.equals("start") && isThread(call.owner, runtime);
        return isThread
                || call.owner.matches("sun/nio/ch/(EPoll|IOUtil|Net|.*DispatcherImpl|.*NativeDispatcher)")
                || call.owner.matches("java/io/.*(Stream|File|Reader|Writer)")
                || call.owner.matches("java/nio/file/.*|java/net/.*Socket|java/lang/Process.*")
                || call.name.equals("exec")
                || call.name.equals("loadLibrary");
    }

    private static boolean isThread(String name, Map<String, ClassNode> runtime) {
        for (ClassNode each = runtime.get(name); each != null; each = runtime.get(each.superName)) {
            if (each.superName.equals("java/lang/Thread")) {
                return true;
            }
        }
        return name.equals("java/lang/Thread");
    }

    /** The names of classes whose initializers are not harmless, each with the forbidden calls that it may come to. */
    private static Map<String, Set<String>> initializers(Map<String, ClassNode> runtime) {
        Map<String, Set<String>> found = new TreeMap<>();
        for (ClassNode each : runtime.values()) {
            MethodNode initializer = method(each, "<clinit>", "()V");
            if (initializer != null && doesMore(initializer)) {
                found.put(each.name, forbidden(each, initializer, runtime));
            }
        }
        return found;
    }

    private static boolean doesMore(MethodNode initializer) {
        for (AbstractInsnNode each : initializer.instructions) {
            if (each instanceof MethodInsnNode && !isHarmless((MethodInsnNode) each)
                    || each.getType() == AbstractInsnNode.INVOKE_DYNAMIC_INSN) {
                return true;
            }
        }
        return false;
    }

    private static Set<String> forbidden(ClassNode type, MethodNode initializer, Map<String, ClassNode> runtime) {
        Set<String> found = new TreeSet<>();
        Set<MethodNode> seen = new HashSet<>(Set.of(initializer));
        Deque<MethodNode> open = new ArrayDeque<>(seen);
        while (!open.isEmpty()) {
            for (AbstractInsnNode each : open.poll().instructions) {
                if (each instanceof MethodInsnNode) {
                    MethodInsnNode call = (MethodInsnNode) each;
                    if (isForbidden(call, runtime)) {
                        found.add(call.owner + "." + call.name);
                    }
                    MethodNode callee = resolve(call, runtime);
                    if (callee != null && seen.add(callee)) {
                        open.add(callee);
                    }
                }
            }
        }
        return found;
    }

    private static MethodNode resolve(MethodInsnNode call, Map<String, ClassNode> runtime) {
        for (ClassNode each = runtime.get(call.owner); each != null; each = runtime.get(each.superName)) {
            MethodNode found = method(each, call.name, call.desc);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private static MethodNode method(ClassNode type, String name, String desc) {
        return type.methods.stream()
                .filter(each -> each.name.equals(name) && each.desc.equals(desc))
                .findFirst()
                .orElse(null);
    }

    private static Map<String, ClassNode> classes(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".class"))
                    .map(InitializersTest::read)
                    .collect(Collectors.toMap(each -> each.name, each -> each));
        }
    }

    private static ClassNode read(Path file) {
        try {
            return read(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ClassNode read(byte[] file) {
        ClassNode node = new ClassNode(Opcodes.ASM9);
        new ClassReader(file).accept(node, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return node;
    }

    @Test
    void eachInitializerOfTheRuntimeThatDoesMoreThanLookUpOffsetsHasItsReason() throws IOException {
        assertEquals(
                new TreeSet<>(REASONS.keySet()), initializers(classes(RUNTIME)).keySet());
    }

    @Test
    void noInitializerOfTheRuntimeAcquiresWhatMayBeMissingForAWhile() throws IOException {
        initializers(classes(RUNTIME)).forEach((type, calls) -> assertEquals(Set.of(), calls, type));
    }

    @Test
    void whatIsInitializedBeforehandIsWhatTheReserveNames() throws IOException {
        Set<String> named = new TreeSet<>();
        MethodNode initializer = method(classes(RUNTIME).get("java/weft/Reserve"), "<clinit>", "()V");
        for (AbstractInsnNode each : initializer.instructions) {
            if (each instanceof LdcInsnNode && ((LdcInsnNode) each).cst instanceof String) {
                named.add(((String) ((LdcInsnNode) each).cst).replace('.', '/'));
            }
        }
        Set<String> reasoned = REASONS.entrySet().stream()
                .filter(each -> each.getValue().equals(BEFOREHAND))
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(reasoned, named);
    }

    /** The control: its initializer starts a thread, by way of another method, and opens a file. */
    private static final class Acquires {
        static final Thread THREAD = started();

        private static Thread started() {
            Thread thread = new Thread(() -> {});
            thread.start();
            try {
                new java.io.FileInputStream("/dev/null").close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return thread;
        }
    }

    @Test
    void anInitializerThatAcquiresIsFound() throws IOException {
        String name = Acquires.class.getName().replace('.', '/');
        byte[] file;
        try (java.io.InputStream in = getClass().getResourceAsStream("/" + name + ".class")) {
            file = in.readAllBytes();
        }
        Set<String> found = initializers(Map.of(name, read(file))).get(name);
        assertFalse(found.isEmpty());
        assertEquals(
                Set.of("java/io/FileInputStream.<init>", "java/io/FileInputStream.close", "java/lang/Thread.start"),
                found);
    }
}
