package dev.weft.programs;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Random;
import org.apache.commons.compress.archivers.ArchiveEntry;
import org.apache.commons.compress.archivers.ArchiveInputStream;
import org.apache.commons.compress.archivers.ArchiveStreamFactory;
import org.apache.commons.compress.archivers.sevenz.SevenZArchiveEntry;
import org.apache.commons.compress.archivers.sevenz.SevenZFile;
import org.apache.commons.compress.archivers.sevenz.SevenZMethod;
import org.apache.commons.compress.archivers.sevenz.SevenZOutputFile;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.apache.commons.compress.compressors.CompressorStreamFactory;
import org.apache.commons.compress.utils.SeekableInMemoryByteChannel;

/** Commons Compress: compressors and archives, there and back. */
public final class CommonsCompress {
    private CommonsCompress() {}

    /** Packs and unpacks. */
    public static void main(String[] args) throws Exception {
        byte[] data = data(Size.of(args, 20_000, 500_000));
        for (String name : new String[] {
            CompressorStreamFactory.BZIP2,
            CompressorStreamFactory.GZIP,
            CompressorStreamFactory.DEFLATE,
            CompressorStreamFactory.LZ4_FRAMED,
            CompressorStreamFactory.SNAPPY_FRAMED
        }) {
            ByteArrayOutputStream packed = new ByteArrayOutputStream();
            try (OutputStream out = new CompressorStreamFactory().createCompressorOutputStream(name, packed)) {
                out.write(data);
            }
            byte[] again;
            try (InputStream in = new CompressorStreamFactory()
                    .createCompressorInputStream(name, new ByteArrayInputStream(packed.toByteArray()))) {
                again = in.readAllBytes();
            }
            System.out.println(name + ": " + packed.size() + " bytes, " + Digest.of(again));
        }
        list(tar(data));
        list(zip(data));
        sevenZ(data);
    }

    private static byte[] data(int size) {
        Random random = new Random(3);
        byte[] data = new byte[size];
        for (int i = 0; i < size; i++) {
            data[i] = (byte) (i % 11 == 0 ? random.nextInt(256) : 'a' + i % 7);
        }
        return data;
    }

    private static byte[] tar(byte[] data) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
            for (int i = 0; i < 5; i++) {
                TarArchiveEntry entry = new TarArchiveEntry("folder/file" + i);
                entry.setSize(data.length / (i + 1));
                entry.setModTime(0);
                tar.putArchiveEntry(entry);
                tar.write(data, 0, data.length / (i + 1));
                tar.closeArchiveEntry();
            }
        }
        return bytes.toByteArray();
    }

    private static byte[] zip(byte[] data) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipArchiveOutputStream zip = new ZipArchiveOutputStream(bytes)) {
            for (int i = 0; i < 5; i++) {
                ZipArchiveEntry entry = new ZipArchiveEntry("f\u00e9" + i);
                entry.setTime(0);
                zip.putArchiveEntry(entry);
                zip.write(data, i, data.length - i);
                zip.closeArchiveEntry();
            }
        }
        return bytes.toByteArray();
    }

    private static void list(byte[] archive) throws Exception {
        Digest digest = new Digest();
        try (ArchiveInputStream<?> in =
                new ArchiveStreamFactory().createArchiveInputStream(new ByteArrayInputStream(archive))) {
            for (ArchiveEntry entry; (entry = in.getNextEntry()) != null; ) {
                digest.add(entry.getName() + Digest.of(in.readAllBytes()));
            }
            System.out.println(in.getClass().getSimpleName() + ": " + digest);
        }
    }

    private static void sevenZ(byte[] data) throws Exception {
        SeekableInMemoryByteChannel channel = new SeekableInMemoryByteChannel();
        try (SevenZOutputFile out = new SevenZOutputFile(channel)) {
            out.setContentCompression(SevenZMethod.BZIP2);
            SevenZArchiveEntry entry = new SevenZArchiveEntry();
            entry.setName("seven");
            out.putArchiveEntry(entry);
            out.write(data);
            out.closeArchiveEntry();
        }
        byte[] bytes = java.util.Arrays.copyOf(channel.array(), (int) channel.size());
        try (SevenZFile in = SevenZFile.builder()
                .setSeekableByteChannel(new SeekableInMemoryByteChannel(bytes))
                .get()) {
            SevenZArchiveEntry entry = in.getNextEntry();
            System.out.println(
                    entry.getName() + " " + Digest.of(in.getInputStream(entry).readAllBytes()));
        }
    }
}
