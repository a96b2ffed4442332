package dev.weft.openjdktests;

import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What is on the class path of a test besides its own classes: the runner, and TestNG or JUnit if it uses them. */
final class Libraries {
    private static final List<String> RUNNER = List.of(
            "com/sun/javatest/regtest/agent/MainWrapper",
            "com/sun/javatest/regtest/agent/MainWrapper$MainTask",
            "dev/weft/openjdktests/runner/Runner",
            "dev/weft/openjdktests/runner/Runner$Group",
            "dev/weft/openjdktests/runner/TestNgRun",
            "dev/weft/openjdktests/runner/TestNgRun$Counter",
            "dev/weft/openjdktests/runner/JUnitRun");
    private static final List<Path> TESTNG = jars(
            "org.testng.TestNG",
            "com.beust.jcommander.JCommander",
            "com.google.inject.Injector",
            "javax.inject.Inject",
            "org.aopalliance.intercept.MethodInterceptor",
            "com.google.common.collect.Lists");
    private static final List<Path> JUNIT = jars(
            "org.junit.platform.launcher.Launcher",
            "org.junit.platform.engine.TestEngine",
            "org.junit.platform.commons.JUnitException",
            "org.junit.jupiter.api.Test",
            "org.junit.jupiter.params.ParameterizedTest",
            "org.junit.jupiter.engine.JupiterTestEngine",
            "org.junit.vintage.engine.VintageTestEngine",
            "org.junit.Test",
            "org.hamcrest.Matcher",
            "org.opentest4j.AssertionFailedError",
            "org.apiguardian.api.API");

    private Libraries() {}

    /** The jars for a test; for one that says nothing, TestNG's, as some only use its assertions. */
    static List<Path> of(Plan plan) {
        List<Path> all = new ArrayList<>();
        if (!plan.uses("junit")) {
            all.addAll(TESTNG);
        } else {
            all.addAll(JUNIT);
            if (plan.uses("testng")) {
                all.addAll(TESTNG);
            }
        }
        return all;
    }

    /** Copies the runner's classes, without the driver's, to a folder. */
    static Path copyRunner(Path folder) throws IOException {
        for (String name : RUNNER) {
            Path file = folder.resolve("runner").resolve(name + ".class");
            Files.createDirectories(file.getParent());
            try (InputStream in = Libraries.class.getResourceAsStream("/" + name + ".class")) {
                Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
            }
        }
        return folder.resolve("runner");
    }

    private static List<Path> jars(String... classes) {
        return Stream.of(classes).map(Libraries::jar).distinct().toList();
    }

    private static Path jar(String name) {
        try {
            return Path.of(Class.forName(name, false, Libraries.class.getClassLoader())
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (ClassNotFoundException | URISyntaxException e) {
            throw new IllegalStateException(
                    name + " is not on the class path of the driver; start it by openjdk-tests/run", e);
        }
    }
}
