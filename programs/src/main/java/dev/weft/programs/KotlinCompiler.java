package dev.weft.programs;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jetbrains.kotlin.cli.jvm.K2JVMCompiler;

/** The compiler of Kotlin. */
public final class KotlinCompiler {
    private KotlinCompiler() {}

    /** Compiles the sample. */
    public static void main(String[] args) throws Exception {
        Path classes = Sources.classes("kotlin");
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        Object code = new K2JVMCompiler()
                .exec(
                        new PrintStream(said, true, StandardCharsets.UTF_8),
                        Sources.write("Shapes.kt").toString(),
                        "-d",
                        classes.toString(),
                        "-classpath",
                        System.getProperty("java.class.path"),
                        "-no-stdlib",
                        "-no-reflect",
                        "-nowarn");
        System.out.println(code + " "
                + said.toString(StandardCharsets.UTF_8)
                        .lines()
                        .filter(line -> line.contains("error"))
                        .toList());
        System.out.println("classes: " + Javac.sumOf(classes));
    }
}
