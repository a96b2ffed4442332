package dev.weft.tck.programs;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Loads all classes of the suite, without their initializers, and prints how many bytes their files have. */
public final class AllOfThisSuite {
    private static final String END = ".class";

    private AllOfThisSuite() {}

    public static void main(String[] arguments) throws IOException, URISyntaxException, ClassNotFoundException {
        Path folder = Path.of(AllOfThisSuite.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder.resolve("dev/weft/tck/cases"))) {
            files = all.filter(file -> file.toString().endsWith(END)).toList();
        }
        long bytes = 0;
        for (Path each : files) {
            String name = folder.relativize(each).toString().replace('/', '.');
            Class.forName(
                    name.substring(0, name.length() - END.length()), false, AllOfThisSuite.class.getClassLoader());
            bytes += Files.size(each);
        }
        System.out.println("bytes " + bytes);
    }
}
