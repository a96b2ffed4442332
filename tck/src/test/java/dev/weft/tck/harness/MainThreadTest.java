package dev.weft.tck.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.weft.tck.harness.Configuration.Launch;
import dev.weft.tck.programs.MainThreads;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code main} on the VM's first thread and as a fiber: the same output, standard error and exit code. */
@ExtendWith(Jvm.class)
class MainThreadTest {
    private static final String PROGRAM = MainThreads.class.getName();
    private static final String IN_FIBER = "-Dweft.main=fiber";

    private static Jvm.Result run(Launch launch, List<String> options, String main, String... arguments) {
        return Jvm.run(Jvm.command(launch, options, main, arguments), 120);
    }

    /** Compares the plain JDK with each way to start Weft. */
    private static void compare(List<String> options, String main, String... arguments) {
        compare((launch, more) -> {
            List<String> all = new ArrayList<>(options);
            all.addAll(more);
            return Jvm.command(launch, all, main, arguments);
        });
    }

    /** The same without the suite's class path. */
    private static void compareAsGiven(String... arguments) {
        compare((launch, more) -> {
            List<String> all = new ArrayList<>(more);
            if (launch == Launch.CHAOS) {
                all.add("-Dweft.chaos=1,1");
            }
            all.addAll(List.of(arguments));
            return Jvm.builder(launch, all);
        });
    }

    private static void compare(BiFunction<Launch, List<String>, ProcessBuilder> command) {
        Jvm.Result plain = Jvm.run(command.apply(Launch.PLAIN, List.of()), 120);
        if (Jvm.launches().contains(Launch.PATCH)) {
            assertEquals(plain, Jvm.run(command.apply(Launch.IMAGE, List.of()), 120));
        }
        for (Launch launch : Jvm.launches()) {
            assertEquals(plain, Jvm.run(command.apply(launch, List.of(IN_FIBER)), 120), launch.name());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "identity",
                "traces",
                "interrupt",
                "inherit",
                "depth",
                "fail",
                "failLater",
                "joined",
                "handler",
                "badHandler",
                "default",
                "exit",
                "daemon",
                "last"
            })
    void mainIsTheSameThreadAndEndsTheSameWay(String way) {
        compare(List.of("-Xmx200m"), PROGRAM, way, "b c", "");
    }

    @Tag("long")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Heir",
                "Failing",
                "FailingHeir",
                "Hidden",
                "Interface",
                "Protected",
                "OfObjects",
                "Returning",
                "None",
                "Missing"
            })
    void theLauncherTakesAndRefusesTheSameClasses(String nested) {
        compare(List.of(), PROGRAM + "$" + nested, "fail");
    }

    @Test
    void aSecurityManagerLetsMainDoTheSame() {
        compare(List.of("-Djava.security.manager", "-Djava.security.policy==none"), PROGRAM, "identity");
        compare(List.of("-Djava.security.manager"), PROGRAM, "fail");
    }

    /** The trace is cut at a length, so it does not tell how deep the recursion went. */
    @Test
    void aRecursionWithoutEndOverflowsTheStack() {
        compare(List.of("-Xss512k"), PROGRAM, "overflow");
    }

    @Test
    @Tag("nightly")
    void aProgramInASourceFileFailsTheSame(@TempDir Path folder) throws Exception {
        Path source = folder.resolve("Source.java");
        Files.writeString(
                source,
                """
                public class Source {
                    public static void main(String[] args) throws Exception {
                        Thread.sleep(2);
                        System.out.println(Thread.currentThread() + " " + args[0]);
                        Runnable fails = () -> { throw new IllegalStateException("meant"); };
                        fails.run();
                    }
                }
                """);
        compareAsGiven(source.toString(), "argument");
    }

    @Test
    void aJarAndAModuleStartTheSame(@TempDir Path folder) throws Exception {
        Path sources = Files.createDirectories(folder.resolve("acme/org/acme"));
        Files.writeString(folder.resolve("acme/module-info.java"), "module acme { }");
        Path main = sources.resolve("Main.java");
        Files.writeString(
                main,
                """
                package org.acme;
                class Main {
                    public static void main(String[] args) throws Exception {
                        Thread.sleep(2);
                        System.out.println(Thread.currentThread() + " " + Main.class.getModule().getName());
                        throw new Exception("meant");
                    }
                }
                """);
        Path classes = folder.resolve("classes");
        int status = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-d", classes.toString(), main.toString(), folder + "/acme/module-info.java");
        assertEquals(0, status);
        compareAsGiven("-p", classes.toString(), "-m", "acme/org.acme.Main");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "org.acme.Main");
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, "classes/");
        Path jar = folder.resolve("main.jar");
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
        compareAsGiven("-jar", jar.toString());
    }

    @EachLaunch
    void aMainThatWaitsFreesItsCarrier(Launch launch) {
        List<String> options = List.of(IN_FIBER, "-Dweft.parallelism=1");
        assertEquals("0\n", run(launch, options, PROGRAM, "pins").out());
    }

    /** Also the control: what differs is seen to differ. */
    @Test
    void mainIsAFiberOnlyWhereThatIsChosen() {
        Jvm.Result inFiber = run(Launch.IMAGE, List.of(IN_FIBER), PROGRAM, "isFiber");
        assertEquals("true\n", inFiber.out());
        assertEquals(
                "true\n",
                run(Launch.PATCH, List.of(IN_FIBER, "-Dweft.threads=virtual"), PROGRAM, "isFiber")
                        .out());
        for (List<String> options : List.of(
                List.<String>of(),
                List.of("-Dweft.main=thread"),
                List.of(IN_FIBER, "-Dweft.threads=none"),
                List.of(IN_FIBER, "-Dweft.platform=name:main"))) {
            Jvm.Result other = run(Launch.IMAGE, options, PROGRAM, "isFiber");
            assertEquals("false\n", other.out());
            assertNotEquals(inFiber, other);
        }
    }
}
