package dev.weft.large;

import dev.weft.bench.macro.Place;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.function.BiConsumer;

/** Quarkus: the application of {@code programs/large/quarkus-app}, started by the main class of its jar. */
public final class Quarkus extends LargeProgram {
    private static final String[] PATHS = {"order/", "now/", "later/", "shared/", "virtual/", "parts/"};

    private Thread main;
    private volatile Throwable thrown;
    private volatile int exitCode = -1;
    private String root;

    @Override
    protected void start(Place place) throws Exception {
        int port = Ports.free();
        System.setProperty("quarkus.http.host", "127.0.0.1");
        System.setProperty("quarkus.http.port", String.valueOf(port));
        root = "http://127.0.0.1:" + port + "/";
        Method method =
                Class.forName("io.quarkus.bootstrap.runner.QuarkusEntryPoint").getMethod("main", String[].class);
        main = new Thread(
                () -> {
                    try {
                        method.invoke(null, (Object) new String[0]);
                    } catch (ReflectiveOperationException e) {
                        thrown = e;
                    }
                },
                "quarkus");
        main.start();
        while (!isReady()) {
            if (!main.isAlive()) {
                throw new IllegalStateException("it ended", thrown);
            }
            Thread.sleep(20);
        }
    }

    private boolean isReady() throws IOException {
        try {
            return !ask("ticks").isEmpty();
        } catch (ConnectException e) {
            return false;
        }
    }

    private String ask(String path) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) URI.create(root + path).toURL().openConnection();
        connection.setReadTimeout(60_000);
        try (InputStream in = connection.getInputStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Override
    public int kinds() {
        return PATHS.length;
    }

    @Override
    public long unit(int worker, int kind) throws Exception {
        return ask(PATHS[kind] + (kind + 12)).hashCode();
    }

    @Override
    public long check(long calls) throws Exception {
        expect(Long.parseLong(ask("ticks")) > 0, "the scheduler has never called");
        return 1;
    }

    @Override
    protected void stop() throws Exception {
        Class<?> manager = main.getContextClassLoader().loadClass("io.quarkus.runtime.ApplicationLifecycleManager");
        BiConsumer<Integer, Throwable> handler = (code, cause) -> exitCode = code;
        manager.getMethod("setDefaultExitCodeHandler", BiConsumer.class).invoke(null, handler);
        manager.getMethod("exit", int.class).invoke(null, 0);
        main.join();
        same(0, exitCode, "exit code");
    }
}
