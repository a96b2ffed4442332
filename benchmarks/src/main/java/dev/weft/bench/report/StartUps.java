package dev.weft.bench.report;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Times the start of hello world, all ways of starting in turn. A round is several starts of each: a single one says
 * too little. The first turn is not counted.
 */
final class StartUps {
    private final Path weft;
    private final Path plain;
    private final Path jdk25;

    StartUps(Path weft, Path plain, Path jdk25) {
        this.weft = weft;
        this.plain = plain;
        this.jdk25 = jdk25;
    }

    private record Way(String name, List<String> command, Map<String, String> environment) {}

    List<Row> measure(Effort effort) throws IOException, InterruptedException {
        Path unchanged = unchangedJavaBase();
        try {
            Row image = new Row("start-up", "hello world, linked image", "ms");
            Row patch = new Row("start-up", "hello world, --patch-module", "ms");
            Map<Way, Row> ways = new LinkedHashMap<>();
            ways.put(way("Weft, image", weft, Map.of("WEFT_MODE", "image")), image);
            ways.put(way("JDK 17, with CDS", plain, Map.of()), image);
            ways.put(way("JDK 17, -Xshare:off", plain, Map.of(), "-Xshare:off"), image);
            if (jdk25 != null) {
                ways.put(way("JDK 25, with CDS", jdk25, Map.of()), image);
            }
            ways.put(way("Weft, patch", weft, Map.of("WEFT_MODE", "patch")), patch);
            String flag = "--patch-module=java.base=" + unchanged;
            ways.put(way("JDK 17, unchanged java.base", plain, Map.of(), flag), patch);
            turns(ways.keySet(), 1);
            for (int round = 0; round < effort.rounds(); round++) {
                Map<Way, double[]> millis = turns(ways.keySet(), Math.max(1, effort.starts() / effort.rounds()));
                ways.forEach((way, row) -> row.add(way.name(), millis.get(way)));
            }
            return List.of(image, patch);
        } finally {
            Files.delete(unchanged);
        }
    }

    private static Map<Way, double[]> turns(Collection<Way> ways, int starts) throws IOException, InterruptedException {
        Map<Way, double[]> millis = new HashMap<>();
        for (int i = 0; i < starts; i++) {
            for (Way way : ways) {
                millis.computeIfAbsent(way, key -> new double[starts])[i] = time(way);
            }
        }
        return millis;
    }

    private static Way way(String name, Path java, Map<String, String> environment, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(java.toString());
        command.addAll(List.of(arguments));
        command.addAll(List.of("-cp", Commands.benchmarksJar().toString(), "dev.weft.bench.Hello"));
        return new Way(name, command, environment);
    }

    private static double time(Way way) throws IOException, InterruptedException {
        long start = System.nanoTime();
        String output = Commands.output(way.command(), way.environment());
        double millis = (System.nanoTime() - start) / 1e6;
        if (!output.strip().endsWith("hello")) {
            throw new IOException("not hello: " + output);
        }
        return millis;
    }

    /** A jar, without compression as Weft's are, of the running JDK's own java.base. */
    private static Path unchangedJavaBase() throws IOException {
        Path jar = Files.createTempFile("java.base", ".jar");
        FileSystem jrt = FileSystems.getFileSystem(URI.create("jrt:/"));
        Path root = jrt.getPath("/modules/java.base");
        try (OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(out);
                Stream<Path> files = Files.walk(root)) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                String name = root.relativize(file).toString();
                if (name.endsWith(".class") && !name.equals("module-info.class")) {
                    store(zip, name, Files.readAllBytes(file));
                }
            }
        }
        return jar;
    }

    private static void store(ZipOutputStream zip, String name, byte[] bytes) throws IOException {
        CRC32 crc = new CRC32();
        crc.update(bytes);
        ZipEntry entry = new ZipEntry(name);
        entry.setMethod(ZipEntry.STORED);
        entry.setSize(bytes.length);
        entry.setCrc(crc.getValue());
        zip.putNextEntry(entry);
        zip.write(bytes);
    }
}
