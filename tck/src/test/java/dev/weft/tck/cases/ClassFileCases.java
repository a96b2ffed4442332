package dev.weft.tck.cases;

import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Out;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.module.ModuleReader;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.spi.ToolProvider;

/** What the weaver adds to classes of the JDK is not to be seen in their class files. */
public final class ClassFileCases {
    private static final List<String> FILES = List.of(
            "java.base java/lang/Object",
            "java.base java/lang/Runnable",
            "java.base java/util/ArrayList",
            "java.base java/util/Map",
            "java.base java/util/concurrent/FutureTask",
            "java.base java/util/concurrent/locks/ReentrantLock",
            "java.base java/io/BufferedReader",
            "java.base java/net/Socket",
            "java.logging java/util/logging/Logger",
            "java.sql java/sql/Connection",
            "java.sql java/sql/DriverManager",
            "jdk.compiler com/sun/tools/javac/Main");

    private ClassFileCases() {}

    @Case("class files of the JDK that are read as resources have the members that their authors wrote")
    public static void resources() throws IOException {
        for (String each : FILES) {
            try (InputStream in = module(each).getResourceAsStream(resource(each))) {
                show(each, in.readAllBytes());
            }
        }
        URL url = ClassLoader.getSystemResource("java/util/ArrayList.class");
        // that of a patched module is the folder's
        if (url.getProtocol().equals("jrt")) {
            try (InputStream in = url.openStream()) {
                members("java/util/ArrayList", in.readAllBytes());
            }
        }
    }

    @Case("class files of the JDK that are read by a URL have those members, and the length that is told")
    public static void urls() throws IOException {
        for (String each : FILES) {
            URLConnection connection = URI.create("jrt:/" + module(each).getName() + "/" + resource(each))
                    .toURL()
                    .openConnection();
            try (InputStream in = connection.getInputStream()) {
                byte[] file = in.readAllBytes();
                Check.equal((long) file.length, connection.getContentLengthLong());
                show(each, file);
            }
        }
    }

    @Case("class files of the JDK in its file system have those members, and the size that is told")
    public static void fileSystem() throws IOException {
        for (String each : FILES) {
            Path path = Path.of(URI.create("jrt:/" + module(each).getName() + "/" + resource(each)));
            byte[] file = Files.readAllBytes(path);
            Check.equal((long) file.length, Files.size(path));
            Check.equal((long) file.length, Files.getAttribute(path, "size"));
            show(each, file);
        }
    }

    @Case("class files of the JDK that are read by a module's reader have those members")
    public static void readers() throws IOException {
        for (String each : FILES) {
            try (ModuleReader reader = module(each)
                    .getLayer()
                    .configuration()
                    .findModule(module(each).getName())
                    .orElseThrow()
                    .reference()
                    .open()) {
                ByteBuffer buffer = reader.read(resource(each)).orElseThrow();
                byte[] file = new byte[buffer.remaining()];
                buffer.get(file);
                reader.release(buffer);
                try (InputStream in = reader.open(resource(each)).orElseThrow()) {
                    Check.that(Arrays.equals(file, in.readAllBytes()), each);
                }
                show(each, file);
            }
        }
    }

    @Case("javap shows classes of the JDK as their authors wrote them")
    public static void javap() {
        StringWriter out = new StringWriter();
        PrintWriter writer = new PrintWriter(out);
        int exit = ToolProvider.findFirst("javap")
                .orElseThrow()
                .run(
                        writer,
                        writer,
                        "-p",
                        "java.util.ArrayList",
                        "java.sql.Connection",
                        "java.util.concurrent.Callable");
        Check.equal(0, exit);
        Out.line(out.toString().lines().sorted().toList());
    }

    private static Module module(String each) {
        return ModuleLayer.boot()
                .findModule(each.substring(0, each.indexOf(' ')))
                .orElseThrow();
    }

    private static String resource(String each) {
        return each.substring(each.indexOf(' ') + 1) + ".class";
    }

    private static void show(String each, byte[] file) throws IOException {
        List<String> members = members(each, file);
        Out.line(each + " " + members.size() + " " + Integer.toHexString(members.hashCode()));
    }

    private static List<String> members(String each, byte[] file) throws IOException {
        List<String> members = members(file);
        for (String member : members) {
            Check.that(!member.contains("weft"), each + ": " + member);
        }
        return members;
    }

    /** The names and descriptors of fields and methods; JVMS 4.1. */
    private static List<String> members(byte[] file) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(file));
        Check.equal(0xCAFEBABE, in.readInt());
        in.readInt();
        String[] texts = new String[in.readUnsignedShort()];
        for (int i = 1; i < texts.length; i++) {
            int tag = in.readUnsignedByte();
            switch (tag) {
                case 1 -> texts[i] = in.readUTF();
                case 5, 6 -> {
                    in.readLong();
                    i++;
                }
                case 7, 8, 16, 19, 20 -> in.readShort();
                case 15 -> in.skipNBytes(3);
                default -> in.readInt();
            }
        }
        in.skipNBytes(6);
        in.skipNBytes(2L * in.readUnsignedShort());
        List<String> members = new ArrayList<>();
        for (int kind = 0; kind < 2; kind++) {
            for (int left = in.readUnsignedShort(); left > 0; left--) {
                in.readShort();
                members.add(texts[in.readUnsignedShort()] + " " + texts[in.readUnsignedShort()]);
                skipAttributes(in);
            }
        }
        skipAttributes(in);
        Check.equal(0, in.available());
        members.sort(null);
        return members;
    }

    private static void skipAttributes(DataInputStream in) throws IOException {
        for (int left = in.readUnsignedShort(); left > 0; left--) {
            in.readShort();
            in.skipNBytes(in.readInt());
        }
    }
}
