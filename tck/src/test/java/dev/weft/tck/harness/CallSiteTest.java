package dev.weft.tck.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.tck.harness.Configuration.Launch;
import dev.weft.tck.programs.CallSites;
import dev.weft.tck.programs.DynamicConstants;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.ExtendWith;
import org.objectweb.asm.ClassWriter;

/** What {@code invokedynamic} calls suspends in a fiber; dynamic constants are the same before and after. */
@ExtendWith(Jvm.class)
class CallSiteTest {
    private static final String EXPECTED = "constant 7 8 mutable 7 7 volatile 7 8 \n"
            + "false constant 7 8 other mutable 7 7 other volatile 7 8 \n"
            + "pinned 0\n";

    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH, Launch.CHAOS})
    void whatCallSitesCallFreesTheCarrier(Launch launch) {
        Jvm.Result result = run(launch, CallSites.class);
        assertEquals(EXPECTED, result.out(), result.err());
    }

    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH, Launch.CHAOS})
    void eachDynamicConstantHasOneValue(Launch launch) {
        Jvm.Result result = run(launch, DynamicConstants.class);
        assertEquals("seen 8, made 8\n", result.out(), result.err());
    }

    private static Jvm.Result run(Launch launch, Class<?> program) {
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
        return Jvm.run(Jvm.command(launch, options, program.getName()), 120);
    }
}
