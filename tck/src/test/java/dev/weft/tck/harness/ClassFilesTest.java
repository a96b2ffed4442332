package dev.weft.tck.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.tck.harness.Configuration.Launch;
import dev.weft.tck.programs.ReadClassFiles;
import java.util.List;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a fiber reads of the jar from which its own resumers are loaded. */
@ExtendWith(Jvm.class)
class ClassFilesTest {
    @EachLaunch({Launch.PLAIN, Launch.PATCH, Launch.CHAOS})
    void aFiberReadsTheBytesOfTheJarThatItsResumersComeFrom(Launch launch) {
        List<String> options = launch == Launch.CHAOS ? List.of("-Dweft.chaos=1,1") : List.of();
        Jvm.Result result = Jvm.run(Jvm.command(launch, options, ReadClassFiles.class.getName()), 120);
        assertEquals("read 4, differ 0\n", result.out(), result.err());
    }
}
