package dev.weft.tck.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.tck.harness.Configuration.Launch;
import dev.weft.tck.programs.ManyAgents;
import dev.weft.tck.programs.NumberedLambdas;
import dev.weft.tck.programs.OutsideView;
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

/** A program and its agents see the class path and the classes that they see on the plain JDK. */
@ExtendWith(Jvm.class)
class OutsideViewTest {
    /** The jar of an agent whose class is on the class path. */
    private static Path jar(Path folder, Class<?> agent) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", agent.getName());
        manifest.getMainAttributes().putValue("Can-Retransform-Classes", "true");
        Path jar = folder.resolve("agent.jar");
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream zip = new JarOutputStream(out, manifest)) {
            zip.flush();
        }
        return jar;
    }

    @EachLaunch({Launch.IMAGE, Launch.PATCH, Launch.CHAOS})
    void neitherTheAgentsJarNorClassesThatTheRuntimeHasMadeAreSeen(Launch launch, @TempDir Path folder)
            throws IOException {
        List<String> options = List.of("-javaagent:" + jar(folder, OutsideView.Agent.class));
        Jvm.Result plain = Jvm.run(Jvm.command(Launch.PLAIN, options, OutsideView.class.getName()), 60);
        assertTrue(plain.out().contains("\nmanifests: 1\n"), plain.toString());
        Jvm.Result woven = Jvm.run(Jvm.command(launch, options, OutsideView.class.getName()), 120);
        assertEquals(plain.out(), woven.out(), woven.err());
    }

    /** A class that is needed to show agents a class was itself shown to them, without end. */
    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH, Launch.CHAOS})
    void severalAgentsStart(Launch launch, @TempDir Path folder) throws IOException {
        String agent = "-javaagent:" + jar(folder, ManyAgents.class) + "=";
        List<String> options = List.of(agent + 1, agent + 2, agent + 3, agent + 4);
        Jvm.Result result = Jvm.run(Jvm.command(launch, options, ManyAgents.class.getName()), 120);
        assertEquals("agent 1\nagent 2\nagent 3\nagent 4\nthread\n", result.out(), result.toString());
    }

    /** Agents that have lambdas' classes shown to them keep what they know of a class by its name. */
    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH})
    void anAgentThatTransformsTheMakerOfLambdasSeesOneNameForEach(Launch launch, @TempDir Path folder)
            throws IOException {
        List<String> options = List.of("-javaagent:" + jar(folder, NumberedLambdas.Agent.class));
        Jvm.Result result = Jvm.run(Jvm.command(launch, options, NumberedLambdas.class.getName()), 60);
        assertEquals("3 names for one+two\n", result.out(), result.toString());
    }
}
