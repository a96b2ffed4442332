package dev.weft.macro;

import dev.weft.bench.macro.MacroProgram;
import dev.weft.bench.macro.Place;
import dev.weft.bench.macro.WrongAnswer;
import dev.weft.programs.Sources;
import java.nio.file.Files;
import java.nio.file.Path;
import scala.tools.nsc.MainClass;

/** The compiler of Scala, over the sample that the correctness programs compile. */
public final class Scalac implements MacroProgram {
    private Path folder;
    private Path source;
    private String libraries;

    @Override
    public void open(Place place) throws Exception {
        folder = place.folder();
        source = Files.writeString(folder.resolve("Shapes.scala"), Sources.of("Shapes.scala"));
        libraries = Path.of(scala.Option.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .toString();
    }

    @Override
    public int workers() {
        return 2;
    }

    @Override
    public long unit(int worker, int kind) throws Exception {
        Path classes = Files.createDirectories(folder.resolve("classes" + worker));
        String[] arguments = {"-d", classes.toString(), "-classpath", libraries, "-nowarn", source.toString()};
        if (!new MainClass().process(arguments)) {
            throw new WrongAnswer("the compiler of Scala has failed");
        }
        return Sums.andDelete(classes);
    }
}
