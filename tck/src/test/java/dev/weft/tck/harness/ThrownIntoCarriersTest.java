package dev.weft.tck.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.tck.harness.Configuration.Launch;
import dev.weft.tck.programs.ThrownIntoCarriers;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.extension.ExtendWith;

/** What is thrown into the loops of the runtime's own threads ends none of them, and loses no fiber. */
@ExtendWith(Jvm.class)
class ThrownIntoCarriersTest {
    private static final String GOES_ON = "weft: thread \"weft-(carrier-[0-9]+|poller|timer)\" goes on after "
            + "java[.]lang[.]\\w+(: thrown by the test)?";

    @EachLaunch(
            value = {Launch.IMAGE},
            nightly = {Launch.PATCH})
    void theyGoOn(Launch launch) {
        int seed = new Random().nextInt();
        System.out.println("seed of ThrownIntoCarriers: " + seed);
        List<String> options = List.of(
                "-Dweft.parallelism=3",
                "--add-opens=java.base/jdk.internal.weft.scheduler=ALL-UNNAMED",
                "--add-opens=java.base/jdk.internal.weft.timer=ALL-UNNAMED");
        Jvm.Result result = Jvm.run(Jvm.command(launch, options, ThrownIntoCarriers.class.getName(), "" + seed), 240);
        assertEquals(
                "thrown in all kinds of threads: true\ncarriers stopped: true\ncarriers that have ended: 0\n",
                result.out(),
                result.err());
        assertEquals(0, result.exit(), result.err());
        assertTrue(
                !result.err().isEmpty() && result.err().lines().allMatch(each -> each.matches(GOES_ON)), result.err());
    }
}
