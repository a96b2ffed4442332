package dev.weft.weaver.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The static initializers of the runtime, and what it makes when it is first needed. An initializer that fails has
 * failed for the life of the VM: so none acquires what may be missing for a while (threads, descriptors, files), and
 * each class that has one is initialized by {@code Initializers}, or has its reason here, which says why a full heap or
 * the end of a stack does not meet it. What is made later lies in static fields, each of which has its reason, too.
 *
 * <p>The class stays whole because both lists are of one kind, and compared with one reading of the classes.
 */
class InitializersTest {
    private static final Path RUNTIME = Path.of("..", "patch-java-base", "target", "classes");

    private static final String INITIALIZERS = "java/weft/Initializers";

    private static final String ASSERTED = "constants for assertions, which are off";

    private static final String OF_CALLER = "for the program that calls Weft's own API, which gets the error";

    private static final String AT_THE_START = "initialized while the VM starts, by its first threads";

    /** Why a class is not initialized beforehand. */
    private static final Map<String, String> REASONS = new HashMap<>();

    private static final String RETRIED = "made again by the next that needs it, if making it fails";

    private static final String VALUE = "a state, of which nothing is made";

    /** Of a static field that is not final: why failing to set it once does no harm later. */
    private static final Map<String, String> MADE_LATER = new HashMap<>();

    static {
        for (String each : new String[] {
            "dev/weft/AsymCoroutine",
            "dev/weft/AsyncToBlocking",
            "dev/weft/ContextLocal",
            "dev/weft/Coroutine",
            "dev/weft/CoroutineException$Reason",
            "dev/weft/FibersMXBean$ThreadDumpFormat",
            "dev/weft/Generator",
            "dev/weft/NotCloneableException$Reason",
            "dev/weft/NotResumableException$Reason",
            "dev/weft/PinnedException$Reason",
            "dev/weft/TypedContinuation",
            "java/util/concurrent/FutureMixin$State",
            "jdk/internal/weft/local/Processors",
            "jdk/internal/weft/scheduler/Simulation"
        }) {
            REASONS.put(each, OF_CALLER);
        }
        REASONS.put("java/lang/WeftStackFrame$Live", "for walks that show variables, which the JDK has for tests only");
        for (String each :
                new String[] {"jdk/internal/weft/fiber/FiberState", "jdk/internal/weft/fiber/FiberState$1"}) {
            REASONS.put(each, ASSERTED);
        }
        for (String each : new String[] {
            "jdk/internal/weft/Exports",
            "jdk/internal/weft/thread/NewThread",
            "jdk/internal/weft/thread/NewThread$Atomics"
        }) {
            REASONS.put(each, AT_THE_START);
        }
        REASONS.put(
                "java/weft/LoudTable",
                "initialized before the program starts, where what earlier runs have seen says that it is asked");
        REASONS.put(
                "java/lang/VirtualGroup",
                "a few objects, when the first virtual thread is made, which fails, as it may");
        REASONS.put(
                "java/lang/invoke/WeftTwins",
                "after a probe of the stack, by code that has just linked a method handle");
        REASONS.put("java/lang/invoke/WeftTwins$1", "a switch, at the same time");
        REASONS.put("jdk/internal/weft/thread/ExecutorThreads", "a number, for executors that JDK 17 does not have");
        REASONS.put("sun/nio/ch/WeftWaiters", "after a probe of the stack and of descriptors, by the first wait");
    }

    static {
        for (String each : new String[] {
            "java/weft/ClassReserve.held",
            "java/weft/Reserve.firstForFrames",
            "java/weft/Reserve.forFrames",
            "java/weft/Reserve.forResumers",
            "java/weft/Reserve.shapes",
            "java/weft/Reserve.spares",
            "java/weft/Reserve.counts",
            "java/weft/blocking/BlockingPool.pool",
            "java/weft/reflect/HandleTwins.only",
            "jdk/internal/weft/StandardError.stream",
            "jdk/internal/weft/agent/HostAccess.only",
            "jdk/internal/weft/agent/HostAccess.ofApplication",
            "jdk/internal/weft/agent/HostAccess.ofPlatform",
            "jdk/internal/weft/agent/ImageFiles.image",
            "jdk/internal/weft/agent/LoadTimeWeaving.early",
            "jdk/internal/weft/thread/ExecutorThreads.known",
            "jdk/internal/weft/fiber/FiberExit.witness",
            "jdk/internal/weft/thread/FiberThreads.anchorThread",
            "jdk/internal/weft/fiber/LoudMethods.thread",
            "jdk/internal/weft/fiber/PinReport.reporter",
            "jdk/internal/weft/trace/PrivilegedFrames.lines",
            "jdk/internal/weft/trace/ParkedFrames.unasked",
            "jdk/internal/weft/trace/ReflectionFrames.invoke",
            "jdk/internal/weft/trace/ReflectionFrames.invokeAccessor",
            "jdk/internal/weft/trace/ReflectionFrames.newInstance",
            "jdk/internal/weft/trace/ReflectionFrames.newInstanceAccessor",
            "jdk/internal/weft/trace/StackTops.known",
            "jdk/internal/weft/management/OwnedSynchronizers.making",
            "jdk/internal/weft/management/RealHolds.making",
            "jdk/internal/weft/management/ThreadBeans.vm",
            "jdk/internal/weft/management/StateCounts.counts",
            "jdk/internal/weft/monitor/Entries.reserve",
            "jdk/internal/weft/monitor/NativeMonitors.all",
            "jdk/internal/weft/scheduler/Dispatcher.thread",
            "jdk/internal/weft/scheduler/Watchdog.thread",
            "sun/nio/ch/WeftEpoll.events"
        }) {
            MADE_LATER.put(each, RETRIED);
        }
        for (String each : new String[] {
            "java/weft/entry/WeavingAgent.refused",
            "jdk/internal/weft/agent/LoadTimeWeaving.generators",
            "jdk/internal/weft/agent/LoadTimeWeaving.instrumentation",
            "java/weft/FiberEvents.recorder",
            "jdk/internal/weft/fiber/Accounts.kept",
            "jdk/internal/weft/management/FiberAccounts.accounts",
            "jdk/internal/weft/fiber/LoudMethods.computing",
            "jdk/internal/weft/fiber/LoudMethods.waiting",
            "jdk/internal/weft/fiber/FiberExit.lastly",
            "jdk/internal/weft/fiber/Scheduler.standard",
            "jdk/internal/weft/thread/MainThread.program",
            "jdk/internal/weft/scheduler/SchedulerCalls.ofProgram",
            "jdk/internal/weft/scheduler/Dispatcher.first",
            "jdk/internal/weft/scheduler/Dispatcher.last"
        }) {
            MADE_LATER.put(each, VALUE);
        }
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

    /** The names of classes with initializers, each with the forbidden calls that it may come to. */
    private static Map<String, Set<String>> initializers(Map<String, ClassNode> runtime) {
        Map<String, Set<String>> found = new TreeMap<>();
        for (ClassNode each : runtime.values()) {
            MethodNode initializer = method(each, "<clinit>", "()V");
            if (initializer != null) {
                found.put(each.name, forbidden(each, initializer, runtime));
            }
        }
        return found;
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
    void eachClassWithAnInitializerIsInitializedBeforehandOrHasItsReason() throws IOException {
        Set<String> known = new TreeSet<>(REASONS.keySet());
        beforehand().forEach(each -> assertTrue(known.add(each), each));
        assertEquals(known, initializers(classes(RUNTIME)).keySet());
    }

    @Test
    void whatInitializesThemHasNoInitializerItself() throws IOException {
        assertNull(method(classes(RUNTIME).get(INITIALIZERS), "<clinit>", "()V"));
        assertNull(method(classes(RUNTIME).get("jdk/internal/weft/thread/ThreadStart"), "<clinit>", "()V"));
    }

    @Test
    void eachThingThatIsMadeWhenItIsFirstNeededHasItsReason() throws IOException {
        assertEquals(new TreeSet<>(MADE_LATER.keySet()), changing(classes(RUNTIME)));
    }

    /** The static fields of references that are not final. */
    private static Set<String> changing(Map<String, ClassNode> runtime) {
        Set<String> found = new TreeSet<>();
        for (ClassNode type : runtime.values()) {
            for (FieldNode each : type.fields) {
                boolean isStatic = (each.access & Opcodes.ACC_STATIC) != 0;
                if (isStatic && (each.access & Opcodes.ACC_FINAL) == 0 && each.desc.length() > 1) {
                    found.add(type.name + "." + each.name);
                }
            }
        }
        return found;
    }

    @Test
    void noInitializerOfTheRuntimeAcquiresWhatMayBeMissingForAWhile() throws IOException {
        initializers(classes(RUNTIME)).forEach((type, calls) -> assertEquals(Set.of(), calls, type));
    }

    private static Set<String> beforehand() throws IOException {
        Set<String> named = new TreeSet<>();
        for (String list : new String[] {"namesOfFirst", "namesOfOthers", "namesForOnlookers"}) {
            MethodNode names = method(classes(RUNTIME).get(INITIALIZERS), list, "()[Ljava/lang/String;");
            for (AbstractInsnNode each : names.instructions) {
                if (each instanceof LdcInsnNode) {
                    named.add(((String) ((LdcInsnNode) each).cst).replace('.', '/'));
                }
            }
        }
        return named;
    }

    /** The control: its initializer starts a thread, by way of another method, and opens a file. */
    private static final class Acquires {
        private static Object changing = "";

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

    @Test
    void aThingThatIsMadeLaterIsFound() throws IOException {
        String name = Acquires.class.getName().replace('.', '/');
        try (java.io.InputStream in = getClass().getResourceAsStream("/" + name + ".class")) {
            assertEquals(Set.of(name + ".changing"), changing(Map.of(name, read(in.readAllBytes()))));
        }
    }
}
