package dev.weft.weaver.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Callers that a profiler has not seen, from samples of fibers that have them. */
class SampledCallersTest {
    private static final Instant NOW = Instant.ofEpochSecond(1000);
    private static final String CUT = "[callers parked];A.inner;A.six";

    private final SampledCallers callers = new SampledCallers();

    @Test
    void callersAreKnownIfTheSamplesAroundAgree() {
        callers.add("c-0", NOW.minusMillis(5), "T.run;A.outer;A.inner;A.one");
        callers.add("c-0", NOW.plusMillis(5), "T.run;A.outer;A.inner;A.six");
        callers.add("c-1", NOW, "T.run;A.other;A.inner;A.six");
        assertEquals("T.run;A.outer;A.inner;A.six", callers.join(CUT, "c-0 [worker]", NOW));
        assertEquals(CUT, callers.join(CUT, "c-1", NOW.plusMillis(1)));
    }

    @Test
    void orIfAllSamplesOfTheRecordingDo() {
        callers.add("c-0", NOW, "T.run;A.outer;A.inner;A.one");
        callers.add("c-1", NOW, "T.run;A.outer;A.inner");
        callers.add("c-1", NOW.plusMillis(1), "T.run;B.innermost");
        callers.add("c-1", NOW.plusMillis(2), "[callers unknown];A.inner;A.one");
        assertEquals("T.run;A.outer;A.inner;A.six", callers.join(CUT, "c-2", NOW));
    }

    @Test
    void otherwiseTheyStayUnknown() {
        callers.add("c-0", NOW.minusMillis(5), "T.run;A.outer;A.inner;A.one");
        callers.add("c-0", NOW.plusMillis(5), "T.run;A.other;A.inner;A.six");
        assertEquals(CUT, callers.join(CUT, "c-0", NOW));
        assertEquals("[callers parked];A.in;A.six", callers.join("[callers parked];A.in;A.six", "c-0", NOW));
        assertEquals("T.run;A.six", callers.join("T.run;A.six", "c-0", NOW));
    }

    @Test
    void ofARecursionItIsNotKnownWhichCallWasResumed() {
        callers.add("c-0", NOW, "T.run;A.inner;A.inner;A.one");
        assertEquals(CUT, callers.join(CUT, "c-0", NOW));
    }
}
