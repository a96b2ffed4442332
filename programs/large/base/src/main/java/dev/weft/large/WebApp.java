package dev.weft.large;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/** The application of {@code programs/large/webapp}: packs it for a server, and asks it. */
public final class WebApp {
    /** How many kinds of questions there are. */
    public static final int KINDS = 5;

    private WebApp() {}

    /** Packs the classes; the server's module has to be built beside the application's. */
    public static Path war(Class<?> server, Path folder) throws IOException, URISyntaxException {
        Path own = Path.of(
                server.getProtectionDomain().getCodeSource().getLocation().toURI());
        Path classes = own.resolve("../../../webapp/target/classes").normalize();
        Path war = folder.resolve("large.war");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(war));
                Stream<Path> files = Files.walk(classes)) {
            List<Path> all = files.filter(Files::isRegularFile).toList();
            for (Path file : all) {
                out.putNextEntry(new JarEntry("WEB-INF/classes/" + classes.relativize(file)));
                Files.copy(file, out);
            }
            out.putNextEntry(new JarEntry("WEB-INF/beans.xml"));
            out.write("<beans bean-discovery-mode=\"all\"/>".getBytes(StandardCharsets.UTF_8));
        }
        return war;
    }

    /** Asks a question, and returns the number of its answer. */
    public static long ask(String root, int kind) throws IOException {
        String path = kind == KINDS - 1 ? "/rest/price/12" : "/front?kind=" + kind;
        HttpURLConnection connection =
                (HttpURLConnection) URI.create(root + path).toURL().openConnection();
        connection.setReadTimeout(60_000);
        try (InputStream in = connection.getInputStream()) {
            String answer = new String(in.readAllBytes(), StandardCharsets.UTF_8).trim();
            return kind == KINDS - 1 ? answer.hashCode() : Long.parseLong(answer);
        }
    }
}
