package dev.weft.tck.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.tck.harness.Configuration.Launch;
import dev.weft.tck.programs.EarlyBases;
import dev.weft.tck.programs.EarlyClasses;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Classes that are loaded before Weft's agent has its turn. */
@ExtendWith(Jvm.class)
class EarlyClassesTest {
    private static ProcessBuilder command(Launch launch, List<String> options, String... arguments) {
        return Jvm.command(launch, options, EarlyClasses.class.getName(), arguments);
    }

    private static String environment(Path folder) throws IOException {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.putValue("Premain-Class", EarlyBases.Agent.class.getName());
        attributes.putValue("Can-Retransform-Classes", "true");
        Path jar = folder.resolve("agent.jar");
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream zip = new JarOutputStream(out, manifest)) {
            zip.flush();
        }
        return "-javaagent:" + jar;
    }

    /** They are woven like others: nothing of them pins. Twice, since the second run finds what the first has woven. */
    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH, Launch.CHAOS})
    void classesOfAnAgentThatIsNamedBeforeWeftsAreWoven(Launch launch, @TempDir Path folder) throws IOException {
        for (int i = 0; i < 2; i++) {
            ProcessBuilder builder = command(launch, List.of("-Xmx200m"), "count");
            builder.environment().put("JAVA_TOOL_OPTIONS", environment(folder));
            Jvm.Result result = Jvm.run(builder, 120);
            String out = Jvm.run(command(Launch.PLAIN, List.of()), 60).out();
            assertEquals(out + "the early class runs\npinned: 0\n", result.out(), result.err());
        }
    }

    /** They are not woven, and pin; those that inherit from them are, and have what they inherit. */
    @EachLaunch({Launch.IMAGE, Launch.PATCH})
    void heirsOfClassesThatTheSystemClassLoaderHasLoadedRunInFibers(Launch launch) {
        List<String> options = List.of("-Djava.system.class.loader=" + EarlyBases.Loader.class.getName());
        for (int i = 0; i < 2; i++) {
            Jvm.Result result = Jvm.run(command(launch, options), 120);
            Jvm.Result plain = Jvm.run(command(Launch.PLAIN, options), 60);
            assertTrue(plain.out().contains("overridden early"), plain.toString());
            assertEquals(plain.out(), result.out(), result.err());
        }
    }
}
