package dev.weft.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/**
 * Makes a folder that starts the project's program on fibers by itself, as {@code weft link} does. What an earlier
 * build has made there is replaced.
 */
@Mojo(name = "link", defaultPhase = LifecyclePhase.PACKAGE, threadSafe = true)
public final class LinkMojo extends AbstractMojo {
    /** What is in a linked program's folder, and the draft of its script. */
    private static final Set<String> PARTS = Set.of("app", "bin", "weft", ".start");

    /** The program: an executable jar, Spring Boot's for instance. */
    @Parameter(property = "weft.jar", defaultValue = "${project.build.directory}/${project.build.finalName}.jar")
    private File jar;

    /** The folder to make. */
    @Parameter(property = "weft.target", defaultValue = "${project.build.directory}/${project.artifactId}-image")
    private File target;

    /** The program's name in the folder {@code bin}. */
    @Parameter(property = "weft.name", defaultValue = "${project.artifactId}")
    private String name;

    /** Modules of the JDK to take along, besides those that the classes name. */
    @Parameter(property = "weft.modules")
    private List<String> modules = new ArrayList<>();

    /** Seconds for which the program is run, at most, to see which classes it loads; 0 for no such run. */
    @Parameter(property = "weft.train", defaultValue = "0")
    private int train;

    /** Arguments of the program for that run. */
    @Parameter
    private List<String> trainArguments = new ArrayList<>();

    /** Options of java that the program always starts with. */
    @Parameter
    private List<String> javaOptions = new ArrayList<>();

    @Override
    public void execute() throws MojoFailureException {
        WeaverProgram.checkJar(jar);
        removeOld(target.toPath());
        WeaverProgram.run(arguments());
        getLog().info("Linked " + target.toPath().resolve("bin").resolve(name));
    }

    private List<String> arguments() {
        List<String> arguments =
                new ArrayList<>(List.of("link", "-jar", jar.toString(), "-o", target.toString(), "--name", name));
        if (!modules.isEmpty()) {
            arguments.add("--modules=" + String.join(",", modules));
        }
        if (train != 0) {
            arguments.add("--train=" + train);
        }
        trainArguments.forEach(each -> arguments.add("--train-argument=" + each));
        javaOptions.forEach(each -> arguments.add("--java-option=" + each));
        return arguments;
    }

    /** Whether all that is there is what this goal has made, or has begun to make. */
    private static boolean isLinked(Path target) throws MojoFailureException {
        try (Stream<Path> all = Files.list(target)) {
            Set<String> names =
                    all.map(each -> each.getFileName().toString()).collect(Collectors.toCollection(HashSet::new));
            return names.contains("weft") && names.contains("app") && PARTS.containsAll(names);
        } catch (NotDirectoryException e) {
            return false;
        } catch (IOException e) {
            throw new MojoFailureException("cannot read " + target + ": " + e.getMessage(), e);
        }
    }

    /** Removes what this goal has made, and nothing else. */
    static void removeOld(Path target) throws MojoFailureException {
        if (!Files.exists(target)) {
            return;
        }
        if (!isLinked(target)) {
            throw new MojoFailureException(
                    target + " exists, and no linked program is in it: remove it, or set weft.target");
        }
        try (Stream<Path> all = Files.walk(target)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        } catch (IOException e) {
            throw new MojoFailureException("cannot remove " + target + ": " + e.getMessage(), e);
        }
    }
}
