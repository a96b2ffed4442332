package jdk.internal.weft.agent;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleReader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import jdk.internal.jimage.ImageLocation;
import jdk.internal.jimage.ImageReader;
import jdk.internal.loader.Resource;
import jdk.internal.module.ModulePatcher.PatchedModuleReader;

/**
 * What programs see of the JDK's class files: no twins. They look for methods there, to implement them, to compile
 * against them, or to report them. Thread-safe.
 */
public final class PlainFiles {
    private static final String CLASS = "class";
    private static final String IMAGE_READER = "jdk.internal.module.SystemModuleFinders$SystemModuleReader";

    /** Stands before the name of a file that is to have its twins; no file of a module is called so. */
    private static final String WOVEN = "weft:";

    private PlainFiles() {}

    /** The file without twins, if it is a class file that has some; else the argument itself. */
    public static byte[] of(byte[] file) {
        return WithoutTwins.of(file);
    }

    /** The name without the mark of a loader that asks for twins. */
    public static String nameOf(String asked) {
        return asked != null && asked.startsWith(WOVEN) ? asked.substring(WOVEN.length()) : asked;
    }

    /** The same of what the image's reader has found for that name; releases a buffer that it does not pass on. */
    public static Optional<ByteBuffer> of(Optional<ByteBuffer> found, String asked) {
        return asked.startsWith(WOVEN) ? found : of(found);
    }

    /** The same of what a program is to get. */
    public static Optional<ByteBuffer> of(Optional<ByteBuffer> found) {
        if (found.isEmpty() || !isClass(found.get())) {
            return found;
        }
        ByteBuffer buffer = found.get();
        byte[] file = new byte[buffer.remaining()];
        buffer.duplicate().get(file);
        byte[] plain = of(file);
        if (plain == file) {
            return found;
        }
        ImageReader.releaseByteBuffer(buffer);
        return Optional.of(ByteBuffer.wrap(plain));
    }

    /** Whether the file begins as class files do: others, which may be large, are not copied. */
    private static boolean isClass(ByteBuffer file) {
        return file.remaining() > Integer.BYTES
                && file.duplicate().order(ByteOrder.BIG_ENDIAN).getInt() == WithoutTwins.MAGIC;
    }

    /** The stream of a file of that name. */
    public static InputStream of(InputStream found, String name) throws IOException {
        if (!name.endsWith(".class")) {
            return found;
        }
        try (found) {
            return new ByteArrayInputStream(of(found.readAllBytes()));
        }
    }

    /** Reads what a loader is going to define, with twins. */
    public static Optional<ByteBuffer> readWoven(ModuleReader reader, String name) throws IOException {
        if (isOfImage(reader.getClass())) {
            return reader.read(WOVEN.concat(name));
        }
        if (reader instanceof PatchedModuleReader patched) {
            Resource found = patched.findResource(name);
            return found == null ? Optional.empty() : Optional.of(found.getByteBuffer());
        }
        return reader.read(name);
    }

    private static boolean isOfImage(Class<?> reader) {
        return reader.getModule() == Object.class.getModule()
                && reader.getName().equals(IMAGE_READER);
    }

    /** How long the file is that programs read there, in bytes. */
    public static long size(ImageLocation location) {
        return location.getExtension().equals(CLASS)
                ? of(ImageFiles.read(location)).length
                : location.getUncompressedSize();
    }

    /** The same, of a node of the image's file system. */
    public static long size(ImageReader.Node node) {
        return node.isResource() ? size(node.getLocation()) : node.size();
    }
}
