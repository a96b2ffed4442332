package dev.weft.weaver.image;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.TimeZone;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoredZipTest {
    private static final byte[] CONTENT = "some class file".getBytes(StandardCharsets.UTF_8);

    @TempDir
    private Path temp;

    @Test
    void aJmodFileBeginsWithItsHeaderAndHasClassesInAFolder() throws IOException {
        Path file = temp.resolve("m.jmod");
        try (StoredZip zip = StoredZip.jmod(file)) {
            zip.put("p/C.class", CONTENT);
        }
        byte[] header = Arrays.copyOf(Files.readAllBytes(file), 4);
        assertArrayEquals(new byte[] {'J', 'M', 1, 0}, header);
        assertEntry(file, "classes/p/C.class");
    }

    @Test
    void aJarHasItsEntriesUncompressed() throws IOException {
        Path file = temp.resolve("m.jar");
        try (StoredZip zip = StoredZip.jar(file)) {
            zip.put("p/C.class", CONTENT);
        }
        assertEntry(file, "p/C.class");
    }

    @Test
    void equalContentsGiveEqualFilesInAllTimeZones() throws IOException {
        TimeZone before = TimeZone.getDefault();
        try {
            for (String zone : new String[] {"UTC", "America/Los_Angeles", "Asia/Tokyo"}) {
                TimeZone.setDefault(TimeZone.getTimeZone(zone));
                Path made = temp.resolve(zone.replace('/', '-'));
                try (StoredZip zip = StoredZip.jar(made)) {
                    zip.put("p/C.class", CONTENT);
                }
                assertEquals(-1, Files.mismatch(temp.resolve("UTC"), made), zone);
            }
        } finally {
            TimeZone.setDefault(before);
        }
    }

    private static void assertEntry(Path file, String name) throws IOException {
        try (ZipFile zip = new ZipFile(file.toFile())) {
            ZipEntry entry = zip.getEntry(name);
            assertEquals(ZipEntry.STORED, entry.getMethod());
            assertArrayEquals(CONTENT, zip.getInputStream(entry).readAllBytes());
        }
    }
}
