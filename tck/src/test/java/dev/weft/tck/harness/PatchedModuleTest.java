package dev.weft.tck.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.tck.harness.Configuration.Launch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A program that puts classes of its own into modules of the JDK. */
@ExtendWith(Jvm.class)
class PatchedModuleTest {
    private static final String SLOW =
            """
            package PACKAGE;
            public class Slow implements java.util.concurrent.Callable<String> {
                public interface Base {
                    default String both() throws Exception { return new Slow().call() + own(); }
                    String own() throws Exception;
                }
                public static class Runner extends Thread {
                    public String result;
                    public void run() {
                        try { result = new Slow().call() + waited(); } catch (Exception e) { result = e.toString(); }
                    }
                    public synchronized String waited() throws InterruptedException { wait(1); return "waited"; }
                }
                public String call() throws Exception { Thread.sleep(1); return "slow"; }
                public static String twice(String text) throws Exception {
                    Thread.sleep(1);
                    java.util.function.Supplier<String> lambda = () -> text + text;
                    return lambda.get();
                }
            }
            """;

    private static final String MAIN =
            """
            import PACKAGE.Slow;
            public class Main {
                static class Heir extends Slow implements Slow.Base {
                    public String call() throws Exception { return "heir" + super.call(); }
                    public String own() throws Exception { return call() + twice("o"); }
                }
                static class Plain extends Slow { String all() throws Exception { return call() + twice("p"); } }
                static class HeirOfRunner extends Slow.Runner { public void run() { super.run(); } }
                static void all() throws Throwable {
                    System.out.println(new Slow().call() + Slow.twice("s"));
                    System.out.println(new Heir().both() + new Plain().all() + new Plain().call());
                    java.util.concurrent.Callable<String> slow = new Slow();
                    System.out.println(slow.call() + Slow.class.getMethod("call").invoke(slow));
                    for (Slow.Runner each : new Slow.Runner[] {new Slow.Runner(), new HeirOfRunner()}) {
                        each.start();
                        each.join();
                        System.out.println(each.result + each.waited());
                    }
                }
                public static void main(String[] arguments) throws Throwable {
                    all();
                    Thread thread = new Thread(() -> {
                        try { all(); } catch (Throwable t) { t.printStackTrace(); }
                    });
                    thread.start();
                    thread.join();
                }
            }
            """;

    private static final String DEFINER =
            """
            import java.lang.invoke.MethodHandles;
            import java.nio.file.Files;
            import java.nio.file.Path;
            public class Definer {
                public static void main(String[] arguments) throws Throwable {
                    Class<?> beside = Class.forName(arguments[0]);
                    MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(beside, MethodHandles.lookup());
                    for (String each : new String[] {"$Base", "$Runner", ""}) {
                        String name = beside.getPackageName().replace('.', '/') + "/Slow" + each + ".class";
                        lookup.defineClass(Files.readAllBytes(Path.of(arguments[1], name)));
                    }
                    Main.main(new String[0]);
                }
            }
            """;

    private static void compile(Path folder, String name, String source, String... options) throws IOException {
        Path file = Files.createDirectories(folder.resolve("src")).resolve(name + ".java");
        Files.writeString(file, source);
        String[] all = new String[options.length + 1];
        System.arraycopy(options, 0, all, 0, options.length);
        all[options.length] = file.toString();
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, all), name);
    }

    /** Twice, since the second run finds in the cache what the first has woven. */
    @ParameterizedTest
    @CsvSource({
        "java.base, java.util.patched, IMAGE",
        "java.xml, org.w3c.dom.patched, IMAGE",
        "java.xml, org.w3c.dom.patched, PATCH",
        "java.xml, org.w3c.dom.patched, CHAOS"
    })
    void classesThatTheProgramPutsIntoModulesOfTheJdkRunInFibers(
            String module, String inPackage, Launch launch, @TempDir Path folder) throws IOException {
        Path patch = folder.resolve("patch");
        Path classes = folder.resolve("classes");
        Path sources = Files.createDirectories(folder.resolve("src"));
        compile(
                folder,
                "Slow",
                SLOW.replace("PACKAGE", inPackage),
                "--patch-module",
                module + "=" + sources,
                "-d",
                patch.toString());
        List<String> options = List.of(
                "--patch-module", module + "=" + patch, "--add-exports", module + "/" + inPackage + "=ALL-UNNAMED");
        compile(
                folder,
                "Main",
                MAIN.replace("PACKAGE", inPackage),
                "--patch-module",
                module + "=" + patch,
                "--add-exports",
                module + "/" + inPackage + "=ALL-UNNAMED",
                "-d",
                classes.toString());
        List<String> all = new java.util.ArrayList<>(options);
        all.add("-Dtck.classes=" + classes);
        Jvm.Result plain = Jvm.run(Jvm.command(Launch.PLAIN, all, "Main"), 60);
        assertEquals("", plain.err());
        for (int i = 0; i < 2; i++) {
            Jvm.Result woven = Jvm.run(Jvm.command(launch, all, "Main"), 120);
            assertEquals(plain.out(), woven.out(), woven.err());
            assertEquals("", woven.err());
        }
    }

    /** Twice, as above. */
    @Tag("long")
    @ParameterizedTest
    @CsvSource({
        "java.base, java.util.ArrayList, IMAGE",
        "java.xml, org.w3c.dom.Node, IMAGE",
        "java.base, java.util.ArrayList, PATCH",
        "java.xml, org.w3c.dom.Node, PATCH",
        "java.base, java.util.ArrayList, CHAOS"
    })
    void classesThatTheProgramDefinesInPackagesOfTheJdkRunInFibers(
            String module, String beside, Launch launch, @TempDir Path folder) throws IOException {
        String inPackage = beside.substring(0, beside.lastIndexOf('.'));
        Path defined = folder.resolve("defined");
        Path classes = folder.resolve("classes");
        Path sources = Files.createDirectories(folder.resolve("src"));
        String slow = SLOW.replace("PACKAGE", inPackage);
        compile(folder, "Slow", slow, "--patch-module", module + "=" + sources, "-d", defined.toString());
        String main = MAIN.replace("PACKAGE", inPackage);
        compile(folder, "Main", main, "--patch-module", module + "=" + defined, "-d", classes.toString());
        compile(folder, "Definer", DEFINER, "-cp", classes.toString(), "-d", classes.toString());
        List<String> options =
                List.of("--add-opens", module + "/" + inPackage + "=ALL-UNNAMED", "-Dtck.classes=" + classes);
        String[] arguments = {beside, defined.toString()};
        Jvm.Result plain = Jvm.run(Jvm.command(Launch.PLAIN, options, "Definer", arguments), 60);
        assertEquals("", plain.err());
        for (int i = 0; i < 2; i++) {
            Jvm.Result woven = Jvm.run(Jvm.command(launch, options, "Definer", arguments), 120);
            assertEquals(plain.out(), woven.out(), woven.err());
            assertEquals("", woven.err());
        }
    }
}
