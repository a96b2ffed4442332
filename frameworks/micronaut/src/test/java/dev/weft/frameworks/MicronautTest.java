package dev.weft.frameworks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class MicronautTest {
    @Test
    void micronautServesOnVirtualThreads() throws Exception {
        assertEquals(
                List.of("TaskExecutors.BLOCKING: java.lang.VirtualThread virtual=true", "isSupported: true"),
                Program.onWeft(MicronautProgram.class, "-Dweft.threads=virtual"));
    }
}
