package dev.weft.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.support.ChildJvm;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs each example, which needs a JVM under Weft, and compares what it prints. */
class ExamplesTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Conversation | How old are you, Anna?/Where do you live?/Anna, 42, of Linz",
                "Fringe | true false/Next: 1/Next: 2/Next: 3",
                "SampleCoroutine | start/Coroutine running 1/middle/Coroutine running 2/end",
                "CoSaxParser | books/book/title/book/end",
                "BlockingHttp | #first #second",
                "Queens | 92 solutions",
                "Machine | right",
                "Interpreter | 500000500000",
                "LibraryFutures | Guava/Netty/late"
            })
    void printsWhatItSays(String example, String expected) throws IOException, InterruptedException {
        List<String> arguments =
                List.of("-Xmx256m", "-cp", "target/classes:" + libraries(), "dev.weft.examples." + example);
        ChildJvm.Result result = ChildJvm.run(ChildJvm.On.WEFT, Duration.ofMinutes(10), arguments);
        String found = result.out().strip();
        assertEquals(expected.replace('/', '\n').replace('#', '/'), found, result.err());
        assertEquals(0, result.exit());
    }

    private static String libraries() {
        return Arrays.stream(System.getProperty("java.class.path").split(":"))
                .filter(each -> each.contains("guava") || each.contains("netty"))
                .collect(Collectors.joining(":"));
    }
}
