package dev.weft.macro;

import dev.weft.bench.macro.MacroProgram;
import dev.weft.bench.macro.Place;
import dev.weft.bench.macro.WrongAnswer;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The JDK's compiler, which differs by JDK, over a package of Commons Collections and what it needs of the others. */
public final class Javac implements MacroProgram {
    private Path folder;
    private List<Path> sources;

    @Override
    public void open(Place place) throws Exception {
        folder = place.folder();
        sources = dev.weft.programs.Javac.unpack(folder.resolve("src"), "/queue/");
    }

    @Override
    public int workers() {
        return 2;
    }

    @Override
    public long unit(int worker, int kind) throws Exception {
        Path classes = Files.createDirectories(folder.resolve("classes" + worker));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<String> options = List.of(
                    "-d",
                    classes.toString(),
                    "-sourcepath",
                    folder.resolve("src").toString(),
                    "-nowarn",
                    "-proc:none",
                    "-encoding",
                    "iso-8859-1");
            var units = files.getJavaFileObjectsFromPaths(sources);
            if (!compiler.getTask(messages, files, null, options, null, units).call()) {
                throw new WrongAnswer("javac said: " + messages);
            }
        }
        return Sums.andDelete(classes);
    }
}
