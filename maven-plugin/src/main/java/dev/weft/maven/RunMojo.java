package dev.weft.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/** Runs the project's program on fibers, as {@code weft -jar} does. The JDK that runs Maven is woven if need be. */
@Mojo(name = "run")
public final class RunMojo extends AbstractMojo {
    /** The program: an executable jar, Spring Boot's for instance. */
    @Parameter(property = "weft.jar", defaultValue = "${project.build.directory}/${project.build.finalName}.jar")
    private File jar;

    /** Options of java. */
    @Parameter(property = "weft.javaOptions")
    private List<String> javaOptions = new ArrayList<>();

    /** Arguments of the program. */
    @Parameter(property = "weft.arguments")
    private List<String> arguments = new ArrayList<>();

    @Override
    public void execute() throws MojoFailureException {
        WeaverProgram.checkJar(jar);
        Path entry = Path.of(WeaverProgram.run(List.of("weave")));
        int exit = WeaverProgram.runInForeground(command(entry));
        if (exit != 0) {
            throw new MojoFailureException("the program ended with exit code " + exit);
        }
    }

    private List<String> command(Path entry) throws MojoFailureException {
        Path image = entry.resolve("image");
        if (!Files.isDirectory(image)) {
            throw new MojoFailureException("the JDK at " + System.getProperty("java.home")
                    + " has no jmods, so that no image can be linked from it: run Maven on another JDK 17");
        }
        List<String> command = new ArrayList<>();
        command.add(image.resolve("bin/java").toString());
        command.addAll(flags(entry.resolve("flags.image")));
        command.addAll(javaOptions);
        command.addAll(List.of("-jar", jar.toString()));
        command.addAll(arguments);
        return command;
    }

    /** Spelled out as by {@code bin/weft}, so that {@code jcmd} finds the program by its name. */
    static List<String> flags(Path file) throws MojoFailureException {
        try {
            List<String> flags = Files.readAllLines(file);
            return flags.stream().anyMatch(each -> each.startsWith("\"")) ? List.of("@" + file) : flags;
        } catch (IOException e) {
            throw new MojoFailureException("cannot read " + file + ": " + e.getMessage(), e);
        }
    }
}
