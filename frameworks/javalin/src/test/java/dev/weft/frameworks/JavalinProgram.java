package dev.weft.frameworks;

import io.javalin.Javalin;

/** Javalin 6 with {@code useVirtualThreads}. */
public final class JavalinProgram {
    private JavalinProgram() {}

    public static void main(String[] args) throws Exception {
        Javalin server = Javalin.create(config -> {
            config.useVirtualThreads = true;
            config.showJavalinBanner = false;
        });
        server.get("/", context -> context.result(Where.amI()));
        server.start("127.0.0.1", 0);
        Where.ask("useVirtualThreads", server.port());
        server.stop();
    }
}
