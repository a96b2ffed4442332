package com.example.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Negative controls: each failure that the fault client is there to find is found. */
@Timeout(60)
class FaultClientTest {
    /** For what is to end by itself. */
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    /** For what is to be cut off. Who waits for all of it, and no longer, waits at most for twice as long. */
    private static final Duration SHORT = Duration.ofSeconds(2);

    @Test
    void aServerThatBehavesPasses() throws Exception {
        FaultResult result = run((line, number) -> TestServer.honest(line), LineFaults::byteByByte);
        assertTrue(result.passed(), result.toString());
    }

    @Test
    void aWrongByteFails() throws Exception {
        FaultResult result =
                run((line, number) -> TestServer.honest(line).replace("three", "thxee"), LineFaults::byteByByte);
        assertFalse(result.passed());
        assertTrue(result.detail().contains("byte 120 at "), result.toString());
    }

    @Test
    void aMissingAnswerToAHalfClosedLineFails() throws Exception {
        FaultResult result = run(SHORT, (line, number) -> "", LineFaults::halfClosedMidLine);
        assertFalse(result.passed());
    }

    @Test
    void aSilentServerFailsInTime() throws Exception {
        FaultResult result = run(SHORT, (line, number) -> "", LineFaults::resetMidLine);
        assertFalse(result.passed());
        assertTrue(result.detail().contains("timed out"), result.toString());
    }

    @Test
    void aThreadThatIsLeftFails() throws Exception {
        FaultResult result = run(
                SHORT,
                (line, number) -> TestServer.honest(line).replace("others=0", "others=1"),
                LineFaults::closedAtOnce);
        assertFalse(result.passed());
        assertTrue(result.detail().contains("threads are left: THREADS others=1"), result.toString());
    }

    @Test
    void aFaultThatNeverEndsIsCutOff() throws Exception {
        FaultResult result = run(SHORT, (line, number) -> TestServer.honest(line), client -> {
            Object never = new Object();
            synchronized (never) {
                while (!Thread.currentThread().isInterrupted()) {
                    try {
                        never.wait();
                    } catch (InterruptedException e) {
                        throw new IOException(e);
                    }
                }
            }
            return "";
        });
        assertFalse(result.passed());
        assertEquals("hang: nothing for PT2S", result.detail());
    }

    private static FaultResult run(TestServer.Behaviour behaviour, FaultClient.Fault fault) throws Exception {
        return run(PATIENCE, behaviour, fault);
    }

    private static FaultResult run(Duration limit, TestServer.Behaviour behaviour, FaultClient.Fault fault)
            throws Exception {
        try (TestServer server = new TestServer(behaviour)) {
            FaultClient client = new FaultClient("127.0.0.1", server.port(), limit);
            return client.run("fault", fault);
        }
    }
}
