package dev.weft.programs;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.Adler32;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.Inflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;

/** {@code java.util.zip} and {@code java.util.jar}, streams, files and the file system of archives. */
public final class Zip {
    private Zip() {}

    /** Packs and unpacks. */
    public static void main(String[] args) throws Exception {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < Size.of(args, 2_000, 50_000); i++) {
            text.append("line ").append(i % 131).append('\n');
        }
        byte[] data = text.toString().getBytes(StandardCharsets.UTF_8);
        gzip(data);
        deflate(data);
        archives(data);
        try {
            new GZIPInputStream(new ByteArrayInputStream(data)).read();
        } catch (ZipException e) {
            System.out.println(e.getMessage());
        }
    }

    private static void gzip(byte[] data) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes, 700, true)) {
            for (int i = 0; i < data.length; i += 997) {
                gzip.write(data, i, Math.min(997, data.length - i));
                if (i % 5 == 0) {
                    gzip.flush();
                }
            }
        }
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(new ByteArrayInputStream(bytes.toByteArray()))))) {
            Digest digest = new Digest();
            for (String line; (line = lines.readLine()) != null; ) {
                digest.add(line);
            }
            System.out.println("gzip: " + bytes.size() + " bytes, " + digest);
        }
    }

    private static void deflate(byte[] data) throws DataFormatException {
        Deflater deflater = new Deflater(9, true);
        deflater.setDictionary("line 1 line 2".getBytes(StandardCharsets.UTF_8));
        deflater.setInput(data);
        deflater.finish();
        byte[] packed = new byte[data.length];
        int length = deflater.deflate(packed);
        deflater.end();
        Inflater inflater = new Inflater(true);
        inflater.setDictionary("line 1 line 2".getBytes(StandardCharsets.UTF_8));
        inflater.setInput(packed, 0, length);
        byte[] again = new byte[data.length];
        System.out.println("deflate: " + length + " " + inflater.inflate(again) + " " + Digest.of(again));
        inflater.end();
    }

    private static void archives(byte[] data) throws Exception {
        Path folder = Files.createTempDirectory("zip");
        Path file = folder.resolve("a.jar");
        Manifest manifest = new Manifest(new ByteArrayInputStream(
                "Manifest-Version: 1.0\nMain-Class: a.B\n\nName: x\nKey: value\n".getBytes(StandardCharsets.UTF_8)));
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file), manifest)) {
            for (int i = 0; i < 20; i++) {
                ZipEntry entry = new ZipEntry("e" + i + "/\u00fc.txt");
                entry.setTime(1_000_000_000_000L);
                entry.setComment("c" + i);
                jar.putNextEntry(entry);
                jar.write(data, i, data.length / 20);
                jar.closeEntry();
            }
        }
        try (JarFile jar = new JarFile(file.toFile())) {
            System.out.println(jar.getManifest().getAttributes("x").getValue("Key") + " " + jar.size());
        }
        try (ZipFile zip = new ZipFile(file.toFile())) {
            Digest digest = new Digest();
            zip.stream().forEach(entry -> digest.add(entry.getName() + entry.getCrc() + entry.getComment()));
            System.out.println("entries: " + digest);
        }
        try (ZipInputStream zip =
                new ZipInputStream(new CheckedInputStream(Files.newInputStream(file), new CRC32C()))) {
            Adler32 sum = new Adler32();
            while (zip.getNextEntry() != null) {
                sum.update(zip.readAllBytes());
            }
            System.out.println("stream: " + sum.getValue());
        }
        try (FileSystem archive = FileSystems.newFileSystem(file)) {
            Files.writeString(archive.getPath("/new.txt"), "new");
            Files.move(archive.getPath("/e3/\u00fc.txt"), archive.getPath("/moved"));
            try (Stream<Path> all = Files.walk(archive.getPath("/"))) {
                System.out.println(
                        "tree: " + Digest.of(all.map(Path::toString).sorted().toList()));
            }
        }
        try (ZipFile zip = new ZipFile(file.toFile())) {
            System.out.println(
                    new String(zip.getInputStream(zip.getEntry("new.txt")).readAllBytes()) + " " + zip.size());
        }
    }
}
