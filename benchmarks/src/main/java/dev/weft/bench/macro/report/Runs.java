package dev.weft.bench.macro.report;

import dev.weft.bench.macro.Child;
import dev.weft.bench.macro.Measured;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs children: each in a process and in a folder of its own, and none for longer than its bound. */
final class Runs {
    private static final int SHOWN = 300;

    private Runs() {}

    /** A child that gave no figures, and why. */
    static final class Failed extends IOException {
        private static final long serialVersionUID = 1L;

        Failed(String message) {
            super(message);
        }
    }

    /** How a child is started. */
    interface Command {
        List<String> with(List<String> options) throws IOException, InterruptedException;

        /** By a command of {@code java}, with a class path that has the child. */
        static Command of(List<String> java) {
            return options -> Stream.of(java, options, List.of(Child.class.getName()))
                    .flatMap(List::stream)
                    .toList();
        }
    }

    /**
     * Runs a child to its end.
     *
     * @param command gives what starts {@link Child}, all but its arguments, for more options of {@code java}
     * @param type the program's class
     */
    static Measured run(Command command, String type, Effort effort) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("macro");
        try {
            Path empty = Files.createDirectory(folder.resolve("work"));
            Path out = folder.resolve("out");
            Path err = folder.resolve("err");
            Path files = Files.createDirectory(folder.resolve("tmp"));
            List<String> all = Stream.concat(
                            command.with(List.of("-Djava.io.tmpdir=" + files)).stream(),
                            Stream.of(
                                    type,
                                    String.valueOf(effort.windows()),
                                    String.valueOf(effort.windowMillis()),
                                    empty.toString()))
                    .toList();
            Process process = new ProcessBuilder(all)
                    .directory(empty.toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile())
                    .start();
            await(process, folder, effort.boundSeconds());
            return read(process.exitValue(), out, err);
        } finally {
            remove(folder);
        }
    }

    private static void await(Process process, Path folder, int seconds) throws IOException, InterruptedException {
        Thread stopper = new Thread(() -> abandon(process, folder));
        Runtime.getRuntime().addShutdownHook(stopper);
        try {
            if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
                // little of it means a busy machine, or threads that wait for each other
                long cpu = process.info()
                        .totalCpuDuration()
                        .map(Duration::toSeconds)
                        .orElse(-1L);
                throw new Failed("did not end within " + seconds + " s, and was stopped; it had " + cpu
                        + " s of processor time");
            }
        } finally {
            stop(process);
            process.waitFor();
            Runtime.getRuntime().removeShutdownHook(stopper);
        }
    }

    /** When the harness itself is ended. */
    private static void abandon(Process process, Path folder) {
        stop(process);
        process.onExit().join();
        try {
            remove(folder);
        } catch (IOException e) {
            System.err.println("left behind: " + folder + ": " + e.getMessage());
        }
    }

    /** With the processes that it has started. */
    private static void stop(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    private static Measured read(int exit, Path out, Path err) throws IOException {
        String output = text(out);
        String line = output.lines()
                .filter(each -> each.startsWith(Child.MARK))
                .findFirst()
                .orElse("");
        if (exit != 0 || line.isEmpty()) {
            String said = (text(err) + output)
                    .lines()
                    .filter(each -> each.matches(".*(Exception|Error|WrongAnswer|weft:).*"))
                    .findFirst()
                    .orElse("nothing was said");
            throw new Failed("exit code " + exit + ": " + said.substring(0, Math.min(SHOWN, said.length())));
        }
        return RunLine.parse(line);
    }

    private static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }

    static void remove(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
