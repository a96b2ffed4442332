package dev.weft.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The short form of the model check; {@link ModelCheck} is the long one. */
class MonitorModelTest {
    private static final int BOUND = 1_000_000;
    private static final int RANDOM = 300;

    private static List<Scenario> scenarios() {
        List<Scenario> all = new ArrayList<>(Scenarios.small());
        all.addAll(Scenarios.large());
        return all;
    }

    private static long checkAll(List<Scenario> scenarios) {
        long states = 0;
        for (Scenario scenario : scenarios) {
            Explorer.Result result = new Explorer(scenario, Mutation.NONE, BOUND).explore();
            assertNull(result.fault(), scenario::name);
            assertTrue(result.complete(), scenario::name);
            states += result.states();
        }
        return states;
    }

    @Test
    void chosenProgramsEndAsOnPlainMonitors() {
        long states = checkAll(scenarios());
        assertTrue(states > 300_000, () -> "only " + states + " states: the scenarios have lost their contents");
    }

    @Test
    void randomProgramsEndAsOnPlainMonitors() {
        List<Scenario> random = new ArrayList<>();
        for (long seed = 1; seed <= RANDOM; seed++) {
            random.add(Scenarios.random(seed));
        }
        assertTrue(checkAll(random) > 300_000);
    }

    @ParameterizedTest(name = "the monitor waiter finds {0}")
    @EnumSource(value = Mutation.class, mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void theModelCheckFinds(Mutation mutation) {
        String fault = null;
        for (Scenario scenario : scenarios()) {
            fault = new Explorer(scenario, mutation, BOUND).explore().fault();
            if (fault != null) {
                break;
            }
        }
        assertNotNull(fault, "a fault in the protocol goes unnoticed");
    }

    @Test
    void sameSeedGivesTheSameProgram() {
        assertEquals(Scenarios.random(7), Scenarios.random(7));
    }
}
