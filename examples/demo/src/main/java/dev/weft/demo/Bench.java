package dev.weft.demo;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Runs the server under the load client's load, and measures. */
final class Bench {
    private static final Pattern HELD = Pattern.compile("held (\\d+)");
    private static final int OPEN_SECONDS = 120;
    private static final int SLACK_SECONDS = 60;
    private static final long SAMPLE_MILLIS = 100;

    private final Settings settings;
    private final PrintStream progress;

    /** A bench that says on {@code progress} what it does. */
    Bench(Settings settings, PrintStream progress) {
        this.settings = settings;
        this.progress = progress;
    }

    /**
     * One run: start the server, hold the connections, look at its process, load it, end it. A run that fails is
     * reported in the measurement.
     *
     * @param active how many of the connections ask all the time
     */
    Measurement run(Mode mode, int connections, int active) throws InterruptedException {
        progress.printf("%s: starting the server%n", mode.name());
        try (Server server = new Server(mode.launcher(), settings.serverJar(), settings.startSeconds())) {
            return load(mode, server, connections, active);
        } catch (DemoException e) {
            progress.printf("%s: %s%n", mode.name(), e.getMessage());
            return Measurement.failed(mode.name(), e.getMessage());
        }
    }

    private Measurement load(Mode mode, Server server, int connections, int active)
            throws DemoException, InterruptedException {
        progress.printf("%s: opening %,d connections%n", mode.name(), connections);
        try (Child client = new Child("load client", clientCommand(server.port(), connections, active))) {
            int held = Integer.parseInt(
                    client.await(HELD, OPEN_SECONDS + SLACK_SECONDS).group(1));
            ProcStatus status = server.status();
            progress.printf(
                    "%s: %,d connections held by %,d kernel threads; %,d of them ask for %d s%n",
                    mode.name(),
                    held,
                    status.threads(),
                    Math.min(held, active),
                    settings.warmupSeconds() + settings.seconds());
            client.say("go");
            int peak = status.threads();
            while (!client.awaitLine(SAMPLE_MILLIS)) {
                peak = Math.max(peak, server.status().threads());
            }
            ClientReport report =
                    ClientReport.parse(client.await(ClientReport.LINE, 1).group());
            String note = report.problem();
            if (report.held() < connections) {
                note = String.format("%,d of %,d connections held: ", held, connections) + note + server.complaints();
            }
            return new Measurement(mode.name(), status, peak, report, note);
        }
    }

    private List<String> clientCommand(int port, int connections, int active) {
        List<String> command =
                new ArrayList<>(List.of(settings.java(), "-XX:+UseSerialGC", "-jar", settings.clientJar()));
        int max = OPEN_SECONDS + settings.warmupSeconds() + settings.seconds() + SLACK_SECONDS;
        command.add("--port=" + port);
        command.add("--connections=" + connections);
        command.add("--active=" + active);
        command.add("--seconds=" + settings.seconds());
        command.add("--warmup-seconds=" + settings.warmupSeconds());
        command.add("--open-seconds=" + OPEN_SECONDS);
        command.add("--max-seconds=" + max);
        command.add("--wait-for-go");
        return command;
    }
}
