package dev.weft.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.support.ChildJvm;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The VM's verifier, asked about every class of the libraries, says of woven ones what it says of plain ones. */
@ExtendWith(Woven.class)
class VerifierTest {
    private static final List<String> OPTIONS = List.of(
            "-XX:+UnlockDiagnosticVMOptions",
            "-XX:+BytecodeVerificationLocal",
            "-XX:+BytecodeVerificationRemote",
            "-Xlog:disable",
            "-Xmx2g",
            "-cp",
            Child.classPath());

    /** Old class files and new, of several compilers. */
    private static final String[] SHORT = {
        "log4j-1", "commons-pool", "gson", "okio-jvm", "commons-dbcp", "jboss-threads"
    };

    @Tag("long")
    @Test
    void theVerifierSaysOfWovenClassesWhatItSaysOfPlainOnes() throws Exception {
        List<String> plain = load(Mode.PLAIN);
        assertTrue(plain.size() > 700, plain.size() + " classes");
        assertEquals(String.join("\n", plain), String.join("\n", load(Mode.FIBER)));
        if (Boolean.getBoolean("programs.long")) {
            assertEquals(String.join("\n", plain), String.join("\n", load(Mode.CHAOS)));
        }
    }

    private static List<String> load(Mode mode) throws Exception {
        List<String> command = new ArrayList<>(OPTIONS);
        command.add(LoadJars.class.getName());
        if (!Boolean.getBoolean("programs.long")) {
            command.addAll(List.of(SHORT));
        }
        ChildJvm.Result result = Child.java(mode, command);
        assertEquals(0, result.exit(), result::err);
        return result.out().lines().toList();
    }
}
