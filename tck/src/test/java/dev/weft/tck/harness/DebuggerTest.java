package dev.weft.tck.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.jdi.ArrayReference;
import com.sun.jdi.IntegerValue;
import com.sun.jdi.Location;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.StackFrame;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.Value;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.StepEvent;
import com.sun.jdi.event.VMStartEvent;
import com.sun.jdi.request.ClassPrepareRequest;
import com.sun.jdi.request.EventRequest;
import com.sun.jdi.request.StepRequest;
import dev.weft.support.DebuggedJvm;
import dev.weft.tck.harness.Configuration.Launch;
import dev.weft.tck.programs.DebuggedFibers;
import dev.weft.tck.programs.DebuggedThreads;
import dev.weft.tck.programs.InterruptedByDebugger;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs under a debugger, which is a client of JDI here. A list of cases, whole because all share that client. */
@ExtendWith(Jvm.class)
class DebuggerTest {
    private static final String AGENT = "-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,address=127.0.0.1:0";
    private static final Pattern LISTENING = Pattern.compile("Listening for .* address: (\\d+)");
    private static final long PATIENCE_MILLIS = 60_000;

    private static VirtualMachine attach(String port) throws Exception {
        VirtualMachine vm = DebuggedJvm.attach(port);
        // taken from the queue here, else await() would resume for it once more, perhaps after a later event
        EventSet start = vm.eventQueue().remove(PATIENCE_MILLIS);
        assertNotNull(start, "no start");
        assertInstanceOf(VMStartEvent.class, start.iterator().next());
        return vm;
    }

    /** Lets the program run on until such an event comes, with which it stops. */
    private static <E extends Event> E await(VirtualMachine vm, Class<E> type) throws InterruptedException {
        vm.resume();
        for (; ; ) {
            EventSet set = vm.eventQueue().remove(PATIENCE_MILLIS);
            assertNotNull(set, "no " + type);
            for (Event each : set) {
                if (type.isInstance(each)) {
                    return type.cast(each);
                }
            }
            set.resume();
        }
    }

    /** The class that a JVM has just prepared which prints that, and waits for a debugger. */
    private static ReferenceType prepared(BufferedReader out, Class<?> program) throws Exception {
        Matcher listening = LISTENING.matcher(out.readLine());
        assertTrue(listening.find());
        VirtualMachine vm = attach(listening.group(1));
        ClassPrepareRequest request = vm.eventRequestManager().createClassPrepareRequest();
        request.addClassFilter(program.getName());
        request.enable();
        return await(vm, ClassPrepareEvent.class).referenceType();
    }

    private static Location lastLine(ReferenceType type, String method) throws Exception {
        List<Location> lines = type.methodsByName(method).get(0).allLineLocations();
        return lines.get(lines.size() - 1);
    }

    @EachLaunch({Launch.PLAIN, Launch.IMAGE})
    void aDebuggerInterruptsThreadsThatWait(Launch launch) throws Exception {
        List<String> options = launch == Launch.PLAIN ? List.of(AGENT) : List.of("-Dweft.threads=all", AGENT);
        Process process = Jvm.command(launch, options, InterruptedByDebugger.class.getName())
                .redirectError(ProcessBuilder.Redirect.PIPE)
                .start();
        try {
            BufferedReader out = new BufferedReader(new InputStreamReader(process.getInputStream()));
            ReferenceType type = prepared(out, InterruptedByDebugger.class);
            VirtualMachine vm = type.virtualMachine();
            Location place = type.methodsByName("areWaiting").get(0).location();
            vm.eventRequestManager().createBreakpointRequest(place).enable();
            await(vm, BreakpointEvent.class);
            ArrayReference waiting = (ArrayReference) type.getValue(type.fieldByName("waiting"));
            for (Value each : waiting.getValues()) {
                ((ThreadReference) each).interrupt();
            }
            vm.resume();
            List<String> lines = out.lines().sorted().collect(Collectors.toList());
            assertEquals(List.of("latch: interrupted", "sleep: interrupted", "wait: interrupted"), lines);
        } finally {
            process.destroyForcibly();
        }
    }

    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH})
    void aDebuggerSeesPlatformThreadsIfNothingElseIsSaid(Launch launch) throws Exception {
        Process process = Jvm.command(launch, List.of(AGENT), DebuggedThreads.class.getName())
                .redirectError(ProcessBuilder.Redirect.PIPE)
                .start();
        try {
            BufferedReader out = new BufferedReader(new InputStreamReader(process.getInputStream()));
            ReferenceType type = prepared(out, DebuggedThreads.class);
            VirtualMachine vm = type.virtualMachine();
            // as 'stop in Class.method' does it: the first line
            Location first = type.methodsByName("work").get(0).location();
            vm.eventRequestManager().createBreakpointRequest(first).enable();
            ThreadReference thread = await(vm, BreakpointEvent.class).thread();
            assertEquals("worker", thread.name());
            StackFrame frame = thread.frame(0);
            assertEquals("work", frame.location().method().name());
            assertEquals(20, ((IntegerValue) frame.getValue(frame.visibleVariableByName("argument"))).value());
            int line = frame.location().lineNumber();
            StepRequest step =
                    vm.eventRequestManager().createStepRequest(thread, StepRequest.STEP_LINE, StepRequest.STEP_OVER);
            step.setSuspendPolicy(EventRequest.SUSPEND_ALL);
            step.enable();
            for (int i = 1; i <= 2; i++) {
                StepEvent stepped = await(vm, StepEvent.class);
                assertEquals(thread, stepped.thread());
                assertEquals(line + i, stepped.location().lineNumber());
            }
            frame = thread.frame(0);
            assertEquals(21, ((IntegerValue) frame.getValue(frame.visibleVariableByName("local"))).value());
            step.disable();
            vm.eventRequestManager()
                    .createBreakpointRequest(lastLine(type, "work"))
                    .enable();
            assertEquals(thread, await(vm, BreakpointEvent.class).thread());
            vm.resume();
            assertEquals("result 42", out.readLine());
            assertEquals("false", out.readLine());
            assertTrue(process.waitFor(60, TimeUnit.SECONDS));
            String err = new String(process.getErrorStream().readAllBytes());
            assertEquals(launch == Launch.PLAIN ? 0 : 1, err.lines().count(), err);
            assertEquals(launch != Launch.PLAIN, err.contains("-Dweft.threads=all"), err);
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-agentlib:jdwp=", "-Xrunjdwp:", "-agentpath:lib/libjdwp.so="})
    void eachOptionThatLoadsTheAgentIsKnown(String option) {
        String path = System.getProperty("java.home") + "/lib/";
        String agent = AGENT.replace("suspend=y", "suspend=n").replace("-agentlib:jdwp=", option.replace("lib/", path));
        Jvm.Result result = Jvm.run(Jvm.command(Launch.IMAGE, List.of(agent), DebuggedThreads.class.getName()), 120);
        assertTrue(result.out().endsWith("result 42\nfalse\n"), result.out());
        assertTrue(result.err().contains("-Dweft.threads=all"), result.err());
    }

    @Test
    void whoAsksForFibersGetsThemUnderADebuggerToo() {
        String agent = AGENT.replace("suspend=y", "suspend=n");
        Jvm.Result result = Jvm.run(
                Jvm.command(Launch.IMAGE, List.of(agent, "-Dweft.threads=all"), DebuggedThreads.class.getName()), 120);
        assertEquals(0, result.exit(), result.err());
        assertTrue(result.out().endsWith("result 42\ntrue\n"), result.out());
        assertFalse(result.err().contains("weft.threads"), result.err());
    }

    private static final Class<?> FIBERS = DebuggedFibers.class;
    private static final String ALL = "-Dweft.threads=all";
    private static final String SUSPEND = "-Dweft.waits=suspend";

    /** Three steps over lines, from where each way to wait is about to begin. */
    private static final Map<String, List<Integer>> OVER = Stream.of(
                    "before", "sleep", "lock", "monitor", "read", "iteration")
            .collect(Collectors.toMap(
                    Function.identity(),
                    mark -> List.of(StepRequest.STEP_OVER, StepRequest.STEP_OVER, StepRequest.STEP_OVER)));

    private static Debuggee.Sight all(Debuggee program) {
        return thread -> Debuggee.name(thread) + " in " + program.stack(thread) + " with " + Debuggee.variables(thread);
    }

    /** What is seen where each way to wait is stepped over, or run through. */
    private static List<String> run(Launch launch, List<String> options, boolean steps) throws Exception {
        try (Debuggee program = new Debuggee(launch, options, FIBERS)) {
            List<String> seen = program.run(steps ? OVER : Map.of(), all(program));
            assertTrue(program.printed().contains("looper 6"));
            return seen;
        }
    }

    @Tag("long")
    @EachLaunch({Launch.IMAGE, Launch.PATCH})
    void aDebuggerSeesOfFibersWhatItSeesOfThreads(Launch launch) throws Exception {
        for (boolean steps : new boolean[] {false, true}) {
            List<String> plain = run(Launch.PLAIN, List.of(), steps);
            assertTrue(plain.stream().anyMatch(each -> each.startsWith("resumed: looper in")), plain.toString());
            assertEquals(steps, plain.stream().anyMatch(each -> each.startsWith("step to")));
            assertEquals(plain, run(launch, List.of(ALL), steps));
            assertEquals(plain, run(launch, List.of(ALL, "-Dweft.main=fiber"), steps));
        }
    }

    /** Into a call that waits, over its wait, out of it in front of its wait and behind it. */
    private static List<String> stepIntoAndOut(Launch launch, String... options) throws Exception {
        try (Debuggee program = new Debuggee(launch, List.of(options), FIBERS, "stepped")) {
            List<Integer> steps = List.of(
                    StepRequest.STEP_INTO,
                    StepRequest.STEP_OVER,
                    StepRequest.STEP_OVER,
                    StepRequest.STEP_OUT,
                    StepRequest.STEP_OVER,
                    StepRequest.STEP_INTO,
                    StepRequest.STEP_OUT,
                    StepRequest.STEP_OVER);
            List<String> seen = program.run(Map.of("call", steps), all(program));
            assertEquals(List.of("stepper 43"), program.printed());
            return seen;
        }
    }

    @EachLaunch({Launch.IMAGE, Launch.PATCH})
    void stepsIntoAndOutOfCallsThatWaitAreThoseOfThreads(Launch launch) throws Exception {
        List<String> plain = stepIntoAndOut(Launch.PLAIN);
        assertEquals(
                8, plain.stream().filter(each -> each.startsWith("step to")).count(), plain.toString());
        assertTrue(plain.stream().allMatch(each -> each.contains("stepper") || each.startsWith("enters")));
        assertEquals(plain, stepIntoAndOut(launch, ALL));
    }

    /** Behind a wait there is a resumer, which has no callers. */
    @Tag("long")
    @EachLaunch({Launch.IMAGE, Launch.PATCH})
    void fibersThatSuspendShowAnotherStack(Launch launch) throws Exception {
        List<String> seen = run(launch, List.of(ALL, SUSPEND), false);
        assertTrue(seen.stream().noneMatch(each -> each.startsWith("behind: sleeper in DebuggedFibers.work:")));
        assertTrue(seen.stream().anyMatch(each -> each.startsWith("behind: sleeper in DebuggedFibers$weft$R")));
    }

    private static List<String> variables(Launch launch, String... options) throws Exception {
        try (Debuggee program = new Debuggee(launch, List.of(options), FIBERS)) {
            List<String> seen =
                    program.run(Map.of(), thread -> Debuggee.name(thread) + " with " + Debuggee.variables(thread));
            // a line that is met again behind the call that has suspended in it
            return Stream.concat(
                            Stream.of(seen.get(0)),
                            Stream.iterate(1, i -> i < seen.size(), i -> i + 1)
                                    .filter(i -> !seen.get(i).equals(seen.get(i - 1)))
                                    .map(seen::get))
                    .filter(each -> !each.startsWith("enters"))
                    .toList();
        }
    }

    @EachLaunch(
            value = {Launch.IMAGE, Launch.PATCH},
            nightly = Launch.CHAOS)
    void fibersThatSuspendShowTheirVariables(Launch launch) throws Exception {
        List<String> plain = variables(Launch.PLAIN);
        assertTrue(plain.contains("behind: sleeper with argument=20 local=21 this=null"), plain.toString());
        assertEquals(plain, variables(launch, ALL, SUSPEND));
    }

    @Tag("nightly")
    @EachLaunch({Launch.IMAGE, Launch.PATCH})
    void fibersOfASchedulerSuspendAndShowTheirVariables(Launch launch) throws Exception {
        try (Debuggee program = new Debuggee(launch, List.of(ALL), FIBERS, "simulated")) {
            List<String> seen = program.run(Map.of(), Debuggee::variables);
            seen.removeIf(each -> !each.startsWith("resumed: "));
            assertEquals(
                    List.of(
                            "resumed: times=3 sum=0 i=0 twice=0 this=null",
                            "resumed: times=3 sum=0 i=1 twice=2 this=null",
                            "resumed: times=3 sum=2 i=2 twice=4 this=null"),
                    seen);
            assertEquals(List.of("simulated 6"), program.printed());
        }
    }

    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH})
    void jdbStopsStepsAndShows(Launch launch) throws Exception {
        List<String> options = launch == Launch.PLAIN ? List.of() : List.of(ALL);
        try (Debuggee program = new Debuggee(launch, options, FIBERS);
                Jdb jdb = new Jdb(program.port())) {
            String name = FIBERS.getName();
            int first = program.line("before");
            jdb.tell("stop at " + name + ":" + first, "Deferring breakpoint " + name + ":" + first);
            jdb.tell("stop in " + name + ".locked", "Deferring breakpoint " + name + ".locked");
            jdb.tell("stop at " + name + ":" + program.line("resumed"), "Deferring breakpoint");
            jdb.tell("cont", "thread=main\", " + name + ".work(), line=" + first);
            String sleeper = jdb.tell("cont", name + ".work(), line=" + first);
            assertTrue(sleeper.contains("[sleeper]\"") || sleeper.contains("\"thread=sleeper\""), sleeper);
            jdb.tell("next", name + ".work(), line=" + (first + 1));
            String stepped = jdb.tell("next", name + ".work(), line=" + (first + 2));
            assertTrue(stepped.contains("sleeper"), stepped);
            String locals = jdb.tell("locals", "local = 21");
            assertTrue(locals.contains("argument = 20"), locals);
            String where = jdb.tell("where", "java.lang.Thread.run");
            assertTrue(where.contains("[1] " + name + ".work (DebuggedFibers.java:" + (first + 2) + ")"), where);
            assertFalse(where.contains("$weft"), where);
            jdb.tell("cont", name + ".locked(), line=");
            jdb.tell("cont", name + ".loop(), line=" + program.line("resumed"));
            String looper = jdb.tell("locals", "twice = 0");
            assertTrue(looper.contains("times = 3"), looper);
            jdb.tell("clear " + name + ":" + program.line("resumed"), "Removed: breakpoint");
            jdb.tell("cont", "The application exited");
            assertTrue(program.printed().contains("looper 6"));
        }
    }
}
