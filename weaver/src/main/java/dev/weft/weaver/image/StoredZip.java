package dev.weft.weaver.image;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** A zip file of uncompressed entries without dates: quick to write and to read, and the same for the same contents. */
final class StoredZip implements AutoCloseable {
    /** The first hour of 1980 stands for all that was before, and would be told in UTC as well. */
    private static final LocalDateTime EPOCH = LocalDateTime.of(1980, 2, 1, 0, 0);

    private static final byte[] JMOD_HEADER = {'J', 'M', 1, 0};

    private final ZipOutputStream zip;
    private final String prefix;

    private StoredZip(OutputStream out, String prefix) {
        this.zip = new ZipOutputStream(out);
        this.zip.setMethod(ZipOutputStream.STORED);
        this.prefix = prefix;
    }

    /** A new jar. */
    static StoredZip jar(Path file) throws IOException {
        return new StoredZip(open(file), "");
    }

    /** A new jmod file: a zip after four bytes, in which classes and resources lie under {@code classes/}. */
    static StoredZip jmod(Path file) throws IOException {
        OutputStream out = open(file);
        out.write(JMOD_HEADER);
        return new StoredZip(out, "classes/");
    }

    private static OutputStream open(Path file) throws IOException {
        return new BufferedOutputStream(Files.newOutputStream(file), 1 << 16);
    }

    /** Adds an entry. */
    synchronized void put(String name, byte[] content) throws IOException {
        CRC32 crc = new CRC32();
        crc.update(content);
        ZipEntry entry = new ZipEntry(prefix + name);
        entry.setTimeLocal(EPOCH);
        entry.setSize(content.length);
        entry.setCompressedSize(content.length);
        entry.setCrc(crc.getValue());
        zip.putNextEntry(entry);
        zip.write(content);
        zip.closeEntry();
    }

    @Override
    public synchronized void close() throws IOException {
        zip.close();
    }
}
