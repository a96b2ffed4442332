package jdk.internal.weft.agent;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import jdk.internal.jimage.ImageLocation;
import jdk.internal.jimage.ImageReader;
import jdk.internal.util.StaticProperty;
import jdk.internal.weft.SystemFiles;

/**
 * The files of the image that the VM has started from. Asks no security manager, which might
 * refuse even the JDK: a fiber cannot go on without the code of its frames. Thread-safe.
 */
public final class ImageFiles implements ModuleFiles {
    /** Shared with the JDK's own reader; {@code ImageReaderFactory} would ask for the default file system. */
    private static volatile ImageReader image;

    /** Opens the image, for which the JDK asks for permissions, before there is anybody to refuse them. */
    public static void prepare() {
        image();
    }

    /** The folder of the JDK that the VM has started from, whatever the program was told by {@code java.home}. */
    public static File home() {
        File libraries = new File(StaticProperty.sunBootLibraryPath());
        return new File(libraries, "modules").exists()
                ? libraries.getParentFile()
                : new File(StaticProperty.javaHome());
    }

    @Override
    public byte[] find(String module, String resource) {
        ImageReader image = image();
        ImageLocation location = image.findLocation(module, resource);
        return location == null ? null : image.getResource(location);
    }

    /** The file that lies there, with its twins. */
    static byte[] read(ImageLocation location) {
        return image().getResource(location);
    }

    private static ImageReader image() {
        ImageReader known = image;
        if (known == null) {
            File file = new File(home(), "lib/modules");
            try {
                known = ImageReader.open(SystemFiles.path(file));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            image = known;
        }
        return known;
    }
}
