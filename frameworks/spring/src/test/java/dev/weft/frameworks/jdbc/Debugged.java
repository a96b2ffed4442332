package dev.weft.frameworks.jdbc;

import com.sun.jdi.AbsentInformationException;
import com.sun.jdi.IntegerValue;
import com.sun.jdi.Location;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.StackFrame;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.request.EventRequest;
import com.sun.jdi.request.StepRequest;
import dev.weft.support.ChildJvm;
import dev.weft.support.DebuggedJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server under a debugger, and what debuggers do with it, by JDI. */
final class Debugged implements AutoCloseable {
    private static final long PATIENCE_MILLIS = 120_000;
    private static final String AGENT = "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:0";

    private static final Pattern CARRIER = Pattern.compile("weft-carrier-\\d+ \\[(.*)]");

    private final Process process;
    private final VirtualMachine vm;
    private final ReferenceType type;
    private final List<String> source;
    private final int port;

    /**
     * Starts it, and waits until it serves.
     *
     * @param options of {@code java}
     */
    Debugged(ChildJvm.On on, List<String> options, Class<?> main) throws Exception {
        source = Files.readAllLines(Path.of("src/test/java", main.getName().replace('.', '/') + ".java"));
        List<String> arguments = new ArrayList<>(options);
        arguments.addAll(List.of(AGENT, "-cp", System.getProperty("java.class.path"), main.getName()));
        process = ChildJvm.builder(on, arguments)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        BufferedReader out = new BufferedReader(new InputStreamReader(process.getInputStream()));
        vm = DebuggedJvm.attach(after("address: ", out));
        port = Integer.parseInt(after("port ", out));
        type = vm.classesByName(main.getName()).get(0);
    }

    private static String after(String words, BufferedReader out) throws IOException {
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            int at = line.indexOf(words);
            if (at >= 0) {
                return line.substring(at + words.length());
            }
        }
        throw new AssertionError("the program has not said: " + words);
    }

    VirtualMachine vm() {
        return vm;
    }

    ReferenceType type() {
        return type;
    }

    /** The number of the line that ends with this comment. */
    int number(String comment) {
        for (int i = 0; i < source.size(); i++) {
            if (source.get(i).endsWith("// " + comment)) {
                return i + 1;
            }
        }
        throw new AssertionError("no line is " + comment);
    }

    /** Stops all threads in that line, wherever it was compiled to. */
    void stopAt(String comment) throws AbsentInformationException {
        for (Location each : type.locationsOfLine(number(comment))) {
            vm.eventRequestManager().createBreakpointRequest(each).enable();
        }
    }

    /** Takes all breakpoints and steps back. */
    void forget() {
        vm.eventRequestManager().deleteAllBreakpoints();
        vm.eventRequestManager()
                .deleteEventRequests(List.copyOf(vm.eventRequestManager().stepRequests()));
        vm.eventRequestManager()
                .deleteEventRequests(List.copyOf(vm.eventRequestManager().exceptionRequests()));
    }

    /** The next such event, with which all threads have stopped; others are passed. */
    <E extends Event> E await(Class<E> wanted) throws InterruptedException {
        for (; ; ) {
            EventSet set = vm.eventQueue().remove(PATIENCE_MILLIS);
            if (set == null) {
                throw new AssertionError("no " + wanted.getSimpleName());
            }
            for (Event each : set) {
                if (wanted.isInstance(each)) {
                    return wanted.cast(each);
                }
            }
            set.resume();
        }
    }

    /** One step of a thread by lines: over, into or out. */
    Location step(ThreadReference thread, int depth) throws InterruptedException {
        StepRequest step = vm.eventRequestManager().createStepRequest(thread, StepRequest.STEP_LINE, depth);
        step.setSuspendPolicy(EventRequest.SUSPEND_ALL);
        step.addCountFilter(1);
        step.enable();
        vm.resume();
        com.sun.jdi.event.StepEvent event = await(com.sun.jdi.event.StepEvent.class);
        vm.eventRequestManager().deleteEventRequest(step);
        if (!event.thread().equals(thread)) {
            throw new AssertionError(event.thread() + " instead of " + thread);
        }
        return event.location();
    }

    static int value(StackFrame frame, String name) throws AbsentInformationException {
        return ((IntegerValue) frame.getValue(frame.visibleVariableByName(name))).value();
    }

    /** The name of a thread, which a carrier shows behind its own. */
    static String name(ThreadReference thread) {
        Matcher carrier = CARRIER.matcher(thread.name());
        return carrier.matches() ? carrier.group(1) : thread.name();
    }

    /** Asks the server, by a thread of this JVM. */
    CompletableFuture<String> ask(String path) {
        return CompletableFuture.supplyAsync(() -> {
            try (InputStream in =
                    URI.create("http://127.0.0.1:" + port + path).toURL().openStream()) {
                return new String(in.readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                return e.toString();
            }
        });
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }
}
