package dev.weft.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A child process whose output is read all the time, and which {@link #close} ends with its own children. */
final class Child implements AutoCloseable {
    private static final int TAIL = 5;
    private static final int END_SECONDS = 5;

    private final String name;
    private final Process process;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final Deque<String> errors = new ArrayDeque<>();
    private final Thread errorReader;
    private final Thread lineReader;
    private final Thread hook = new Thread(this::kill, "end-child");

    /** Starts a command. */
    Child(String name, List<String> command) throws DemoException {
        this.name = name;
        try {
            process = new ProcessBuilder(command).start();
        } catch (IOException e) {
            throw new DemoException("cannot start the " + name + ": " + e.getMessage());
        }
        Runtime.getRuntime().addShutdownHook(hook);
        lineReader = read(process.inputReader(), lines::add);
        errorReader = read(process.errorReader(), this::addError);
    }

    private static Thread read(BufferedReader reader, Consumer<String> sink) {
        Thread thread = new Thread(() -> {
            try (reader) {
                reader.lines().forEach(sink);
            } catch (IOException | UncheckedIOException e) {
                sink.accept("(output lost: " + e.getMessage() + ")");
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void addError(String line) {
        synchronized (errors) {
            errors.add(line);
            if (errors.size() > TAIL) {
                errors.remove();
            }
        }
    }

    /** Waits for a line of standard output that matches as a whole; lines before it are dropped. */
    Matcher await(Pattern pattern, long seconds) throws DemoException, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (true) {
            boolean ended = !lineReader.isAlive();
            String line = lines.poll(ended ? 0 : 50, TimeUnit.MILLISECONDS);
            if (line == null && ended) {
                throw new DemoException("the " + name + " ended" + exit() + " before it said " + pattern + tail());
            }
            if (line == null && System.nanoTime() - deadline > 0) {
                throw new DemoException("the " + name + " did not say " + pattern + " in " + seconds + " s" + tail());
            }
            Matcher matcher = pattern.matcher(line == null ? "" : line);
            if (line != null && matcher.matches()) {
                return matcher;
            }
        }
    }

    /** Waits a moment for something on standard output or its end; whether there is a line to read or the end. */
    boolean awaitLine(long millis) throws InterruptedException {
        if (lines.isEmpty()) {
            lineReader.join(millis);
        }
        return !lines.isEmpty() || !lineReader.isAlive();
    }

    private String exit() throws InterruptedException {
        return process.waitFor(END_SECONDS, TimeUnit.SECONDS) ? " with exit code " + process.exitValue() : "";
    }

    /** The last lines of standard error, for a message. */
    String tail() throws InterruptedException {
        errorReader.join(process.isAlive() ? 1 : TimeUnit.SECONDS.toMillis(END_SECONDS));
        synchronized (errors) {
            return errors.isEmpty() ? "" : ": " + String.join(" / ", errors);
        }
    }

    /** Sends a line to standard input. */
    void say(String line) throws DemoException, InterruptedException {
        try {
            process.outputWriter().write(line + "\n");
            process.outputWriter().flush();
        } catch (IOException e) {
            throw new DemoException("the " + name + " does not listen: " + e.getMessage() + tail());
        }
    }

    /**
     * The process or one of its children, if {@code pid} is one of them: a launcher may have started another process.
     */
    Optional<ProcessHandle> member(long pid) {
        if (process.pid() == pid) {
            return Optional.of(process.toHandle());
        }
        return process.descendants().filter(handle -> handle.pid() == pid).findFirst();
    }

    /** Whether the process runs. */
    boolean isAlive() {
        return process.isAlive();
    }

    /** Waits for the end; whether it came in time. */
    boolean awaitEnd(long seconds) throws InterruptedException {
        return process.waitFor(seconds, TimeUnit.SECONDS);
    }

    private void kill() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    /** Ends the process: asks for it, and kills it with its children if it does not end in a few seconds. */
    @Override
    public void close() {
        boolean interrupted = Thread.interrupted();
        try {
            List<ProcessHandle> family = process.descendants().toList();
            if (process.isAlive()) {
                process.destroy();
            }
            process.waitFor(END_SECONDS, TimeUnit.SECONDS);
            family.forEach(ProcessHandle::destroyForcibly);
        } catch (InterruptedException e) {
            interrupted = true;
        } finally {
            kill();
            removeHook();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void removeHook() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            addError("the demo is ending: the hook runs");
        }
    }
}
