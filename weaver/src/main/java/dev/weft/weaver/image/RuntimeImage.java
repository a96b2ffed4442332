package dev.weft.weaver.image;

import dev.weft.weaver.jrt.JdkHome;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.spi.ToolProvider;

/**
 * Links a runtime image from jmod files of woven classes. The JDK's linker makes {@code lib/modules}, with its tables
 * of resolved modules that make it start fast; everything else is copied from the JDK's folder. The classes that the
 * linker of the JDK's own build generated for method handles are among the woven ones, so they are not generated again.
 */
final class RuntimeImage {
    private RuntimeImage() {}

    /**
     * Links it.
     *
     * @param jmods the folder of jmod files, one for each module
     * @param image what to make; must not exist
     */
    static void link(JdkHome jdk, Path jmods, Path image) throws IOException {
        Path classes = linkModules(jdk, jmods, List.of("ALL-MODULE-PATH"));
        JdkTree.copy(jdk.path(), image);
        Files.move(classes, image.resolve("lib/modules"), StandardCopyOption.REPLACE_EXISTING);
    }

    /**
     * Links one with those modules, and those that they require, that needs nothing of this machine.
     *
     * @param jdk whose linker is run
     * @param tree the JDK, woven or not, whose programs, libraries and configuration are copied
     */
    static void linkForElsewhere(JdkHome jdk, Path tree, Path jmods, Collection<String> modules, Path image)
            throws IOException {
        Path classes = linkModules(jdk, jmods, modules);
        JdkTree.copyForElsewhere(tree, image);
        Files.move(classes, image.resolve("lib/modules"), StandardCopyOption.REPLACE_EXISTING);
    }

    /** Returns the file of classes. */
    private static Path linkModules(JdkHome jdk, Path jmods, Collection<String> modules) throws IOException {
        Path linked = jmods.resolveSibling("linked");
        jlink(
                jdk,
                jmods,
                List.of(
                        "--module-path",
                        jmods.toString(),
                        "--add-modules",
                        String.join(",", modules),
                        "--disable-plugin",
                        "generate-jli-classes",
                        "--compress=0",
                        "--output",
                        linked.toString()));
        return linked.resolve("lib/modules");
    }

    /**
     * Runs the linker: in this process, if it is the JDK's that runs, so that a weave that is killed leaves no linker
     * behind which goes on writing.
     */
    private static void jlink(JdkHome jdk, Path folder, List<String> arguments) throws IOException {
        Optional<ToolProvider> own = jdk.isRunning() ? ToolProvider.findFirst("jlink") : Optional.empty();
        if (own.isEmpty()) {
            List<String> command = new ArrayList<>(List.of(jdk.tool("jlink").toString()));
            command.addAll(arguments);
            JdkTool.run("link the woven image", command, folder);
            return;
        }
        StringWriter output = new StringWriter();
        PrintWriter printer = new PrintWriter(output);
        int exit = own.get().run(printer, printer, arguments.toArray(String[]::new));
        if (exit != 0) {
            throw JdkTool.failure("link the woven image", "jlink", exit, output.toString());
        }
    }
}
