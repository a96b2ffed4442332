package dev.weft.bench.macro.report;

import dev.weft.bench.report.Commands;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A PostgreSQL server on the loopback address, with its data in a temporary folder. It refuses to run for root, so that
 * for root it runs as the user {@code postgres}, whom Debian's package makes.
 */
final class Postgres implements AutoCloseable {
    private static final Path DEBIAN = Path.of("/usr/lib/postgresql");
    private static final int PATIENCE_MILLIS = 120_000;

    private final Path folder;
    private final Process process;
    private final Thread stopper = new Thread(this::stop);
    private final int port;

    private Postgres(Path folder, Process process, int port) {
        this.folder = folder;
        this.process = process;
        this.port = port;
        Runtime.getRuntime().addShutdownHook(stopper);
    }

    /** The folder of its programs; null if it is not installed. */
    static Path programs() throws IOException {
        Path onPath = Commands.onPath("initdb");
        if (onPath != null) {
            // perhaps a link: the other programs are where it leads to
            return onPath.toRealPath().getParent();
        }
        if (!Files.isDirectory(DEBIAN)) {
            return null;
        }
        try (Stream<Path> versions = Files.list(DEBIAN)) {
            return versions.map(version -> version.resolve("bin"))
                    .filter(bin -> Files.isExecutable(bin.resolve("initdb")))
                    .max(Comparator.naturalOrder())
                    .orElse(null);
        }
    }

    /** Makes a data base and starts the server. */
    static Postgres start(Path programs) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("macro-postgres");
        String owner = "";
        if (System.getProperty("user.name").equals("root")) {
            owner = "postgres";
            Commands.output(List.of("chown", owner, folder.toString()), Map.of());
        }
        String data = folder.resolve("data").toString();
        Commands.output(
                as(owner, programs.resolve("initdb"), "-D", data, "-A", "trust", "-U", "weft", "--no-sync"), Map.of());
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        // what is measured is the client: the server waits for no disk
        List<String> command = as(
                owner,
                programs.resolve("postgres"),
                "-D",
                data,
                "-p",
                String.valueOf(port),
                "-k",
                folder.toString(),
                "-c",
                "listen_addresses=127.0.0.1",
                "-c",
                "fsync=off",
                "-c",
                "synchronous_commit=off");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
        Postgres server = new Postgres(folder, process, port);
        server.awaitStart(programs);
        return server;
    }

    private static List<String> as(String owner, Path program, String... arguments) {
        List<String> command = new ArrayList<>();
        if (!owner.isEmpty()) {
            command.addAll(List.of("setpriv", "--reuid", owner, "--regid", owner, "--clear-groups"));
        }
        command.add(program.toString());
        command.addAll(List.of(arguments));
        return command;
    }

    private void awaitStart(Path programs) throws IOException, InterruptedException {
        long start = System.nanoTime();
        String ready = programs.resolve("pg_isready").toString();
        while (true) {
            try {
                Commands.output(List.of(ready, "-q", "-h", "127.0.0.1", "-p", String.valueOf(port)), Map.of());
                return;
            } catch (IOException e) {
                if (!process.isAlive() || System.nanoTime() - start > PATIENCE_MILLIS * 1_000_000L) {
                    String log = Files.readString(folder.resolve("log"));
                    close();
                    throw new IOException("PostgreSQL does not start: " + log.strip(), e);
                }
                Thread.sleep(50);
            }
        }
    }

    /** For a child. */
    String option() {
        return "-Dmacro.postgres=jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=weft";
    }

    private void stop() {
        List<ProcessHandle> all = process.descendants().toList();
        process.destroy();
        try {
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                all.forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly().waitFor();
            }
            Runs.remove(folder);
        } catch (IOException e) {
            System.err.println("left behind: " + folder + ": " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(stopper);
        stop();
    }
}
