package dev.weft.examples.schedulers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.support.ChildJvm;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Runs the example, which needs a JVM under Weft, without a screen. */
class UserInterfaceTest {
    /** The window throws where an access is not on the event thread, which ends the fiber with a trace. */
    @Test
    void allAccessIsOnTheEventThread() throws IOException, InterruptedException {
        List<String> arguments = List.of(
                "-Xmx256m",
                "-Djava.awt.headless=true",
                "-cp",
                "target/classes",
                "dev.weft.examples.schedulers.UserInterface");
        ChildJvm.Result result = ChildJvm.run(ChildJvm.On.WEFT, Duration.ofMinutes(10), arguments);
        assertEquals("2000 updates on the event thread\n1000 refused on workers\n", result.out(), result.err());
        assertEquals(0, result.exit());
    }
}
