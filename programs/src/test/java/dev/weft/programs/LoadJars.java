package dev.weft.programs;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Loads and links, without initializing, the classes of the jars on the class path whose names begin with one of the
 * arguments, or of all. Prints for each class what has become of it. Links are verified if the VM's options say so.
 */
public final class LoadJars {
    private LoadJars() {}

    /** Beginnings of names of jars. */
    public static void main(String[] args) throws IOException {
        for (String entry : Child.classPath().split(File.pathSeparator)) {
            String name = Path.of(entry).getFileName().toString();
            boolean isWanted = args.length == 0 || List.of(args).stream().anyMatch(name::startsWith);
            if (name.endsWith(".jar") && !name.endsWith("-sources.jar") && isWanted) {
                load(new File(entry));
            }
        }
    }

    private static void load(File jar) throws IOException {
        TreeSet<String> names = new TreeSet<>();
        try (ZipFile zip = new ZipFile(jar)) {
            zip.stream().map(ZipEntry::getName).forEach(names::add);
        }
        for (String name : names) {
            if (name.endsWith(".class") && !name.startsWith("META-INF/") && !name.endsWith("module-info.class")) {
                System.out.println(
                        name + ": " + link(name.substring(0, name.length() - 6).replace('/', '.')));
            }
        }
    }

    private static String link(String name) {
        try {
            Class.forName(name, false, LoadJars.class.getClassLoader()).getDeclaredMethods();
            return "linked";
        } catch (VerifyError | ClassFormatError e) {
            return e.toString().lines().findFirst().orElse("").replaceAll("0x[0-9a-f]+", "0x");
        } catch (ClassNotFoundException | LinkageError e) {
            return e.getClass().getName();
        }
    }
}
