package dev.weft.weaver.link;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.objectweb.asm.ClassReader;

/**
 * Which modules of the JDK a program needs: those of the classes that its class files name, in whatever constant, a
 * text for reflection included, and those that the JDK itself finds by service when it runs. What a program has from
 * elsewhere, such as the name of a class in a file of properties, is the user's to add.
 */
final class NeededModules {
    /**
     * Services of the JDK for its own use: character sets, ciphers, languages, file systems, names, JMX, debuggers,
     * random numbers.
     */
    private static final Set<String> FOUND_AT_RUN_TIME = Set.of(
            "java.instrument",
            "java.logging",
            "java.management.rmi",
            "java.naming",
            "jdk.charsets",
            "jdk.crypto.cryptoki",
            "jdk.crypto.ec",
            "jdk.jdwp.agent",
            "jdk.jfr",
            "jdk.localedata",
            "jdk.management",
            "jdk.management.agent",
            "jdk.management.jfr",
            "jdk.naming.dns",
            "jdk.naming.rmi",
            "jdk.net",
            "jdk.random",
            "jdk.security.auth",
            "jdk.security.jgss",
            "jdk.unsupported",
            "jdk.zipfs");

    private static final String COMPILER = "jdk.compiler";
    private static final String BEFORE_A_TYPE = "([;)BCDFIJSZ<+-*";

    private final Map<String, String> moduleOfPackage;
    private final Set<String> needed = new TreeSet<>();

    private NeededModules(Map<String, String> moduleOfPackage, Set<String> present) {
        this.moduleOfPackage = moduleOfPackage;
        needed.add("java.base");
        FOUND_AT_RUN_TIME.stream().filter(present::contains).forEach(needed::add);
    }

    /**
     * Those of the classes in the jars.
     *
     * @param moduleOfPackage the JDK's, packages with slashes
     * @param present the JDK's modules
     */
    static Set<String> of(List<Path> jars, Map<String, String> moduleOfPackage, Set<String> present)
            throws IOException {
        NeededModules modules = new NeededModules(moduleOfPackage, present);
        for (Path jar : jars) {
            ProgramClasses.forEach(jar, (name, file) -> modules.read(file));
            modules.readInner(jar);
        }
        if (modules.needed.contains("java.compiler") && present.contains(COMPILER)) {
            // which javax.tools.ToolProvider finds by name
            modules.needed.add(COMPILER);
        }
        return modules.needed;
    }

    /** The jars inside of a jar, as web applications have them. */
    private void readInner(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            for (JarEntry each : Collections.list(file.entries())) {
                if (each.getName().endsWith(".jar")) {
                    try (ZipInputStream inner = new ZipInputStream(file.getInputStream(each))) {
                        for (ZipEntry in = inner.getNextEntry(); in != null; in = inner.getNextEntry()) {
                            if (in.getName().endsWith(".class")) {
                                read(inner.readAllBytes());
                            }
                        }
                    }
                }
            }
        }
    }

    private void read(byte[] file) {
        ClassReader reader;
        try {
            reader = new ClassReader(file);
        } catch (RuntimeException e) {
            // no class file, or one for a later release: the VM will say so if it is asked for it
            return;
        }
        for (int i = 1; i < reader.getItemCount(); i++) {
            int at = reader.getItem(i);
            if (at > 0 && reader.readByte(at - 1) == 1) {
                read(new String(file, at + 2, reader.readUnsignedShort(at), StandardCharsets.UTF_8));
            }
        }
    }

    /** A constant: the name of a class or a text that may be one, or a descriptor or signature, which has several. */
    private void read(String constant) {
        add(constant, 0, constant.length());
        for (int i = constant.indexOf('L'); i >= 0; i = constant.indexOf('L', i + 1)) {
            if (i == 0 || BEFORE_A_TYPE.indexOf(constant.charAt(i - 1)) >= 0) {
                int end = i + 1;
                while (end < constant.length() && ";<".indexOf(constant.charAt(end)) < 0) {
                    end++;
                }
                add(constant, i + 1, end);
            }
        }
    }

    private void add(String text, int begin, int end) {
        int last = Math.max(text.lastIndexOf('/', end - 1), text.lastIndexOf('.', end - 1));
        if (last > begin) {
            String module = moduleOfPackage.get(text.substring(begin, last).replace('.', '/'));
            if (module != null) {
                needed.add(module);
            }
        }
    }
}
