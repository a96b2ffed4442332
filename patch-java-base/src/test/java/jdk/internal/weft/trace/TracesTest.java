package jdk.internal.weft.trace;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Traces as the VM has them, line by line, and what becomes of them. */
class TracesTest {
    private static StackTraceElement frame(String typeAndMethod, int line) {
        int dot = typeAndMethod.lastIndexOf('.');
        return new StackTraceElement(
                typeAndMethod.substring(0, dot), typeAndMethod.substring(dot + 1), "App.java", line);
    }

    private static StackTraceElement[] trace(String... frames) {
        StackTraceElement[] trace = new StackTraceElement[frames.length];
        for (int i = 0; i < frames.length; i++) {
            String[] parts = frames[i].split(":");
            trace[i] = frame(parts[0], parts.length == 1 ? 1 : Integer.parseInt(parts[1]));
        }
        return trace;
    }

    private static String[] names(StackTraceElement... trace) {
        return Arrays.stream(trace)
                .map(each -> each.getClassName() + "." + each.getMethodName() + ":" + each.getLineNumber())
                .toArray(String[]::new);
    }

    private static String[] mended(String... frames) {
        return names(Traces.mend(trace(frames), new Exception()));
    }

    @Test
    void aTraceWithoutGeneratedNamesStaysTheSameObject() {
        StackTraceElement[] plain = trace("app.A.run:1", "java.lang.Thread.run:2");
        assertSame(plain, Traces.mend(plain, new Exception()));
        assertSame(plain, Traces.withoutRuntime(plain));
    }

    @Test
    void twinsHaveTheNamesOfTheirMethods() {
        assertArrayEquals(
                new String[] {"app.A.work:7", "app.A.run:3"}, mended("app.A.work$weft:7", "app.A.run$weft:3"));
    }

    @Test
    void theFrameOfAnInvokerIsNotShown() {
        assertArrayEquals(
                new String[] {"app.A.work:7", "app.A.run:3"},
                mended("app.A.work$weft:7", "app.A$weft$I0.invoke:1", "app.A.run$weft:3"));
    }

    @Test
    void whatLiesBelowTheTrampolineIsTheCarriers() {
        assertArrayEquals(
                new String[] {"app.A.run:3"},
                mended(
                        "app.A.run$weft:3",
                        "jdk.internal.weft.fiber.Fiber.run:100",
                        "jdk.internal.weft.scheduler.Worker.run:10",
                        "java.lang.Thread.run:2"));
    }

    @Test
    void theRuntimesOwnFramesAreDropped() {
        assertArrayEquals(
                new String[] {"app.A.work:7", "app.A.run:3"},
                mended(
                        "app.A.work$weft:7",
                        "jdk.internal.weft.monitor.Monitors.enter:1",
                        "java.weft.CarrierContext.resume:9",
                        "app.A.run$weft:3"));
    }

    @Test
    void theInnermostFrameWithoutATwinPins() {
        assertEquals(
                "app.A.compare(App.java:5)",
                Traces.pinning(trace(
                        "jdk.internal.weft.fiber.PinnedPark.park:1",
                        "app.A.compare:5",
                        "app.A.sort$weft:6",
                        "jdk.internal.weft.fiber.Fiber.run:100")));
    }

    @Test
    void ofThoseInARowTheOutermostPinsOrTheClassInitializer() {
        assertEquals(
                "app.B.outer(App.java:6)", Traces.pinning(trace("app.A.inner:5", "app.B.outer:6", "app.A.run$weft:7")));
        assertEquals(
                "app.A.<clinit>(App.java:5)",
                Traces.pinning(trace("app.A.inner:4", "app.A.<clinit>:5", "app.B.outer:6", "app.A.run$weft:7")));
    }

    @Test
    void ofConstructorsInARowTheInnermostPinsAsTheTwinOfOneHasItsName() {
        String[] trace = {"app.A.inner:4", "app.A.<init>:5", "app.B.<init>:6", "app.C.<init>:7", "app.A.run$weft:8"};
        assertEquals("app.A.<init>(App.java:5)", Traces.pinning(trace(trace)));
        assertEquals(
                "app.B.outer(App.java:6)",
                Traces.pinning(trace("app.A.<init>:5", "app.B.outer:6", "app.A.run$weft:7")));
    }

    @Test
    void whereOnlyAMonitorPinsTheInnermostFrameOfTheProgramIsTold() {
        StackTraceElement[] parked = trace(
                "jdk.internal.misc.Unsafe.park:-2",
                "jdk.internal.weft.fiber.PinnedPark.park:1",
                "app.A.inner$weft:5",
                "app.A.run$weft:7",
                "jdk.internal.weft.fiber.Fiber.run:100");
        assertNull(Traces.pinning(parked));
        assertEquals("app.A.inner(App.java:5)", Traces.innermost(parked));
        assertNull(Traces.innermost(trace("jdk.internal.weft.fiber.Fiber.run:100")));
    }

    @Test
    void nothingPinsWhereAllAreTwins() {
        assertNull(Traces.pinning(trace("app.A.inner$weft:5", "app.A.run$weft:7")));
        assertNull(Traces.pinning(trace("jdk.internal.weft.fiber.Fiber.run:100", "app.A.inner:5")));
    }

    @Test
    void aFrameIsShownAsInTracesOfExceptions() {
        StackTraceElement ofProgram = new StackTraceElement("app", null, null, "a.B", "m", "B.java", 3);
        assertEquals("a.B.m(B.java:3)", Traces.shown(ofProgram));
        StackTraceElement ofJdk = new StackTraceElement(null, "java.base", "17.0.1", "a.B", "m", "B.java", 3);
        assertEquals("java.base/a.B.m(B.java:3)", Traces.shown(ofJdk));
    }
}
