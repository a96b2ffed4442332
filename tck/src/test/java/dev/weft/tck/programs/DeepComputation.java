package dev.weft.tck.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A thread that computes for two seconds below many frames, which nobody but the runtime may look at meanwhile. Prints
 * how much memory the process has had at most.
 */
public final class DeepComputation {
    private static final long NANOS = 2_000_000_000;

    private DeepComputation() {}

    private static long below(int frames) {
        return frames == 0 ? compute() : 1 + below(frames - 1);
    }

    private static long compute() {
        long end = System.nanoTime() + NANOS;
        while (System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
        return 0;
    }

    public static void main(String[] arguments) throws InterruptedException, IOException {
        int frames = Integer.parseInt(arguments[0]);
        Thread thread = new Thread(() -> System.out.println("came back from " + below(frames) + " frames"));
        thread.start();
        thread.join();
        System.out.println("kilobytes at most " + peak(Files.readAllLines(Path.of("/proc/self/status"))));
    }

    private static String peak(List<String> lines) {
        return lines.stream()
                .filter(each -> each.startsWith("VmHWM:"))
                .map(each -> each.replaceAll("\\D", ""))
                .findFirst()
                .orElseThrow();
    }
}
