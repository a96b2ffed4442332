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
import javax.tools.ToolProvider;
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

    /** The VM does not show such classes to the agent itself, and shows them to Weft's. */
    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH, Launch.CHAOS})
    void whatSuchAnAgentLoadsWhileItTransformsIsWoven(Launch launch, @TempDir Path folder) throws IOException {
        ProcessBuilder builder = command(launch, List.of("-Xmx200m"), "count");
        builder.environment().put("JAVA_TOOL_OPTIONS", environment(folder) + "=nested");
        Jvm.Result result = Jvm.run(builder, 120);
        String out = Jvm.run(command(Launch.PLAIN, List.of()), 60).out();
        assertEquals(
                "loaded while it transformed: true\n" + out + "the early class runs\npinned: 0\n",
                result.out(),
                result.err());
    }

    /** What such an agent leaves as it is keeps its twins. */
    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH, Launch.CHAOS})
    void anAgentThatIsNamedBeforeWeftsTransformsTheJdksClassesAgain(Launch launch, @TempDir Path folder)
            throws IOException {
        ProcessBuilder builder = command(launch, List.of("-Xmx300m"));
        builder.environment().put("JAVA_TOOL_OPTIONS", environment(folder) + "=again");
        Jvm.Result result = Jvm.run(builder, 120);
        String out = Jvm.run(command(Launch.PLAIN, List.of()), 60).out();
        assertEquals("transformed again\n" + out, result.out(), result.err());
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

    /** Nothing of the heir itself tells that. */
    @EachLaunch({Launch.PLAIN, Launch.IMAGE})
    void anHeirHasTheMethodsThatItsUnwovenSuperclassHasByNow(Launch launch, @TempDir Path folder) throws IOException {
        String early =
                "public class Early extends ClassLoader { public Early(ClassLoader parent) { super(parent); } %s }";
        String call = "public class Call { public static void main(String[] a) throws Exception {"
                + " Heir heir = new Heir(null); Thread t = new Thread(() -> System.out.println(%s));"
                + " t.start(); t.join(); } }";
        compile(folder, "Early", early.formatted(""));
        compile(
                folder,
                "Heir",
                "public class Heir extends Early { public Heir(ClassLoader parent) { super(parent); } }");
        compile(folder, "Call", call.formatted("heir.getName()"));
        assertEquals("null\n", runEarly(launch, folder).out());
        compile(folder, "Early", early.formatted("public String more() { Thread.yield(); return \"more\"; }"));
        compile(folder, "Call", call.formatted("heir.more()"));
        Jvm.Result result = runEarly(launch, folder);
        assertEquals("more\n", result.out(), result.err());
    }

    private static Jvm.Result runEarly(Launch launch, Path folder) {
        List<String> options = List.of("-Djava.system.class.loader=Early", "-Dtck.classes=" + folder);
        return Jvm.run(Jvm.command(launch, options, "Call"), 60);
    }

    private static void compile(Path folder, String name, String source) throws IOException {
        Path file = Files.writeString(folder.resolve(name + ".java"), source);
        String[] arguments = {"-d", folder.toString(), "-cp", folder.toString(), file.toString()};
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments));
    }
}
