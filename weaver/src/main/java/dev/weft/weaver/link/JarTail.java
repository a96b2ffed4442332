package dev.weft.weaver.link;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Makes a zip file longer without a change of what it says: a gap in front of the central directory, whose new place
 * the end record gets (APPNOTE.TXT, 4.3.16). The gap takes no room on disk where the file system knows holes.
 */
final class JarTail {
    /** Longer files need another end record. */
    static final long MAX_SIZE = Integer.MAX_VALUE / 2;

    private static final int END_SIGNATURE = 0x06054b50;
    private static final int END_SIZE = 22;
    private static final int DIRECTORY_SIZE_AT = 12;
    private static final int DIRECTORY_AT = 16;
    private static final int MAX_COMMENT = 0xFFFF;

    private JarTail() {}

    /** Makes it so long; false, and nothing is changed, if it has no end record of the common form. */
    static boolean grow(Path zip, long size) throws IOException {
        try (FileChannel file = FileChannel.open(zip, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            long gap = size - file.size();
            if (gap == 0) {
                return true;
            }
            int tailSize = (int) Math.min(file.size(), END_SIZE + MAX_COMMENT);
            ByteBuffer tail = read(file, file.size() - tailSize, tailSize);
            int end = tailSize - END_SIZE;
            while (end >= 0 && tail.getInt(end) != END_SIGNATURE) {
                end--;
            }
            if (gap < 0 || end < 0) {
                return false;
            }
            long directorySize = Integer.toUnsignedLong(tail.getInt(end + DIRECTORY_SIZE_AT));
            long directory = Integer.toUnsignedLong(tail.getInt(end + DIRECTORY_AT));
            long endAt = file.size() - tailSize + end;
            if (directory + directorySize != endAt || size > MAX_SIZE) {
                return false;
            }
            ByteBuffer moved = read(file, directory, (int) (file.size() - directory));
            moved.putInt((int) (directorySize + DIRECTORY_AT), (int) (directory + gap));
            ByteBuffer zeros = ByteBuffer.allocate((int) Math.min(gap, moved.capacity()));
            write(file, zeros, directory);
            write(file, moved, directory + gap);
            return true;
        }
    }

    private static ByteBuffer read(FileChannel file, long at, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        while (buffer.hasRemaining() && file.read(buffer, at + buffer.position()) >= 0) {
            // until all is there
        }
        return buffer.clear();
    }

    private static void write(FileChannel file, ByteBuffer buffer, long at) throws IOException {
        while (buffer.hasRemaining()) {
            file.write(buffer, at + buffer.position());
        }
    }
}
