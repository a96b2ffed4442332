package dev.weft.frameworks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.frameworks.boot.BootProgram;
import dev.weft.frameworks.metrics.MetricsProgram;
import dev.weft.frameworks.metrics.TelemetryProgram;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpringTest {
    private static final String VIRTUAL = ": java.lang.VirtualThread virtual=true";

    @Test
    void executorsOfSpringRunVirtualThreads() throws Exception {
        assertEquals(
                List.of("SimpleAsyncTaskExecutor" + VIRTUAL, "VirtualThreadTaskExecutor" + VIRTUAL),
                Program.onWeft(SpringProgram.class, "-Dweft.threads=virtual"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"all", "virtual"})
    void springBootServesOnVirtualThreads(String threads) throws Exception {
        assertEquals(
                List.of("spring.threads.virtual.enabled" + VIRTUAL),
                Program.onWeft(BootProgram.class, "-Dweft.threads=" + threads));
    }

    @Test
    void micrometerSeesTheFibers() throws Exception {
        assertEquals(
                List.of(
                        "true jvm.threads.live",
                        "true jvm.threads.states",
                        "weft.fibers.live 0",
                        "weft.fibers.live 5",
                        "weft.fibers.started 5"),
                Program.onWeft(MetricsProgram.class));
    }

    @Test
    void openTelemetrySeesTheFibers() throws Exception {
        assertEquals(List.of("true jvm.thread.count"), Program.onWeft(TelemetryProgram.class));
    }

    @Test
    void withoutTheRecipesSpringWantsJava21() throws Exception {
        AssertionError error =
                assertThrows(AssertionError.class, () -> Program.onWeft(SpringProgram.class, "-Dweft.frameworks=none"));
        assertTrue(error.getMessage().contains("Virtual threads not supported on JDK <21"), error.getMessage());
        assertEquals(
                List.of("spring.threads.virtual.enabled: org.apache.tomcat.util.threads.TaskThread virtual=false"),
                Program.onWeft(BootProgram.class, "-Dweft.frameworks=none", "-Dweft.threads=virtual"));
    }
}
