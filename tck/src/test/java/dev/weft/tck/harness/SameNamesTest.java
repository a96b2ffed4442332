package dev.weft.tck.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.tck.harness.Configuration.Launch;
import dev.weft.tck.programs.SameNames;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.ExtendWith;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.tree.ClassNode;

/** A resumed constructor finds its final fields by name and type, and looks at no others. */
@ExtendWith(Jvm.class)
class SameNamesTest {
    private static final String SAID =
            "true -3 -900 D 100003 3298534883328 1.5 0.75 text3 3 3 true 3 25769803776 object3\n";

    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.CHAOS})
    void finalFieldsOfOneNameGetTheirValuesAfterSuspensions(Launch launch) {
        assertEquals(SAID, run(launch).out());
    }

    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.CHAOS})
    void finalFieldsAreWrittenWithoutThePermissionToSeeThem(Launch launch) {
        Jvm.Result result = run(launch, "refuses");
        assertEquals(SAID, result.out(), result.err());
    }

    private static Jvm.Result run(Launch launch, String... arguments) {
        List<String> options = new ArrayList<>();
        options.add("-Djava.security.manager=allow");
        options.add("-Dtck.classes=" + jar(ClassWriter.class) + File.pathSeparator + jar(ClassNode.class));
        if (launch == Launch.CHAOS) {
            options.add("-Dweft.chaos=1,1");
        }
        return Jvm.run(Jvm.command(launch, options, SameNames.class.getName(), arguments), 120);
    }

    private static String jar(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation().getPath();
    }
}
