package dev.weft.frameworks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class JavalinTest {
    @Test
    void javalinServesOnVirtualThreads() throws Exception {
        assertEquals(
                List.of("useVirtualThreads: java.lang.VirtualThread virtual=true"),
                Program.onWeft(JavalinProgram.class, "-Dweft.threads=virtual"));
    }

    @Test
    void onThePlainJdkItDoesNot() throws Exception {
        assertEquals(
                List.of("useVirtualThreads: java.lang.Thread virtual=false"),
                Program.onThePlainJdk(JavalinProgram.class));
    }
}
