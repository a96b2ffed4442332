package dev.weft.tck.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.tck.harness.Configuration.Launch;
import dev.weft.tck.programs.ThrownIntoCarriers;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
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
        Jvm.Result result = run(launch, List.of());
        assertEquals(
                "thrown in all kinds of threads: true\ncarriers stopped: true\ncarriers that have ended: 0\n",
                result.out(),
                result.err());
        assertEquals(0, result.exit(), result.err());
        assertTrue(
                !result.err().isEmpty() && result.err().lines().allMatch(each -> each.matches(GOES_ON)), result.err());
    }

    /** The control: a fiber that is not told of its event is missed. */
    @EachLaunch(Launch.IMAGE)
    void aWakeUpThatIsLostIsSeen(Launch launch) {
        Jvm.Result result = run(launch, List.of("-Dtck.patience=3"), "losing");
        assertEquals(1, result.exit(), result.err());
        assertTrue(result.err().contains("waited in vain until Thread["), result.err());
    }

    private static Jvm.Result run(Launch launch, List<String> more, String... arguments) {
        int seed = new Random().nextInt();
        System.out.println("seed of ThrownIntoCarriers: " + seed);
        List<String> options = new ArrayList<>(List.of(
                "-Dweft.parallelism=3",
                "--add-opens=java.base/jdk.internal.weft.scheduler=ALL-UNNAMED",
                "--add-opens=java.base/jdk.internal.weft.timer=ALL-UNNAMED"));
        options.addAll(more);
        String[] all = Stream.concat(Stream.of("" + seed), Stream.of(arguments)).toArray(String[]::new);
        return Jvm.run(Jvm.command(launch, options, ThrownIntoCarriers.class.getName(), all), 240);
    }
}
