package dev.weft.weaver.cache;

import dev.weft.weaver.FakeJdk;
import dev.weft.weaver.jrt.JdkHome;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/** Builds an entry in a process of its own, which can be killed; it goes on when a file exists. */
final class BuildProcess {
    private BuildProcess() {}

    static Process start(Cache cache, JdkHome jdk, String weft, Path gate) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        BuildProcess.class.getName(),
                        cache.root().toString(),
                        jdk.path().toString(),
                        weft,
                        gate.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** Reads up to that line; false if the process ends before. */
    static boolean awaitLine(Process process, String expected) throws IOException {
        BufferedReader lines = process.inputReader();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.equals(expected)) {
                return true;
            }
        }
        return false;
    }

    /** Builds. */
    public static void main(String[] args) throws IOException {
        CacheKey key = CacheKey.of(JdkHome.of(Path.of(args[1])), FakeJdk.weft(args[2]));
        Path gate = Path.of(args[3]);
        new CacheBuild(new Cache(Path.of(args[0])), key, System.out::println).run(false, new FakeMaker() {
            @Override
            public void make(CacheEntry draft, CacheEntry place) throws IOException {
                super.make(draft, place);
                System.out.println("making");
                while (!Files.exists(gate)) {
                    LockSupport.parkNanos(5_000_000);
                }
            }
        });
    }
}
