package dev.weft.tck.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.tck.harness.Configuration.Launch;
import dev.weft.tck.programs.CallSites;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.ExtendWith;
import org.objectweb.asm.ClassWriter;

/** What {@code invokedynamic} calls suspends in a fiber. */
@ExtendWith(Jvm.class)
class CallSiteTest {
    private static final String EXPECTED = "constant 7 8 mutable 7 7 volatile 7 8 \n"
            + "false constant 7 8 other mutable 7 7 other volatile 7 8 \n"
            + "pinned 0\n";

    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH, Launch.CHAOS})
    void whatCallSitesCallFreesTheCarrier(Launch launch) {
        List<String> options = new ArrayList<>();
        options.add("-Dtck.classes="
                + ClassWriter.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .getPath());
        if (launch == Launch.CHAOS) {
            options.add("-Dweft.chaos=1,1");
        }
        Jvm.Result result = Jvm.run(Jvm.command(launch, options, CallSites.class.getName()), 120);
        assertEquals(EXPECTED, result.out(), result.err());
    }
}
