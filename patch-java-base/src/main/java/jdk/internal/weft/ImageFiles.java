package jdk.internal.weft;

import jdk.internal.jimage.ImageLocation;
import jdk.internal.jimage.ImageReader;
import jdk.internal.jimage.ImageReaderFactory;
import jdk.internal.weft.agent.ModuleFiles;

/**
 * The files of the image that the VM has started from. Asks no security manager, which might
 * refuse even the JDK: a fiber cannot go on without the code of its frames. Thread-safe.
 */
public final class ImageFiles implements ModuleFiles {
    /** Opens the image, for which the JDK asks for permissions, before there is anybody to refuse them. */
    public static void prepare() {
        ImageReaderFactory.getImageReader();
    }

    @Override
    public byte[] find(String module, String resource) {
        ImageReader image = ImageReaderFactory.getImageReader();
        ImageLocation location = image.findLocation(module, resource);
        return location == null ? null : image.getResource(location);
    }
}
