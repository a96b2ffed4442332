package com.example.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The protocol over loopback, on the JDK that runs the test. */
@Timeout(30)
class LegacyServerTest {
    private LegacyServer server;
    private Thread serving;

    @BeforeEach
    void startServer() throws IOException {
        server = new LegacyServer(new ServerOptions("--port=0", "--workers=2", "--report-millis=5000"));
        serving = new Thread(() -> {
            try {
                server.serve();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        serving.start();
    }

    @AfterEach
    void stopServer() throws InterruptedException {
        server.stop();
        serving.join();
        assertEquals(0, server.statistics().live());
        assertEquals(server.statistics().requests(), server.audit().written());
    }

    @Test
    void anEchoIsAnsweredWithItsText() throws IOException {
        assertEquals("some text, with  blanks", ask("ECHO some text, with  blanks"));
    }

    @Test
    void aSumIsTheSumOfItsNumbers() throws IOException {
        assertEquals("SUM 39", ask("SUM 1 -4 42"));
    }

    @Test
    void aTimeIsWrittenInUtc() throws IOException {
        assertEquals("TIME 2001-09-09T01:46:40.123", ask("TIME 1000000000123"));
    }

    @Test
    void aSleepIsAnsweredNoSoonerThanAsked() throws IOException {
        long start = System.nanoTime();
        assertEquals("SLEPT 30", ask("SLEEP 30"));
        assertTrue(System.nanoTime() - start >= 30_000_000L);
    }

    @Test
    void workIsComputedByThePool() throws IOException {
        assertEquals("WORK " + (31L * (31L * 31L + 1) + 2), ask("WORK 3"));
        while (!ask("STAT").contains(" worked=1")) {
            Thread.onSpinWait();
        }
    }

    @Test
    void aLongAnswerHasEveryLetter() throws IOException {
        String line = ask("LONG 100000 3");
        assertEquals(100_000, line.length());
        assertTrue(line.startsWith("defg"));
        assertEquals('a' + (3 + 99_999) % 26, line.charAt(99_999));
    }

    @Test
    void aLongRequestIsReadWhole() throws IOException {
        assertEquals(100_000, ask("ECHO " + "x".repeat(100_000)).length());
        assertEquals("CRC 9 cbf43926", ask("CRC 123456789"));
    }

    @Test
    void theCurrentThreadIsTheConnectionsObject() throws IOException {
        assertEquals("SELF true com.example.server.ConnectionThread", ask("SELF"));
    }

    @Test
    void aTraceEndsInTheThreadsRunMethodAndHasADescentPerLevel() throws IOException {
        String trace = ask("TRACE 10");
        assertTrue(trace.startsWith("TRACE java.lang.IllegalStateException: depth 10 | "
                + "com.example.server.Tracer.descend(Tracer.java:"));
        assertTrue(
                trace.matches(".* com\\.example\\.server\\.ConnectionThread\\.run\\(ConnectionThread\\.java:\\d+\\)"));
        Matcher descents =
                Pattern.compile("Tracer\\.descend\\(Tracer\\.java:\\d+\\)").matcher(trace);
        assertEquals(10, descents.results().count());
    }

    @Test
    void unknownAndMalformedLinesAreAnsweredWithAnErrorAndTheConnectionStays() throws IOException {
        try (Client client = new Client(server.port())) {
            assertEquals("ERROR unknown command", client.ask(""));
            assertEquals("ERROR unknown command", client.ask("answer x"));
            assertEquals("ERROR unknown command", client.ask("\u0001\u0002"));
            assertTrue(client.ask("SUM x").startsWith("ERROR java.lang.NumberFormatException"));
            assertTrue(client.ask("LONG 5").startsWith("ERROR "));
            assertTrue(client.ask("SLEEP -1").startsWith("ERROR "));
            assertEquals("here", client.ask("ECHO here"));
        }
    }

    @Test
    void quitEndsTheConnectionAfterTheAnswer() throws IOException {
        try (Client client = new Client(server.port())) {
            assertEquals("BYE", client.ask("QUIT"));
            assertNull(client.in.readLine());
        }
    }

    @Test
    void theNumberOfOtherThreadsReturnsToZero() throws IOException {
        try (Client observer = new Client(server.port())) {
            try (Client other = new Client(server.port())) {
                assertEquals("x", other.ask("ECHO x"));
                assertTrue(observer.ask("THREADS").startsWith("THREADS others=1 "));
            }
            while (!observer.ask("THREADS").startsWith("THREADS others=0 ")) {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void shutdownEndsAServerWhoseConnectionsAreBlockedInReading() throws Exception {
        try (Client blocked = new Client(server.port());
                Client client = new Client(server.port())) {
            assertEquals("x", blocked.ask("ECHO x"));
            assertEquals("BYE", client.ask("SHUTDOWN"));
            serving.join();
            assertNull(blocked.in.readLine());
        }
    }

    @Test
    void anUnknownOptionIsNamed() {
        Exception e = assertThrows(IllegalArgumentException.class, () -> new ServerOptions("--prot=1"));
        assertTrue(e.getMessage().contains("--prot=1"));
        assertFalse(e.getMessage().contains("\n"));
    }

    private String ask(String line) throws IOException {
        try (Client client = new Client(server.port())) {
            return client.ask(line);
        }
    }

    private static final class Client implements AutoCloseable {
        private final Socket socket;
        private final PrintWriter out;
        private final BufferedReader in;

        Client(int port) throws IOException {
            socket = new Socket("127.0.0.1", port);
            out = new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8);
            in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        }

        String ask(String line) throws IOException {
            out.print(line + "\n");
            out.flush();
            return in.readLine();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
