package dev.weft.programs;

import java.nio.file.Path;
import scala.tools.nsc.MainClass;

/** The compiler of Scala. */
public final class ScalaCompiler {
    private ScalaCompiler() {}

    /** Compiles the sample. */
    public static void main(String[] args) throws Exception {
        Path classes = Sources.classes("scala");
        boolean isFine = new MainClass().process(new String[] {
            "-d",
            classes.toString(),
            "-classpath",
            System.getProperty("java.class.path"),
            "-nowarn",
            Sources.write("Shapes.scala").toString()
        });
        System.out.println(isFine);
        System.out.println("classes: " + Javac.sumOf(classes));
    }
}
