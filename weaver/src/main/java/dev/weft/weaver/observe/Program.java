package dev.weft.weaver.observe;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import dev.weft.weaver.cache.WeaveErrors;
import dev.weft.weaver.error.WeaveException;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A running program, which is asked over the attach mechanism of the VM, and answers on a socket that only its user can
 * reach. Before it is attached to it is looked at from outside, as the signal of that mechanism ends what is no Java
 * program.
 */
public final class Program {
    /** How long a program may take to begin its answer. */
    private static final long PATIENCE_MILLIS = 20_000;

    /** How long nothing may come of an answer that has begun. */
    private static final long PAUSE_MILLIS = 60_000;

    private static final int BUFFER = 1 << 16;
    private static final Path PROC = Path.of("/proc");
    private static final Pattern AGENT =
            Pattern.compile("(?:-javaagent:|-agentlib:instrument=)(\\S.*?weft-agent\\.jar)");

    /** The file of options by which {@code bin/weft} starts programs, or the agent itself. */
    private static final Pattern OPTION =
            Pattern.compile("@.*/flags\\.(image|small|patch)|-(javaagent:|agentlib:instrument=).*weft-agent\\.jar.*");

    private static final String MODULE = "--module=";

    /** Options of java whose value is the next word. */
    private static final Set<String> WITH_VALUE = Set.of(
            "--source",
            "--enable-native-access",
            "-cp",
            "-classpath",
            "--class-path",
            "-p",
            "--module-path",
            "--add-modules",
            "--add-opens",
            "--add-exports",
            "--add-reads",
            "--patch-module",
            "--limit-modules",
            "--upgrade-module-path");

    private final long pid;

    private Program(long pid) {
        this.pid = pid;
    }

    /** Reads an answer. */
    public interface Reader {
        /** Reads to the end. */
        void read(DataInputStream in) throws IOException;
    }

    /**
     * The program with that process id.
     *
     * @throws WeaveException if there is none that could be asked: the message says why
     */
    public static Program of(long pid) throws IOException {
        Path process = PROC.resolve(Long.toString(pid));
        if (!Files.isDirectory(process)) {
            throw new WeaveException("there is no process " + pid + "; weft ps lists the programs that run on Weft");
        }
        checkAlive(pid, process);
        if (!Files.getAttribute(process, "unix:uid").equals(Files.getAttribute(PROC.resolve("self"), "unix:uid"))) {
            throw new WeaveException("process " + pid + " is of the user "
                    + Files.getOwner(process).getName() + ": only that user can ask it");
        }
        if (!isJava(process)) {
            throw new WeaveException("process " + pid + " is no Java program; weft ps lists those that run on Weft");
        }
        return new Program(pid);
    }

    /**
     * Refuses a process that has ended and whose parent has not asked for its exit code, and the id of a thread, which
     * {@code /proc} knows too: the signal for it would have its program print all its threads on standard output.
     */
    private static void checkAlive(long pid, Path process) {
        String owner = status(process, "Tgid");
        if (!owner.isEmpty() && !owner.equals(Long.toString(pid))) {
            throw new WeaveException(
                    "there is no process " + pid + ": that is a thread of process " + owner + "; name that process");
        }
        if (status(process, "State").startsWith("Z")) {
            throw new WeaveException("process " + pid + " has ended");
        }
    }

    /** A line of its state; empty if there is none, or if the process ends meanwhile. */
    private static String status(Path process, String name) {
        try {
            return Files.readAllLines(process.resolve("status"), StandardCharsets.ISO_8859_1).stream()
                    .filter(line -> line.startsWith(name + ":"))
                    .map(line -> line.substring(name.length() + 1).strip())
                    .findFirst()
                    .orElse("");
        } catch (IOException ended) {
            return "";
        }
    }

    /** The process ids of this user's programs that run on Weft. */
    public static List<Long> all() throws IOException {
        List<Long> found = new ArrayList<>();
        Object own = Files.getAttribute(PROC.resolve("self"), "unix:uid");
        try (Stream<Path> processes = Files.list(PROC)) {
            for (Path each : (Iterable<Path>) processes::iterator) {
                if (each.getFileName().toString().matches("[0-9]+") && isOwn(each, own) && isOnWeft(each)) {
                    found.add(Long.valueOf(each.getFileName().toString()));
                }
            }
        }
        found.sort(null);
        return found;
    }

    /** The main class or jar, as the command line has it, in one line. */
    public static String name(long pid) {
        return mainWord(pid).replaceAll("\\p{Cntrl}", "?");
    }

    private static String mainWord(long pid) {
        String[] words = words(PROC.resolve(Long.toString(pid)));
        for (int i = 1; i < words.length; i++) {
            if (WITH_VALUE.contains(words[i])) {
                i++;
            } else if (words[i].equals("-jar") || words[i].equals("-m")) {
                return i + 1 < words.length ? words[i + 1] : "";
            } else if (words[i].startsWith(MODULE)) {
                return words[i].substring(MODULE.length());
            } else if (!words[i].startsWith("-") && !words[i].startsWith("@")) {
                return words[i];
            }
        }
        return "";
    }

    /** Its command line; empty if it has ended. */
    private static String[] words(Path process) {
        try {
            // as file names are, some of which are there
            Charset ofNames = Charset.forName(System.getProperty("sun.jnu.encoding"));
            return new String(Files.readAllBytes(process.resolve("cmdline")), ofNames).split("\0");
        } catch (IOException ended) {
            return new String[0];
        }
    }

    /** By the archives that it has in its memory; where it has none ({@code -Xshare:off}), by its options. */
    private static boolean isOnWeft(Path process) {
        return maps(process, "/weft.jsa", "/small.jsa", "/app.jsa", "/patch/java.base.jar")
                || isJava(process) && Stream.of(words(process)).anyMatch(OPTION.asMatchPredicate());
    }

    private static boolean isOwn(Path process, Object own) {
        try {
            return Files.getAttribute(process, "unix:uid").equals(own);
        } catch (IOException ended) {
            return false;
        }
    }

    private static boolean isJava(Path process) {
        return maps(process, "/libjvm.so");
    }

    private static boolean maps(Path process, String... names) {
        // file names may be no valid text, and only ends of names are looked at
        try (Stream<String> lines = Files.lines(process.resolve("maps"), StandardCharsets.ISO_8859_1)) {
            return lines.anyMatch(line -> Stream.of(names).anyMatch(line::endsWith));
        } catch (IOException | java.io.UncheckedIOException endedOrOthers) {
            return false;
        }
    }

    /**
     * Asks.
     *
     * @throws WeaveException if the program cannot be asked, or does not answer: the message says why
     * @throws IOException what the reader throws
     */
    public void ask(String command, Reader reader) throws IOException {
        ask(command, 0, reader);
    }

    /** The same of an answer that may have pauses of so many milliseconds, even if all is well. */
    public void ask(String command, long pauseMillis, Reader reader) throws IOException {
        Path folder = folder();
        Path socket = folder.resolve("answer");
        // who looks at a program for as long as it runs ends by a signal
        Thread remover = new Thread(() -> remove(socket, folder), "weft-remover");
        Runtime.getRuntime().addShutdownHook(remover);
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(socket));
            AtomicReference<WeaveException> failure = new AtomicReference<>();
            Thread asker = new Thread(() -> failure.set(attach(command + " " + socket)), "weft-asker");
            asker.setDaemon(true);
            asker.start();
            try (SocketChannel channel = accept(server, asker, failure);
                    Answer answer = new Answer(channel, PAUSE_MILLIS + pauseMillis, silent())) {
                reader.read(new DataInputStream(new BufferedInputStream(answer, BUFFER)));
            }
        } finally {
            remove(socket, folder);
            try {
                Runtime.getRuntime().removeShutdownHook(remover);
            } catch (IllegalStateException ending) {
                // it has run, or will
            }
        }
    }

    private static Path folder() {
        try {
            return Files.createTempDirectory("weft");
        } catch (IOException e) {
            throw new WeaveException("cannot make a folder for the answer in " + System.getProperty("java.io.tmpdir")
                    + ": " + WeaveErrors.reason(e) + "; make that folder writable");
        }
    }

    private static void remove(Path socket, Path folder) {
        try {
            Files.deleteIfExists(socket);
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            // a folder of temporary files is cleared by others
        }
    }

    private SocketChannel accept(ServerSocketChannel server, Thread asker, AtomicReference<WeaveException> failure)
            throws IOException {
        server.configureBlocking(false);
        try (Selector selector = Selector.open()) {
            server.register(selector, SelectionKey.OP_ACCEPT);
            long deadline = System.nanoTime() + PATIENCE_MILLIS * 1_000_000;
            while (System.nanoTime() - deadline < 0) {
                boolean hasAsked = !asker.isAlive();
                selector.select(hasAsked ? 1 : 50);
                SocketChannel answer = server.accept();
                if (answer != null) {
                    return answer;
                }
                if (failure.get() != null) {
                    throw failure.get();
                }
                if (hasAsked) {
                    throw new WeaveException("process " + pid + " has ended without an answer");
                }
            }
        }
        throw new WeaveException(silent());
    }

    private String silent() {
        return "process " + pid + " does not answer: it is stopped, or its VM hangs; try again, or look at it with "
                + "gdb or jhsdb jstack";
    }

    /** Null if the program has answered. */
    private WeaveException attach(String request) {
        VirtualMachine vm;
        try {
            vm = VirtualMachine.attach(Long.toString(pid));
        } catch (AttachNotSupportedException e) {
            return hasEndedOr(silent() + "; -XX:+DisableAttachMechanism forbids it, too");
        } catch (IOException e) {
            return hasEndedOr("process " + pid + " cannot be asked: " + e.getMessage());
        }
        try {
            Matcher agent = AGENT.matcher(vm.getAgentProperties().getProperty("sun.jvm.args", ""));
            if (!agent.find()) {
                return new WeaveException("process " + pid + " does not run on Weft: use jstack or jcmd");
            }
            vm.loadAgent(agent.group(1), request);
            return null;
        } catch (AgentLoadException | AgentInitializationException | IOException e) {
            return hasEndedOr("process " + pid + " cannot answer: " + e.getMessage());
        } finally {
            try {
                vm.detach();
            } catch (IOException ended) {
                // so has what was to be left
            }
        }
    }

    private WeaveException hasEndedOr(String otherwise) {
        boolean isThere = Files.isDirectory(PROC.resolve(Long.toString(pid)));
        return new WeaveException(isThere ? otherwise : "process " + pid + " has ended");
    }
}
