package dev.weft.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The legacy server as a child process, from its start until it was asked to end. */
final class Server implements AutoCloseable {
    private static final Pattern LISTENING = Pattern.compile("listening on (\\d+)");
    private static final Pattern PID = Pattern.compile("STAT pid=(\\d+) .*");
    private static final int ANSWER_MILLIS = 5_000;
    private static final int END_SECONDS = 20;

    private final Child child;
    private final int port;
    private final ProcessHandle jvm;

    /**
     * Starts it and waits until it listens.
     *
     * @param launcher {@code java} or what takes its place, with options
     * @param startSeconds how long that may take
     */
    Server(List<String> launcher, String jar, long startSeconds) throws DemoException, InterruptedException {
        List<String> command = new ArrayList<>(launcher);
        command.addAll(List.of("-jar", jar, "--port=0", "--report-millis=0"));
        child = new Child("server", command);
        try {
            port = Integer.parseInt(child.await(LISTENING, startSeconds).group(1));
            jvm = findJvm();
        } catch (DemoException | InterruptedException | RuntimeException e) {
            child.close();
            throw e;
        }
    }

    private ProcessHandle findJvm() throws DemoException {
        String answer;
        try {
            answer = ask("STAT");
        } catch (IOException e) {
            throw new DemoException("the server does not answer: " + e.getMessage());
        }
        Matcher matcher = PID.matcher(answer);
        if (!matcher.matches()) {
            throw new DemoException("not an answer to STAT: " + answer);
        }
        long pid = Long.parseLong(matcher.group(1));
        return child.member(pid)
                .orElseThrow(
                        () -> new DemoException("process " + pid + " of the server was not started by its launcher"));
    }

    /** The port on loopback. */
    int port() {
        return port;
    }

    /** The kernel's numbers for the server's JVM, now. */
    ProcStatus status() throws DemoException, InterruptedException {
        if (!child.isAlive()) {
            throw new DemoException("the server ended" + child.tail());
        }
        return ProcStatus.of(jvm.pid());
    }

    /** What the server has written to standard error lately, for a message. */
    String complaints() throws InterruptedException {
        return child.tail();
    }

    private String ask(String line) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), ANSWER_MILLIS);
            socket.setSoTimeout(ANSWER_MILLIS);
            socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
            String answer = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
                    .readLine();
            if (answer == null) {
                throw new IOException("closed without an answer to " + line);
            }
            return answer;
        }
    }

    /** Asks the server to end, waits for it, and ends it by force if it does not. */
    @Override
    public void close() {
        try {
            if (child.isAlive()) {
                ask("SHUTDOWN");
                child.awaitEnd(END_SECONDS);
            }
        } catch (IOException e) {
            System.err.println("demo: the server is ended by force: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            jvm.destroy();
            child.close();
            awaitDeath();
        }
    }

    private void awaitDeath() {
        try {
            jvm.onExit().get(END_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            jvm.destroyForcibly();
        }
    }
}
