package dev.weft.large;

import dev.weft.bench.macro.Place;
import java.nio.file.Path;

/** A server with the application of {@link WebApp}, which its workers ask. */
public abstract class WebAppServer extends LargeProgram {
    private String root;

    /** Starts the server, with the application at {@code /large}; what it writes lies below the folder. */
    protected abstract void serve(Path folder, Path war, int port) throws Exception;

    @Override
    protected final void start(Place place) throws Exception {
        int port = Ports.free();
        serve(place.folder(), WebApp.war(getClass(), place.folder()), port);
        root = "http://127.0.0.1:" + port + "/large";
    }

    @Override
    public final int kinds() {
        return WebApp.KINDS;
    }

    @Override
    public final long unit(int worker, int kind) throws Exception {
        return WebApp.ask(root, kind);
    }
}
