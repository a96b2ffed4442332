package dev.weft.frameworks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class Boot4Test {
    @Test
    void springBootRunsTasksOnVirtualThreads() throws Exception {
        assertEquals(
                List.of("applicationTaskExecutor: java.lang.VirtualThread virtual=true"),
                Program.onWeft(Boot4Program.class, "-Dweft.threads=virtual"));
    }

    @Test
    void withoutTheRecipeItDoesNot() throws Exception {
        assertEquals(
                List.of("applicationTaskExecutor: java.lang.Thread virtual=false"),
                Program.onWeft(Boot4Program.class, "-Dweft.threads=virtual", "-Dweft.frameworks=none"));
    }

    @Test
    void onThePlainJdkItDoesNot() throws Exception {
        assertEquals(
                List.of("applicationTaskExecutor: java.lang.Thread virtual=false"),
                Program.onThePlainJdk(Boot4Program.class));
    }
}
