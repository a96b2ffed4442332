package dev.weft.frameworks.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.jdi.BooleanValue;
import com.sun.jdi.Location;
import com.sun.jdi.Method;
import com.sun.jdi.ObjectReference;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.StackFrame;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.ExceptionEvent;
import com.sun.jdi.request.ExceptionRequest;
import com.sun.jdi.request.StepRequest;
import dev.weft.support.ChildJvm;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A Spring controller that calls JDBC under a debugger, which does by JDI what Eclipse, IntelliJ and {@code jdb} do: on
 * the plain JDK, on Weft, where nothing else is said, and where all threads are to be fibers.
 */
@Tag("long")
class DebuggedControllerTest {
    private static final String OURS = JdbcProgram.class.getPackageName() + '.';

    /** On what the program runs. */
    private enum Runs {
        ON_THE_PLAIN_JDK(ChildJvm.On.PLAIN),
        ON_WEFT(ChildJvm.On.WEFT),
        IN_FIBERS(ChildJvm.On.WEFT, "-Dweft.threads=all");

        final ChildJvm.On jdk;
        final List<String> options;

        Runs(ChildJvm.On jdk, String... options) {
            this.jdk = jdk;
            this.options = List.of(options);
        }

        boolean hasFibers() {
            return !options.isEmpty();
        }
    }

    private static void assertAt(Debugged program, String comment, Location location) {
        assertEquals(program.number(comment), location.lineNumber(), location.toString());
    }

    private static List<String> methods(ThreadReference thread) throws Exception {
        return thread.frames().stream()
                .map(each -> each.location().declaringType().name() + "."
                        + each.location().method().name())
                .toList();
    }

    private static String answer(CompletableFuture<String> asked) throws Exception {
        return asked.get(2, TimeUnit.MINUTES);
    }

    @ParameterizedTest
    @EnumSource(Runs.class)
    void aControllerIsDebuggedAsOnThePlainJdk(Runs runs) throws Exception {
        try (Debugged program = new Debugged(runs.jdk, runs.options, JdbcProgram.class)) {
            // a step that weaves what it loads takes a minute and more: docs/observability.md
            assertEquals("price 42", answer(program.ask("/prices/3")));
            breakpointsStepsAndLocals(program, runs);
            conditionalBreakpoints(program);
            exceptionBreakpoints(program);
        }
    }

    private static void breakpointsStepsAndLocals(Debugged program, Runs runs) throws Exception {
        program.stopAt("first");
        CompletableFuture<String> asked = program.ask("/prices/3");
        ThreadReference thread = program.await(BreakpointEvent.class).thread();
        assertThreads(program, thread, runs);
        assertStack(thread);
        assertEquals("price", thread.frame(0).location().method().name());
        assertTrue(
                methods(thread).contains("org.springframework.web.servlet.DispatcherServlet.doDispatch"),
                methods(thread).toString());
        assertEquals(3, Debugged.value(thread.frame(0), "number"));

        assertAt(program, "call", program.step(thread, StepRequest.STEP_OVER));
        assertEquals(4, Debugged.value(thread.frame(0), "wanted"));
        assertAt(program, "inside", program.step(thread, StepRequest.STEP_INTO));
        StackFrame inside = thread.frame(0);
        assertEquals("single", inside.location().method().name());
        assertEquals(4, Debugged.value(inside, "argument"));
        // over calls of JDBC
        program.stopAt("result");
        program.vm().resume();
        assertEquals(thread, program.await(BreakpointEvent.class).thread());
        assertAt(program, "result", thread.frame(0).location());
        assertEquals(40, Debugged.value(thread.frame(0), "value"));
        assertAt(program, "call", program.step(thread, StepRequest.STEP_OUT));
        assertAt(program, "behind the call", program.step(thread, StepRequest.STEP_OVER));
        assertEquals(40, Debugged.value(thread.frame(0), "found"));
        assertAt(program, "last", program.step(thread, StepRequest.STEP_OVER));
        assertEquals(42, Debugged.value(thread.frame(0), "found"));
        program.forget();
        program.vm().resume();
        assertEquals("price 42", answer(asked));
    }

    private static void assertThreads(Debugged program, ThreadReference stopped, Runs runs) {
        List<ThreadReference> threads = program.vm().allThreads();
        assertTrue(threads.contains(stopped));
        List<String> names = threads.stream().map(Debugged::name).toList();
        assertEquals(1, Collections.frequency(names, "main"), names.toString());
        assertTrue(Debugged.name(stopped).matches("http-nio-.*-exec-\\d+"), names.toString());
        assertEquals(1, Collections.frequency(names, Debugged.name(stopped)), names.toString());
        assertEquals(1, names.stream().filter(each -> each.endsWith("-Poller")).count(), names.toString());
        assertEquals(
                runs.hasFibers(),
                threads.stream().anyMatch(each -> each.name().startsWith("weft-carrier")),
                names.toString());
        assertEquals(runs.hasFibers(), stopped.name().startsWith("weft-carrier"), names.toString());
        assertTrue(threads.stream().allMatch(ThreadReference::isSuspended), names.toString());
    }

    /** Down to {@code Thread.run}, all frames are the author's. */
    private static void assertStack(ThreadReference thread) throws Exception {
        List<String> methods = methods(thread);
        int end = methods.lastIndexOf("java.lang.Thread.run");
        assertTrue(end > 0, methods.toString());
        assertTrue(
                methods.subList(0, end).stream()
                        .noneMatch(each -> each.contains("weft.") && !each.startsWith(OURS) || each.contains("$weft")),
                methods.toString());
    }

    /** Debuggers decide themselves whether to go on: by a variable, and by a call in the stopped thread. */
    private static void conditionalBreakpoints(Debugged program) throws Exception {
        program.stopAt("first");
        Method isFour = program.type().methodsByName("isFour").get(0);
        for (int number = 1; number <= 4; number++) {
            CompletableFuture<String> asked = program.ask("/prices/" + number);
            ThreadReference thread = program.await(BreakpointEvent.class).thread();
            StackFrame frame = thread.frame(0);
            assertEquals(number, Debugged.value(frame, "number"));
            BooleanValue stops = (BooleanValue) frame.thisObject()
                    .invokeMethod(
                            thread,
                            isFour,
                            List.of(frame.getValue(frame.visibleVariableByName("number"))),
                            ObjectReference.INVOKE_SINGLE_THREADED);
            assertEquals(number == 4, stops.value());
            // the call has made all frames new
            frame = thread.frame(0);
            if (stops.value()) {
                frame.setValue(
                        frame.visibleVariableByName("number"), program.vm().mirrorOf(9));
            }
            program.vm().resume();
            assertEquals("price " + (number == 4 ? 102 : number * 10 + 12), answer(asked));
        }
        program.forget();
    }

    private static void exceptionBreakpoints(Debugged program) throws Exception {
        ReferenceType type = program.vm().classesByName("java.sql.SQLException").get(0);
        ExceptionRequest request = program.vm().eventRequestManager().createExceptionRequest(type, true, true);
        request.enable();
        CompletableFuture<String> asked = program.ask("/broken");
        ExceptionEvent event = program.await(ExceptionEvent.class);
        assertTrue(event.exception().referenceType().name().startsWith("org.h2.jdbc."), event.toString());
        assertNotNull(event.catchLocation(), event.toString());
        List<String> methods = methods(event.thread());
        assertTrue(methods.contains(JdbcProgram.class.getName() + ".single"), methods.toString());
        assertTrue(methods.contains(JdbcProgram.class.getName() + ".broken"), methods.toString());
        program.forget();
        program.vm().resume();
        assertEquals("SQLState 42S04", answer(asked));
    }
}
