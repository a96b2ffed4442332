package dev.weft.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.support.ChildJvm;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.jacoco.core.data.ExecutionData;
import org.jacoco.core.tools.ExecFileLoader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Agents beside Weft's, named in front of it (in the environment) and behind it (on the command line). */
@ExtendWith(Woven.class)
class AgentsTest {
    @TempDir
    private Path folder;

    private ChildJvm.Result run(Mode mode, boolean inFront, String agent, String program) throws Exception {
        List<String> run = List.of("-cp", Child.classPath(), Run.class.getName(), program, "short");
        return inFront
                ? Child.java(mode, Map.of("JAVA_TOOL_OPTIONS", agent), run)
                : Child.java(mode, Map.of(), concat(agent, run));
    }

    private static List<String> concat(String first, List<String> rest) {
        String[] all = new String[rest.size() + 1];
        all[0] = first;
        System.arraycopy(rest.toArray(), 0, all, 1, rest.size());
        return Arrays.asList(all);
    }

    @Tag("long")
    @Test
    void adviceOfAnAgentIsExecutedOncePerCallInFibersWhicheverAgentComesFirst() throws Exception {
        String agent = "-javaagent:" + agent(Advised.Agent.class);
        ChildJvm.Result plain = run(Mode.PLAIN, false, agent, "Advised");
        assertTrue(plain.out().contains("counted: {await=40, of=40, plain=120, text=120}"), plain::toString);
        assertTrue(plain.out().contains("the last 39 40 41 103"), plain::toString);
        Comparison comparison = new Comparison(plain);
        comparison.check(run(Mode.FIBER, false, agent, "Advised"), false);
        comparison.check(run(Mode.FIBER, true, agent, "Advised"), false);
    }

    /** The second run finds in the class cache what the first one has made, as far as it may write and read it. */
    @Test
    @Tag("nightly")
    void aThreadThatAnAgentRefusesFilesLinksLambdas() throws Exception {
        String agent = "-javaagent:" + agent(RefusedFiles.Agent.class);
        ChildJvm.Result plain = run(Mode.PLAIN, false, agent, "RefusedFiles");
        assertTrue(plain.out().startsWith("refused\n1\n4\n7\n[a1, b1, c1]"), plain::toString);
        Comparison comparison = new Comparison(plain);
        comparison.check(run(Mode.FIBER, false, agent, "RefusedFiles"), false);
        comparison.check(run(Mode.FIBER, false, agent, "RefusedFiles"), false);
    }

    /** The VM never finds a class of the JDK that is needed to show the agent the same one, while that is loaded. */
    @Tag("nightly")
    @Test
    void anAgentChangesAllClassesOfTheBootLoader() throws Exception {
        String agent = "-javaagent:" + agent(ChangedJdk.Agent.class);
        ChildJvm.Result plain = run(Mode.PLAIN, false, agent, "ChangedJdk");
        assertEquals("ab{c=2, d=1}[2, 1]\n", plain.out(), plain::toString);
        for (int i = 0; i < 2; i++) {
            ChildJvm.Result result = run(Mode.FIBER, false, agent, "ChangedJdk");
            assertEquals(plain.out(), result.out(), result::toString);
            assertFalse(result.err().contains("cannot weave"), result::toString);
        }
    }

    private Path agent(Class<?> type) throws IOException {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.putValue("Premain-Class", type.getName());
        attributes.putValue("Can-Retransform-Classes", "true");
        Path jar = folder.resolve("agent.jar");
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream zip = new JarOutputStream(out, manifest)) {
            zip.flush();
        }
        return jar;
    }

    @Test
    void coverageOfJaCoCoIsThatOfThePlainJdkWhicheverAgentComesFirst() throws Exception {
        Map<String, String> plain = coverage(Mode.PLAIN, false, "plain");
        assertTrue(plain.containsKey("dev/weft/programs/Advised$Work"), plain::toString);
        assertEquals(plain, coverage(Mode.FIBER, false, "behind"));
        assertEquals(plain, coverage(Mode.FIBER, true, "inFront"));
    }

    /** The probes that were hit, of each class by its name and identity. */
    private Map<String, String> coverage(Mode mode, boolean inFront, String name) throws Exception {
        Path file = folder.resolve(name + ".exec");
        String agent = "-javaagent:" + jacoco() + "=destfile=" + file + ",includes=dev.weft.programs.Advised*";
        ChildJvm.Result result = run(mode, inFront, agent, "Advised");
        assertEquals(0, result.exit(), result::toString);
        ExecFileLoader loader = new ExecFileLoader();
        loader.load(file.toFile());
        Map<String, String> hits = new TreeMap<>();
        for (ExecutionData each : loader.getExecutionDataStore().getContents()) {
            assertFalse(each.getName().contains("weft$"), each.getName());
            hits.put(each.getName(), Long.toHexString(each.getId()) + Arrays.toString(each.getProbes()));
        }
        return hits;
    }

    private static String jacoco() {
        return Arrays.stream(Child.classPath().split(java.io.File.pathSeparator))
                .filter(entry -> entry.contains("org.jacoco.agent") && entry.endsWith("-runtime.jar"))
                .findFirst()
                .orElseThrow();
    }
}
