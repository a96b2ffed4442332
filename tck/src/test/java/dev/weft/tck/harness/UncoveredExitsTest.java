package dev.weft.tck.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.tck.harness.Configuration.Launch;
import dev.weft.tck.programs.UncoveredExits;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.tree.ClassNode;

/** Blocks whose {@code monitorexit} only an outer handler covers suspend in a fiber. */
@ExtendWith(Jvm.class)
class UncoveredExitsTest {
    private static final String SAID = "116 3 left 1 0 3 failed 1 0\n";

    @Tag("long")
    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH, Launch.CHAOS})
    void whatIsNestedAsScalacNestsItFreesTheCarrier(Launch launch) {
        List<String> options = new ArrayList<>();
        options.add("-Dtck.classes=" + jar(ClassWriter.class) + File.pathSeparator + jar(ClassNode.class));
        if (launch == Launch.CHAOS) {
            options.add("-Dweft.chaos=1,1");
        }
        Jvm.Result result = Jvm.run(Jvm.command(launch, options, UncoveredExits.class.getName()), 120);
        assertEquals(SAID + SAID + "pinned 0\n", result.out(), result.err());
    }

    private static String jar(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation().getPath();
    }
}
