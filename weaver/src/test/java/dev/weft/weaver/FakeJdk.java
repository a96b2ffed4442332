package dev.weft.weaver;

import dev.weft.weaver.jrt.JdkHome;
import dev.weft.weaver.jrt.WeftRuntime;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A folder that looks like a JDK; its java is a shell script. */
public final class FakeJdk {
    private FakeJdk() {}

    /** Makes one. */
    public static Path make(Path home, String version, String javaScript) throws IOException {
        Files.createDirectories(home.resolve("bin"));
        Files.createDirectories(home.resolve("lib"));
        Files.writeString(home.resolve("lib/modules"), "classes of " + version);
        Files.writeString(
                home.resolve("release"),
                "IMPLEMENTOR=\"Fake\"\nJAVA_RUNTIME_VERSION=\"" + version + "+1\"\nJAVA_VERSION=\"" + version + "\"\n");
        Path java = home.resolve("bin/java");
        Files.writeString(java, "#!/bin/sh\n" + javaScript + "\n");
        if (!java.toFile().setExecutable(true)) {
            throw new IOException("cannot make a program of " + java);
        }
        return home.toRealPath();
    }

    /** Makes one of a supported version. */
    public static JdkHome supported(Path home) throws IOException {
        return JdkHome.of(make(home, "17.0.99", "exit 0"));
    }

    /** A build of Weft with those contents. */
    public static WeftRuntime weft(String contents) {
        return new WeftRuntime("1", WeftRuntime.sha256(contents), Map.of(), contents.getBytes(StandardCharsets.UTF_8));
    }
}
