package com.example.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The legacy server in a process of its own, on the JDK that runs the test. */
@Timeout(120)
class LegacyServerUnderLoadTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private Process server;
    private BufferedReader serverOut;
    private int port;

    @BeforeEach
    void startServer() throws Exception {
        String name = "com.example.server.LegacyServer";
        Path classes = Path.of(Class.forName(name)
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        server = new ProcessBuilder(java, "-cp", classes.toString(), name, "--report-millis=0")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        serverOut = server.inputReader();
        port = Integer.parseInt(serverOut.readLine().substring("listening on ".length()));
    }

    @AfterEach
    void killServer() {
        server.destroyForcibly();
    }

    @Test
    void allFaultsPassAndTheServerEndsWhenAsked() throws Exception {
        assertEquals(0, run("--faults"), text());
        assertTrue(text().endsWith("faults: 12 passed, 0 failed\n"), text());
        endServer();
    }

    @Test
    void everyKindOfRequestIsAnsweredRight() throws Exception {
        assertEquals(
                0,
                run(
                        "--connections=20",
                        "--requests=2000",
                        "--seconds=30",
                        "--mix=echo:9,sum:9,time:9,work:9,sleep:3,self:3,long:1,crc:1"),
                text());
        endServer();
    }

    @Test
    void idleConnectionsAreServedInRounds() throws Exception {
        assertEquals(0, run("--mode=idle", "--connections=100", "--rounds=3", "--idle-millis=50"), text());
        endServer();
    }

    private void endServer() throws IOException, InterruptedException {
        assertEquals(0, run("--mode=send", "--line=SHUTDOWN"));
        assertTrue(server.waitFor(30, TimeUnit.SECONDS));
        assertEquals(0, server.exitValue());
        String last = serverOut.readLine();
        assertTrue(last.startsWith("ended: live=0 "), last);
    }

    private int run(String... options) throws InterruptedException {
        String[] all = new String[options.length + 1];
        all[0] = "--port=" + port;
        System.arraycopy(options, 0, all, 1, options.length);
        return LoadClient.run(all, new PrintStream(out, true, StandardCharsets.UTF_8));
    }

    private String text() {
        return out.toString(StandardCharsets.UTF_8);
    }
}
