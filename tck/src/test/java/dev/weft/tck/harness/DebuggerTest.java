package dev.weft.tck.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.IntegerValue;
import com.sun.jdi.Location;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.StackFrame;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.AttachingConnector;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.StepEvent;
import com.sun.jdi.event.VMStartEvent;
import com.sun.jdi.request.ClassPrepareRequest;
import com.sun.jdi.request.EventRequest;
import com.sun.jdi.request.StepRequest;
import dev.weft.tck.harness.Configuration.Launch;
import dev.weft.tck.programs.DebuggedThreads;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Programs under a debugger, which is a client of JDI here. */
@ExtendWith(Jvm.class)
class DebuggerTest {
    private static final String AGENT = "-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,address=127.0.0.1:0";
    private static final Pattern LISTENING = Pattern.compile("Listening for .* address: (\\d+)");
    private static final long PATIENCE_MILLIS = 60_000;

    private static VirtualMachine attach(String port) throws Exception {
        for (AttachingConnector each : Bootstrap.virtualMachineManager().attachingConnectors()) {
            if (each.transport().name().equals("dt_socket")) {
                Map<String, Connector.Argument> arguments = each.defaultArguments();
                arguments.get("hostname").setValue("127.0.0.1");
                arguments.get("port").setValue(port);
                VirtualMachine vm = each.attach(arguments);
                // taken from the queue here, else await() would resume for it once more, perhaps after a later event
                EventSet start = vm.eventQueue().remove(PATIENCE_MILLIS);
                assertNotNull(start, "no start");
                assertInstanceOf(VMStartEvent.class, start.iterator().next());
                return vm;
            }
        }
        throw new AssertionError("no connector");
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

    private static Location lastLine(ReferenceType type, String method) throws Exception {
        List<Location> lines = type.methodsByName(method).get(0).allLineLocations();
        return lines.get(lines.size() - 1);
    }

    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH})
    void aDebuggerSeesPlatformThreadsIfNothingElseIsSaid(Launch launch) throws Exception {
        Process process = Jvm.command(launch, List.of(AGENT), DebuggedThreads.class.getName())
                .redirectError(ProcessBuilder.Redirect.PIPE)
                .start();
        try {
            BufferedReader out = new BufferedReader(new InputStreamReader(process.getInputStream()));
            Matcher listening = LISTENING.matcher(out.readLine());
            assertTrue(listening.find());
            VirtualMachine vm = attach(listening.group(1));
            ClassPrepareRequest request = vm.eventRequestManager().createClassPrepareRequest();
            request.addClassFilter(DebuggedThreads.class.getName());
            request.enable();
            ReferenceType type = await(vm, ClassPrepareEvent.class).referenceType();
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

    @Test
    void whoAsksForFibersGetsThemUnderADebuggerToo() {
        String agent = AGENT.replace("suspend=y", "suspend=n");
        Jvm.Result result = Jvm.run(
                Jvm.command(Launch.IMAGE, List.of(agent, "-Dweft.threads=all"), DebuggedThreads.class.getName()), 120);
        assertEquals(0, result.exit(), result.err());
        assertTrue(result.out().endsWith("result 42\ntrue\n"), result.out());
        assertFalse(result.err().contains("weft.threads"), result.err());
    }
}
