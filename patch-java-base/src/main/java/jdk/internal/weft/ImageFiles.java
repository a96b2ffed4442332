package jdk.internal.weft;

import java.util.function.BiFunction;
import jdk.internal.jimage.ImageLocation;
import jdk.internal.jimage.ImageReader;
import jdk.internal.jimage.ImageReaderFactory;

/**
 * (module, resource) to its bytes in the image that the VM has started from, or null. Asks no security manager, which might
 * refuse even the JDK: a fiber cannot go on without the code of its frames. Thread-safe.
 */
public final class ImageFiles implements BiFunction<String, String, byte[]> {
    /** Opens the image, for which the JDK asks for permissions, before there is anybody to refuse them. */
    public static void prepare() {
        ImageReaderFactory.getImageReader();
    }

    @Override
    public byte[] apply(String module, String resource) {
        ImageReader image = ImageReaderFactory.getImageReader();
        ImageLocation location = image.findLocation(module, resource);
        return location == null ? null : image.getResource(location);
    }
}
