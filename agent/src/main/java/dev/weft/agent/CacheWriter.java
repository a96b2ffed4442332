package dev.weft.agent;

import dev.weft.agent.abi.StandardError;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import jdk.internal.weft.SystemFiles;

/**
 * Appends to a {@link CacheFile}: one JVM at a time, which holds the file's lock. Nothing before the newest index is
 * cut off, since readers do not look whether it is whole. Not safe for use by several threads.
 */
final class CacheWriter {
    /** Files of up to that size are small. */
    private static final int SMALL = 1 << 16;

    private static final int MAX_SIZE = 1 << 30;
    private static final int MAX_FILES = 32;

    /** How many small files are kept beside the others. */
    private static final int MAX_SMALL_FILES = 256;

    private final File file;
    private final RandomAccessFile out;
    private final int maxSize;
    private EntryIndex newest = EntryIndex.NONE;

    /** How many entries came after the newest index when this was opened. */
    private int tail;

    /** How long the file was then. */
    private long before;

    private CacheWriter(File file, RandomAccessFile out, int maxSize) {
        this.file = file;
        this.out = out;
        this.maxSize = maxSize;
    }

    /**
     * At the end of the last whole entry.
     *
     * @return null if another JVM writes, or if the file is damaged, which has been said
     */
    static CacheWriter open(File file) throws IOException {
        return open(file, MAX_SIZE);
    }

    /** The same for a file of at most so many bytes. */
    static CacheWriter open(File file, int maxSize) throws IOException {
        Path path = SystemFiles.path(file);
        Files.createDirectories(path.getParent());
        prune(path, true, MAX_SMALL_FILES);
        prune(path, false, MAX_FILES);
        CacheWriter writer = new CacheWriter(file, new RandomAccessFile(file, "rw"), maxSize);
        boolean isOpen = false;
        try {
            FileLock lock = writer.out.getChannel().tryLock();
            isOpen = lock != null && writer.goToEnd();
        } finally {
            if (!isOpen) {
                writer.out.close();
            }
        }
        return isOpen ? writer : null;
    }

    /** Others may have appended since the start, or have made the file anew. */
    private boolean goToEnd() throws IOException {
        if (out.length() < CacheFile.START) {
            out.setLength(0);
            out.write(CacheFile.head());
            return true;
        }
        CacheFile all = new CacheFile(out);
        newest = all.isOurs() ? all.newestIndex() : null;
        if (newest == null) {
            CacheFile.drop(file);
            return false;
        }
        EntryIndex scanned = EntryIndex.scan(all, newest.end);
        tail = scanned.count;
        if (scanned.end < out.length()) {
            StandardError.say("weft: the end of " + file + " is no woven class: cut off");
            out.setLength(scanned.end);
        }
        out.seek(scanned.end);
        before = scanned.end;
        return true;
    }

    /**
     * Appends entries; false if the file is full. What earlier runs have filled is deleted, as they may have had other
     * classes: the next run makes it anew, and who has it open keeps it.
     */
    boolean write(byte[] entries, int length) throws IOException {
        if (out.length() + length > maxSize) {
            if (before > maxSize / 2) {
                StandardError.say("weft: " + file + " is full of woven classes: the next run makes it anew");
                Files.deleteIfExists(SystemFiles.path(file));
            }
            return false;
        }
        append(entries, length);
        return true;
    }

    /** All of it or, where the disk is full, nothing: the next JVM that writes would have to speak of a part. */
    private void append(byte[] bytes, int length) throws IOException {
        long end = out.length();
        try {
            out.write(bytes, 0, length);
        } catch (IOException e) {
            out.setLength(end);
            throw e;
        }
    }

    /**
     * Appends an index if readers need one.
     *
     * @param added how many entries have been written
     */
    void index(int added) throws IOException {
        if (!newest.isOutgrown(tail + added)) {
            return;
        }
        CacheFile all = new CacheFile(out);
        EntryIndex scanned = EntryIndex.scan(all, CacheFile.START);
        if (scanned.end != all.length) {
            CacheFile.drop(file);
            return;
        }
        out.seek(scanned.end);
        byte[] index = scanned.bytes(scanned.end);
        append(index, index.length);
        out.seek(CacheFile.INDEX_AT);
        out.write(ByteBuffer.allocate(Long.BYTES).putLong(scanned.end).array());
    }

    /** Ends writing. */
    void close() throws IOException {
        out.close();
    }

    /**
     * Deletes the oldest files where there are too many: class paths come and go. Small ones do not count as others.
     */
    private static void prune(Path own, boolean small, int max) throws IOException {
        int files = 0;
        Path oldest = null;
        try (DirectoryStream<Path> all = Files.newDirectoryStream(own.getParent())) {
            for (Path each : all) {
                if (each.toFile().length() <= SMALL == small) {
                    files++;
                    boolean isOlder = oldest == null || age(each).compareTo(age(oldest)) < 0;
                    oldest = isOlder && !each.equals(own) ? each : oldest;
                }
            }
        }
        if (files > max && oldest != null) {
            Files.deleteIfExists(oldest);
        }
    }

    private static FileTime age(Path file) {
        try {
            return Files.getLastModifiedTime(file);
        } catch (IOException gone) {
            return FileTime.fromMillis(0);
        }
    }
}
