package com.example.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The client against servers that are right, wrong, silent or broken. */
@Timeout(60)
class LoadClientTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @Test
    void anHonestServerHasNoWrongAnswers() throws Exception {
        assertEquals(0, load((line, number) -> TestServer.honest(line), "--connections=20", "--active=5"));
        assertTrue(
                text().startsWith("held 20\n{\"mode\":\"load\",\"connections\":20,\"held\":20,\"active\":5,"), text());
        assertTrue(text().contains("\"heldAtEnd\":20,\"requests\":200,\"wrong\":0,\"errors\":0,"), text());
    }

    @Test
    void idleConnectionsAreAllServedInEachRound() throws Exception {
        String[] options = {"--connections=30", "--mode=idle", "--rounds=3", "--idle-millis=20"};
        assertEquals(0, load((line, number) -> TestServer.honest(line), options));
        assertTrue(text().contains("\"rounds\":3,\"heldAtEnd\":30,\"requests\":90,\"wrong\":0"), text());
    }

    @Test
    void everyLieOfTheServerIsCounted() throws Exception {
        TestServer.Behaviour liar =
                (line, number) -> number > 10 && number <= 17 ? "not that\n" : TestServer.honest(line);
        assertEquals(1, load(liar, "--connections=10"));
        assertTrue(text().contains("\"wrong\":7,\"errors\":0,"), text());
        assertTrue(text().contains("\"problem\":\"wrong answer to ECHO "), text());
    }

    @Test
    void oneWrongByteAMissingByteAndAByteTooManyAreWrong() throws Exception {
        TestServer.Behaviour nearly = (line, number) -> {
            String right = TestServer.honest(line);
            switch (number) {
                case 11:
                    return right.replace('0', '1').replaceFirst("^.", "x");
                case 12:
                    return right.substring(1);
                case 13:
                    return right.replace("\n", "y\n");
                default:
                    return right;
            }
        };
        assertEquals(1, load(nearly, "--connections=10"));
        assertTrue(text().contains("\"wrong\":3,\"errors\":0,"), text());
    }

    @Test
    void anAnswerThatBelongsToAnotherConnectionIsWrong() throws Exception {
        StringBuilder previous = new StringBuilder("nothing\n");
        TestServer.Behaviour mixing = (line, number) -> {
            synchronized (previous) {
                String answer = previous.toString();
                previous.setLength(0);
                previous.append(TestServer.honest(line));
                return answer;
            }
        };
        assertEquals(1, load(mixing, "--connections=3"));
    }

    @Test
    void bytesThatNobodyAskedForAreWrong() throws Exception {
        TestServer.Behaviour talkative = (line, number) -> TestServer.honest(line) + (number == 5 ? "more\n" : "");
        assertEquals(1, load(talkative, "--connections=10", "--mode=idle"));
    }

    @Test
    void aServerThatFallsSilentEndsInErrorsAndInTime() throws Exception {
        long start = System.nanoTime();
        String[] options = {"--connections=10", "--max-seconds=3"};
        assertEquals(3, load((line, number) -> number > 10 ? "" : TestServer.honest(line), options));
        assertTrue(text().contains("\"wrong\":0,\"errors\":10,"), text());
        assertTrue(text().contains("no answer in time to ECHO "), text());
        assertTrue(System.nanoTime() - start < 20_000_000_000L);
    }

    @Test
    void aServerThatAnswersNothingMoreIsGivenUpBeforeTheEndOfTheWholeRun() throws Exception {
        String[] options = {"--connections=10", "--mode=idle", "--max-seconds=50", "--stall-seconds=1"};
        long start = System.nanoTime();
        assertEquals(3, load((line, number) -> number > 10 ? "" : TestServer.honest(line), options));
        assertTrue(text().contains("\"heldAtEnd\":0,"), text());
        assertTrue(System.nanoTime() - start < 20_000_000_000L);
    }

    @Test
    void aServerThatClosesConnectionsEndsInErrors() throws Exception {
        assertEquals(3, load((line, number) -> number == 15 ? null : TestServer.honest(line), "--connections=10"));
        assertTrue(text().contains("\"heldAtEnd\":9,"), text());
        assertTrue(text().contains("\"wrong\":0,\"errors\":1,"), text());
    }

    @Test
    void aServerThatServesOnlySomeConnectionsIsReportedWithTheNumberHeld() throws Exception {
        TestServer.Behaviour few = (line, number) -> number <= 6 ? TestServer.honest(line) : null;
        assertEquals(3, load(few, "--connections=10", "--mode=idle", "--rounds=0"));
        assertTrue(text().startsWith("held 6\n"), text());
        assertTrue(text().contains("\"errors\":4,"), text());
    }

    @Test
    void aPortWhereNobodyListensIsAnError() throws Exception {
        int port;
        try (TestServer server = new TestServer((line, number) -> line)) {
            port = server.port();
        }
        assertEquals(3, run("--port=" + port, "--connections=2"));
        assertTrue(text().startsWith("held 0\n"), text());
    }

    @Test
    void wrongOptionsAreRefused() throws Exception {
        assertEquals(2, run("--port=1", "--conections=2"));
        assertEquals(2, run("--port=1", "--connections=many"));
        assertEquals(2, run("--port=1", "--mode=fast"));
        assertEquals(2, run("--port=1", "--mix=echo:0"));
        assertEquals(2, run("--port=1", "--mix=jump"));
        assertEquals(2, run("--connections=5"));
        assertEquals("", text());
    }

    private int load(TestServer.Behaviour behaviour, String... options) throws IOException, InterruptedException {
        try (TestServer server = new TestServer(behaviour)) {
            String[] all = new String[options.length + 5];
            all[0] = "--port=" + server.port();
            all[1] = "--mix=echo";
            all[2] = "--requests=200";
            all[3] = "--seconds=10";
            all[4] = "--max-seconds=30";
            System.arraycopy(options, 0, all, 5, options.length);
            return run(all);
        }
    }

    private int run(String... options) throws InterruptedException {
        return LoadClient.run(options, new PrintStream(out, true, StandardCharsets.UTF_8));
    }

    private String text() {
        return out.toString(StandardCharsets.UTF_8);
    }
}
