package dev.weft.bench.report;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/** A {@link dev.weft.bench.net.HttpServer} in a process of its own. */
final class Server implements AutoCloseable {
    private static final long CONNECT_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final Process process;
    private final BufferedReader out;
    private final String port;

    Server(Launch launch) throws IOException {
        process = new ProcessBuilder(launch.command())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
        port = out.readLine();
        if (port == null) {
            throw new IOException("the server did not start: " + String.join(" ", launch.command()));
        }
    }

    String port() {
        return port;
    }

    /**
     * What it has done since it was started.
     *
     * @param clients connections accepted
     * @param answers requests answered
     * @param nanos the time on the server's clock when it had answered so many
     * @param cpuNanos the processor time of its process, by the kernel's count in steps of 10 ms
     */
    record Work(long clients, long answers, long nanos, long cpuNanos) {
        double microsPerAnswerSince(Work before) throws IOException {
            return (nanos - before.nanos) / 1e3 / answersSince(before);
        }

        double cpuMicrosPerAnswerSince(Work before) throws IOException {
            return (cpuNanos - before.cpuNanos) / 1e3 / answersSince(before);
        }

        /** At least one, or the time per answer would be infinite, which no table shows as a failure. */
        private long answersSince(Work before) throws IOException {
            if (answers <= before.answers) {
                throw new IOException("nothing was answered");
            }
            return answers - before.answers;
        }
    }

    Work work() throws IOException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
        String line = out.readLine();
        if (line == null) {
            throw new IOException("the server has ended");
        }
        long[] counts =
                Arrays.stream(line.split(" ")).mapToLong(Long::parseLong).toArray();
        Duration cpu = process.info().totalCpuDuration().orElseThrow(() -> new IOException("no processor time"));
        return new Work(counts[0], counts[1], counts[2], cpu.toNanos());
    }

    /** Waits until so many have connected, and each of them has had, on average, an answer. */
    void awaitClients(int wanted) throws IOException, InterruptedException {
        long start = System.nanoTime();
        Work work = work();
        while (work.clients() < wanted || work.answers() < wanted) {
            if (System.nanoTime() - start > CONNECT_NANOS) {
                throw new IOException(work.clients() + " of " + wanted + " have connected");
            }
            Thread.sleep(20);
            work = work();
        }
    }

    /** Ends it. */
    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        process.onExit().join();
    }
}
