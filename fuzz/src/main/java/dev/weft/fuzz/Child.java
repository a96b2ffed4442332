package dev.weft.fuzz;

import dev.weft.fuzz.gen.Program;
import dev.weft.fuzz.run.ChildMain;
import dev.weft.fuzz.run.ProgramRun;
import dev.weft.fuzz.run.ProgramRun.Outcome;
import dev.weft.support.ChildJvm;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** A JVM under Weft that runs programs; for one thread. */
public final class Child implements AutoCloseable {
    private static final String LIMIT_OPTION = "-Dfuzz.millis=";
    private static final int LIMIT_MILLIS = 60_000;

    /** For so long a JVM may weave the JDK, and start. */
    private static final int START_SECONDS = 600;

    private static final int MAX_ERROR = 4000;
    private static final ScheduledExecutorService WATCH = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "watch");
        thread.setDaemon(true);
        return thread;
    });

    private final Way way;
    private final int seconds;
    private final Path errors;
    private final Process process;
    private final DataOutputStream out;
    private final DataInputStream in;
    private volatile boolean isLate;
    private volatile int ticks;
    private boolean hasStarted;

    /** What became of a program: an outcome, or that the JVM ended or did not answer. */
    public record Answer(Outcome outcome, String failure) {
        /** True if this is what the plain JVM told. */
        boolean agrees(Outcome plain) {
            return outcome != null && outcome.digest() == plain.digest() && outcome.events() == plain.events();
        }
    }

    /** Starts a JVM; the first one of its kind weaves the JDK. */
    public Child(Way way, String... moreOptions) {
        this.way = way;
        // half as long again as the JVM itself waits for a program
        seconds = limitMillis(moreOptions) / 1_000 * 3 / 2;
        try {
            errors = Files.createTempFile("fuzz", ".err");
            List<String> command = new ArrayList<>();
            command.addAll(List.of("-Xmx1200m", "-XX:-CreateCoredumpOnCrash", "-XX:ErrorFile=/dev/null"));
            command.addAll(List.of("-XX:+UseSerialGC", "-Xshare:auto", "-Dweft.parallelism=1"));
            command.add(ProgramRun.STACK_OPTION);
            // no class of a program is ever loaded again; and less is left to unload, less often
            command.addAll(List.of("-Dweft.cache=off", "-Xmn800m", "-XX:MetaspaceSize=400m"));
            command.addAll(List.of("--add-exports", "java.base/java.weft=ALL-UNNAMED"));
            command.addAll(List.of("--add-exports", "java.base/jdk.internal.weft.agent=ALL-UNNAMED"));
            command.addAll(List.of("--add-opens", "java.base/jdk.internal.weft.agent=ALL-UNNAMED"));
            command.addAll(way.options);
            command.addAll(List.of(moreOptions));
            command.addAll(List.of("-cp", System.getProperty("java.class.path"), ChildMain.class.getName()));
            ProcessBuilder builder = ChildJvm.builder(ChildJvm.On.WEFT, command).redirectError(errors.toFile());
            builder.environment().put("WEFT_MODE", way.mode);
            process = builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        out = new DataOutputStream(new BufferedOutputStream(process.getOutputStream(), 1 << 16));
        in = new DataInputStream(new BufferedInputStream(process.getInputStream(), 1 << 16));
    }

    /** Starts a JVM under Weft with another program on this class path, which writes into these files. */
    static Process start(Path out, Path err, Class<?> main, String... arguments) throws IOException {
        List<String> all =
                new ArrayList<>(List.of("-Xmx512m", "-cp", System.getProperty("java.class.path"), main.getName()));
        all.addAll(List.of(arguments));
        return ChildJvm.builder(ChildJvm.On.WEFT, all)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
    }

    /** Runs some programs; fewer answers than programs if the JVM ended: then the last answer says so. */
    public List<Answer> run(List<Program> programs, long seed, boolean isLogged) {
        List<Answer> answers = new ArrayList<>();
        Thread writer = new Thread(() -> write(programs, seed, isLogged), "writer");
        writer.start();
        try {
            while (answers.size() < programs.size()) {
                answers.add(answer());
            }
        } catch (IOException e) {
            answers.add(new Answer(null, isLate ? "hangs" : "the JVM ended: " + ending()));
            process.destroyForcibly();
        }
        try {
            writer.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return answers;
    }

    private static int limitMillis(String... options) {
        for (String option : options) {
            if (option.startsWith(LIMIT_OPTION)) {
                return Integer.parseInt(option.substring(LIMIT_OPTION.length()));
            }
        }
        return LIMIT_MILLIS;
    }

    private Answer answer() throws IOException {
        ticks = hasStarted ? 0 : seconds - START_SECONDS;
        ScheduledFuture<?> watch = WATCH.scheduleWithFixedDelay(this::tick, 1, 1, TimeUnit.SECONDS);
        try {
            if (!hasStarted) {
                hasStarted = in.readBoolean();
                ticks = 0;
            }
            return new Answer(new Outcome(in.readLong(), in.readInt(), in.readUTF()), null);
        } finally {
            watch.cancel(false);
        }
    }

    /**
     * Time that passes while both JVMs are stopped counts as one second, as a program that is stopped does not hang.
     */
    private void tick() {
        if (++ticks == seconds) {
            isLate = true;
            process.destroyForcibly();
        }
    }

    private String ending() {
        try {
            process.waitFor(10, TimeUnit.SECONDS);
            String text = Files.readString(errors);
            int from = Math.max(0, text.length() - MAX_ERROR);
            return (process.isAlive() ? "still alive" : "exit " + process.exitValue()) + "\n" + text.substring(from);
        } catch (IOException e) {
            return e.toString();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "interrupted";
        }
    }

    /** Processor time that the JVM has taken; 0 if it has ended. */
    double cpuSeconds() {
        return process.info().totalCpuDuration().map(Duration::toMillis).orElse(0L) / 1000.0;
    }

    /** True if programs can be run. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** What the JVM has written to standard error. */
    public String errors() {
        try {
            return Files.readString(errors);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void write(List<Program> programs, long seed, boolean isLogged) {
        try {
            for (int k = 0; k < programs.size(); k++) {
                Program program = programs.get(k);
                out.writeBoolean(isLogged);
                out.writeInt(way.yieldRate);
                out.writeLong(seed + k);
                out.writeUTF(Program.START);
                out.writeInt(program.classes().size());
                for (Map.Entry<String, byte[]> each : program.classes().entrySet()) {
                    out.writeUTF(each.getKey());
                    out.writeInt(each.getValue().length);
                    out.write(each.getValue());
                }
            }
            out.flush();
        } catch (IOException e) {
            // the JVM has ended: the reader sees it too, and says so
            process.destroyForcibly();
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor();
            Files.deleteIfExists(errors);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
