package dev.weft.weaver.image;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Enumeration;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The hash of a module's files as the JDK's {@code jmod hash} computes it: of all names and contents, sorted by name.
 * The descriptor of java.base lists those of the modules that belong to it, the linker compares them, and a stack trace
 * shows versions of all modules that it does not list.
 */
final class ModuleHash {
    /** The only algorithm in use. */
    static final String ALGORITHM = "SHA-256";

    private static final String CLASSES = "classes/";

    private ModuleHash() {}

    /** The hash of a finished jmod file. */
    static byte[] of(Path jmod) throws IOException {
        try (ZipFile zip = new ZipFile(jmod.toFile())) {
            MessageDigest digest = MessageDigest.getInstance(ALGORITHM);
            for (String name : names(zip)) {
                digest.update(name.getBytes(StandardCharsets.UTF_8));
                try (InputStream in = zip.getInputStream(zip.getEntry(CLASSES + name))) {
                    digest.update(in.readAllBytes());
                }
            }
            return digest.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }

    private static Set<String> names(ZipFile zip) {
        Set<String> names = new TreeSet<>();
        for (Enumeration<? extends ZipEntry> all = zip.entries(); all.hasMoreElements(); ) {
            names.add(all.nextElement().getName().substring(CLASSES.length()));
        }
        return names;
    }
}
