package dev.weft.programs;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The JDK's compiler, over the sources of Commons Collections: more than 300 files. */
public final class Javac {
    private Javac() {}

    /** Compiles one package and what it needs, or all. */
    public static void main(String[] args) throws Exception {
        Path folder = Files.createTempDirectory("javac");
        List<Path> sources = unpack(folder.resolve("src"), Size.of(args, 0, 1) == 0 ? "/queue/" : "/");
        Path classes = Files.createDirectory(folder.resolve("classes"));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<String> options = List.of(
                    "-d",
                    classes.toString(),
                    "-sourcepath",
                    folder.resolve("src").toString(),
                    "-Xlint:all",
                    "-proc:none",
                    "-encoding",
                    "iso-8859-1");
            boolean isFine = compiler.getTask(
                            messages, files, null, options, null, files.getJavaFileObjectsFromPaths(sources))
                    .call();
            System.out.println("compiled " + sources.size() + " files: " + isFine);
        }
        String said = messages.toString().replace(folder.toString(), "");
        System.out.println("messages: " + Digest.of(said));
        System.out.println("classes: " + sumOf(classes));
    }

    /** Unpacks the sources of Commons Collections, and returns those with a part in their names. */
    public static List<Path> unpack(Path folder, String part) throws IOException {
        List<Path> chosen = new ArrayList<>();
        String jar = Stream.of(System.getProperty("java.class.path").split(":"))
                .filter(entry -> entry.endsWith("-sources.jar"))
                .findFirst()
                .orElseThrow();
        try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(Path.of(jar)))) {
            for (ZipEntry entry; (entry = zip.getNextEntry()) != null; ) {
                if (entry.getName().endsWith(".java")) {
                    Path file = folder.resolve(entry.getName());
                    Files.createDirectories(file.getParent());
                    Files.copy((InputStream) zip, file);
                    if (entry.getName().contains(part)) {
                        chosen.add(file);
                    }
                }
            }
        }
        return chosen;
    }

    static Digest sumOf(Path classes) throws IOException {
        Digest digest = new Digest();
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                digest.add(file.getFileName() + " " + Digest.of(Files.readAllBytes(file)));
            }
        }
        return digest;
    }
}
