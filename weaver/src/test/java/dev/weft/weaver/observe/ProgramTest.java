package dev.weft.weaver.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weft.weaver.error.WeaveException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Which processes are asked nothing. */
class ProgramTest {
    private static String refused(long pid) {
        return assertThrows(WeaveException.class, () -> Program.of(pid)).getMessage();
    }

    /** Its signal would have this process print all its threads. */
    @Test
    void aThreadIsToldApartFromItsProcess() throws IOException {
        long own = ProcessHandle.current().pid();
        try (Stream<Path> threads = Files.list(Path.of("/proc/self/task"))) {
            long thread = threads.mapToLong(
                            each -> Long.parseLong(each.getFileName().toString()))
                    .filter(each -> each != own)
                    .findFirst()
                    .orElseThrow();
            assertEquals(
                    "there is no process " + thread + ": that is a thread of process " + own + "; name that process",
                    refused(thread));
        }
    }

    /** Its parent is a shell that becomes a program which never asks for exit codes; only then does it end. */
    @Test
    void aProcessThatHasEndedAndIsStillThereIsToldApartFromOneThatIsNoJavaProgram() throws IOException {
        Process parent = new ProcessBuilder("sh", "-c", "exec 3<&0; cat <&3 & echo $!; exec sleep 60").start();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(parent.getInputStream(), StandardCharsets.UTF_8))) {
            long pid = Long.parseLong(lines.readLine());
            awaitInState(parent.pid(), "(sleep) ");
            parent.getOutputStream().close();
            awaitInState(pid, ") Z ");
            assertEquals("process " + pid + " has ended", refused(pid));
            assertEquals(
                    "process " + parent.pid() + " is no Java program; weft ps lists those that run on Weft",
                    refused(parent.pid()));
        } finally {
            parent.destroyForcibly();
        }
    }

    @Test
    void theModuleOfAProgramIsItsName() throws IOException {
        Process process = new ProcessBuilder("sh", "-s", "--", "--module=m/a.B", "argument").start();
        try {
            awaitInState(process.pid(), "(sh) S");
            assertEquals("m/a.B", Program.name(process.pid()));
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void theNameOfAProgramIsOneLine() throws IOException {
        Process process = new ProcessBuilder("sh", "-c", "read end\n#\u001b[31m").start();
        try {
            awaitInState(process.pid(), "(sh) S");
            assertEquals("read end?#?[31m", Program.name(process.pid()));
        } finally {
            process.destroyForcibly();
        }
    }

    private static void awaitInState(long pid, String part) throws IOException {
        while (!Files.readString(Path.of("/proc", Long.toString(pid), "stat")).contains(part)) {
            Thread.onSpinWait();
        }
    }
}
