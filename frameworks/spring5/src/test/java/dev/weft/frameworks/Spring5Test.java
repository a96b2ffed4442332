package dev.weft.frameworks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class Spring5Test {
    private static final List<String> AS_ON_JDK_17 = List.of("both are shut down: true", "waits for the task: false");

    @Test
    void springShutsExecutorsDown() throws Exception {
        assertEquals(AS_ON_JDK_17, Program.onWeft(Spring5Program.class));
        assertEquals(AS_ON_JDK_17, Program.onThePlainJdk(Spring5Program.class));
    }

    /** As on JDK 19 and newer: the control. */
    @Test
    void withoutTheRecipeItWaitsForTheirTasks() throws Exception {
        assertEquals(
                List.of("both are shut down: true", "waits for the task: true"),
                Program.onWeft(Spring5Program.class, "-Dweft.frameworks=none"));
    }
}
