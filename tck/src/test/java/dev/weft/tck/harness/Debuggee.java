package dev.weft.tck.harness;

import com.sun.jdi.AbsentInformationException;
import com.sun.jdi.IncompatibleThreadStateException;
import com.sun.jdi.LocalVariable;
import com.sun.jdi.Location;
import com.sun.jdi.ObjectReference;
import com.sun.jdi.PrimitiveValue;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.StackFrame;
import com.sun.jdi.StringReference;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.VMDisconnectedException;
import com.sun.jdi.Value;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.ExceptionEvent;
import com.sun.jdi.event.LocatableEvent;
import com.sun.jdi.event.MethodEntryEvent;
import com.sun.jdi.event.StepEvent;
import com.sun.jdi.event.VMDisconnectEvent;
import com.sun.jdi.request.ClassPrepareRequest;
import com.sun.jdi.request.EventRequest;
import com.sun.jdi.request.EventRequestManager;
import com.sun.jdi.request.ExceptionRequest;
import com.sun.jdi.request.MethodEntryRequest;
import com.sun.jdi.request.StepRequest;
import dev.weft.support.DebuggedJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A program under a debugger that does what Eclipse and IntelliJ do: it has the classes of the program told when they
 * are prepared, those of the pattern {@code Program$*} too, and stops at all places of the marked lines.
 */
final class Debuggee implements AutoCloseable {
    private static final String AGENT = "-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,address=127.0.0.1:0";
    private static final Pattern LISTENING = Pattern.compile("Listening for .* address: (\\d+)");
    private static final Pattern MARK = Pattern.compile(".*// at (\\w+)");
    private static final Pattern CARRIER = Pattern.compile("weft-carrier-\\d+ \\[(.*)]");
    private static final long PATIENCE_MILLIS = 60_000;

    private final Class<?> program;
    private final Process process;
    private final BufferedReader out;
    private final String port;
    private final Map<Integer, String> marks;
    private final List<String> seen = new ArrayList<>();
    private VirtualMachine vm;

    /** What a debugger is told of a stop. */
    interface Sight {
        String of(ThreadReference thread) throws IncompatibleThreadStateException;
    }

    /** Starts it, suspended. */
    Debuggee(Configuration.Launch launch, List<String> options, Class<?> program, String... arguments)
            throws IOException {
        this.program = program;
        List<String> all = new ArrayList<>(List.of(AGENT));
        all.addAll(options);
        process = Jvm.command(launch, all, program.getName(), arguments)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        out = new BufferedReader(new InputStreamReader(process.getInputStream()));
        Matcher listening = LISTENING.matcher(out.readLine());
        if (!listening.find()) {
            throw new AssertionError("it does not listen");
        }
        port = listening.group(1);
        marks = marks(program);
    }

    /** The lines that are marked in the source, with their marks. */
    private static Map<Integer, String> marks(Class<?> program) throws IOException {
        Map<Integer, String> marks = new HashMap<>();
        List<String> source = Files.readAllLines(
                Path.of("src", "test", "java", program.getName().replace('.', '/') + ".java"));
        for (int i = 0; i < source.size(); i++) {
            Matcher mark = MARK.matcher(source.get(i));
            if (mark.matches()) {
                marks.put(i + 1, mark.group(1));
            }
        }
        return marks;
    }

    /** The number of a marked line. */
    int line(String mark) {
        for (Map.Entry<Integer, String> each : marks.entrySet()) {
            if (each.getValue().equals(mark)) {
                return each.getKey();
            }
        }
        throw new AssertionError("no line is marked " + mark);
    }

    String port() {
        return port;
    }

    /**
     * Runs it to its end, and stops where a line is marked.
     *
     * @param steps at which marks it goes on by steps, and of which depths, such as {@link StepRequest#STEP_OVER}
     * @return a line for each stop: where, and what is to be seen there
     */
    List<String> run(Map<String, List<Integer>> steps, Sight sight) throws Exception {
        vm = DebuggedJvm.attach(port);
        prepare();
        try {
            for (; ; ) {
                EventSet set = vm.eventQueue().remove(PATIENCE_MILLIS);
                if (set == null) {
                    throw new AssertionError("nothing happens behind " + seen);
                }
                for (Event each : set) {
                    if (each instanceof VMDisconnectEvent) {
                        return seen;
                    }
                    handle(each, steps, sight);
                }
                set.resume();
            }
        } catch (VMDisconnectedException e) {
            return seen;
        }
    }

    private void prepare() {
        EventRequestManager requests = vm.eventRequestManager();
        for (String each : new String[] {program.getName(), program.getName() + "$*"}) {
            ClassPrepareRequest prepared = requests.createClassPrepareRequest();
            prepared.addClassFilter(each);
            prepared.enable();
        }
        ExceptionRequest thrown = requests.createExceptionRequest(null, true, true);
        thrown.addClassFilter(program.getName() + "*");
        thrown.enable();
        MethodEntryRequest entered = requests.createMethodEntryRequest();
        entered.addClassFilter(program.getName());
        entered.enable();
    }

    private void handle(Event event, Map<String, List<Integer>> steps, Sight sight) throws Exception {
        if (event instanceof ClassPrepareEvent) {
            stopAtMarks(((ClassPrepareEvent) event).referenceType());
        } else if (event instanceof BreakpointEvent) {
            ThreadReference thread = ((BreakpointEvent) event).thread();
            String mark = marks.get(((BreakpointEvent) event).location().lineNumber());
            seen.add(mark + ": " + sight.of(thread));
            step(thread, steps.getOrDefault(mark, List.of()));
        } else if (event instanceof StepEvent) {
            ThreadReference thread = ((StepEvent) event).thread();
            List<?> left = (List<?>) event.request().getProperty("left");
            Location place = ((StepEvent) event).location();
            seen.add("step to " + place.sourceName() + ":" + place.lineNumber() + ": " + sight.of(thread));
            vm.eventRequestManager().deleteEventRequest(event.request());
            // the program's own end is no part of what is compared
            step(thread, left);
        } else if (event instanceof ExceptionEvent) {
            seen.add("exception " + ((ExceptionEvent) event).exception().type().name() + ", caught in line "
                    + ((ExceptionEvent) event).catchLocation().lineNumber());
        } else if (event instanceof MethodEntryEvent
                // which goes on beside the others
                && !name(((MethodEntryEvent) event).thread()).equals("main")) {
            seen.add("enters " + method(((LocatableEvent) event).location()));
        }
    }

    private void stopAtMarks(ReferenceType type) {
        for (int line : marks.keySet()) {
            for (Location each : places(type, line)) {
                vm.eventRequestManager().createBreakpointRequest(each).enable();
            }
        }
    }

    private static List<Location> places(ReferenceType type, int line) {
        try {
            return type.locationsOfLine(line);
        } catch (AbsentInformationException e) {
            // an interface without code
            return List.of();
        }
    }

    /** One step, behind which the others follow. */
    private void step(ThreadReference thread, List<?> depths) {
        if (depths.isEmpty()) {
            return;
        }
        vm.eventRequestManager().stepRequests().stream()
                .filter(each -> each.thread().equals(thread))
                .toList()
                .forEach(vm.eventRequestManager()::deleteEventRequest);
        int depth = (Integer) depths.get(0);
        StepRequest step = vm.eventRequestManager().createStepRequest(thread, StepRequest.STEP_LINE, depth);
        if (depth == StepRequest.STEP_INTO) {
            for (String each : new String[] {"java.*", "jdk.*", "sun.*", "dev.weft.agent.*"}) {
                step.addClassExclusionFilter(each);
            }
        }
        step.setSuspendPolicy(EventRequest.SUSPEND_ALL);
        step.putProperty("left", depths.subList(1, depths.size()));
        step.enable();
    }

    private static String method(Location location) {
        String type = location.declaringType().name();
        return type.substring(type.lastIndexOf('.') + 1) + "."
                + location.method().name();
    }

    /** The name of a thread, which a carrier shows behind its own. */
    static String name(ThreadReference thread) {
        Matcher carrier = CARRIER.matcher(thread.name());
        return carrier.matches() ? carrier.group(1) : thread.name();
    }

    /** The program's methods on the stack of a thread, with their lines. */
    String stack(ThreadReference thread) throws IncompatibleThreadStateException {
        StringJoiner frames = new StringJoiner(" ");
        for (StackFrame each : thread.frames()) {
            Location place = each.location();
            if (place.declaringType().name().startsWith(program.getName()) && place.lineNumber() >= 0) {
                frames.add(method(place) + ":" + place.lineNumber());
            }
        }
        return frames.toString();
    }

    /** What a debugger shows of the innermost frame: the variables with their values, and {@code this}. */
    static String variables(ThreadReference thread) throws IncompatibleThreadStateException {
        StackFrame frame = thread.frame(0);
        StringJoiner variables = new StringJoiner(" ");
        try {
            for (LocalVariable each : frame.visibleVariables()) {
                variables.add(each.name() + "=" + shown(frame.getValue(each)));
            }
        } catch (AbsentInformationException e) {
            variables.add("no variables");
        }
        ObjectReference self = frame.thisObject();
        return variables + " this=" + shown(self);
    }

    private static String shown(Value value) {
        boolean saysItself = value instanceof PrimitiveValue || value instanceof StringReference;
        return value == null || saysItself
                ? String.valueOf(value)
                : value.type().name();
    }

    /** What it has printed that was not read; it must have ended, or be about to. */
    List<String> printed() throws InterruptedException {
        List<String> lines = out.lines().toList();
        process.waitFor();
        return lines;
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }
}
