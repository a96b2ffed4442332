package dev.weft.tck.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.tck.harness.Configuration.Launch;
import dev.weft.tck.programs.AllOfThisSuite;
import dev.weft.tck.programs.ReadClassFiles;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a fiber reads of the jar from which its own resumers are loaded, and what the VM keeps of class files. */
@ExtendWith(Jvm.class)
class ClassFilesTest {
    @EachLaunch({Launch.PLAIN, Launch.PATCH, Launch.CHAOS})
    void aFiberReadsTheBytesOfTheJarThatItsResumersComeFrom(Launch launch) {
        List<String> options = launch == Launch.CHAOS ? List.of("-Dweft.chaos=1,1") : List.of();
        Jvm.Result result = Jvm.run(Jvm.command(launch, options, ReadClassFiles.class.getName()), 120);
        assertEquals("read 4, differ 0\n", result.out(), result.err());
    }

    /** It would for an agent that may retransform (JVMTI, {@code can_retransform_classes}). */
    @Test
    void theVmKeepsNoOriginalFilesOfWovenClasses() {
        List<String> options = List.of(
                "-XX:NativeMemoryTracking=summary", "-XX:+UnlockDiagnosticVMOptions", "-XX:+PrintNMTStatistics");
        Jvm.Result result = Jvm.run(Jvm.command(Launch.IMAGE, options, AllOfThisSuite.class.getName()), 120);
        long bytes = number("bytes (\\d+)", result);
        assertTrue(bytes > 800_000, result.out());
        long internal = number(" Internal \\(reserved=\\d+, committed=(\\d+)", result);
        assertTrue(internal < bytes / 2, internal + " bytes of the VM's own beside " + bytes + " of class files");
    }

    private static long number(String pattern, Jvm.Result result) {
        Matcher matcher = Pattern.compile(pattern).matcher(result.out());
        assertTrue(matcher.find(), pattern + ": " + result.out() + result.err());
        return Long.parseLong(matcher.group(1));
    }
}
