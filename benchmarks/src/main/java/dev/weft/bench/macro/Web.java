package dev.weft.bench.macro;

import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** A server, with its load in a process of its own: {@link Requests} on the plain JDK 17 in all modes. */
public abstract class Web implements MacroProgram {
    private Process load;
    private int port;

    /**
     * Starts the server, on a port of the loopback address that is returned. Each answer is to be told to the curve.
     */
    protected abstract int serve(Place place) throws Exception;

    /** Stops it. */
    protected abstract void stop() throws Exception;

    /** What is asked for. */
    protected String paths() {
        return "/echo/1,/echo/2,/echo/3";
    }

    @Override
    public final void open(Place place) throws Exception {
        port = serve(place);
    }

    @Override
    public final void prepare() throws IOException {
        load = new ProcessBuilder(
                        Place.setting("java", "java"),
                        "-Xmx512m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Requests.class.getName(),
                        String.valueOf(port),
                        Place.setting("connections", "100"),
                        paths())
                .redirectErrorStream(true)
                .start();
        for (int c = load.getInputStream().read();
                c != '\n';
                c = load.getInputStream().read()) {
            if (c < 0) {
                throw new EOFException("the load did not start");
            }
        }
    }

    @Override
    public final void begin() throws IOException {
        load.getOutputStream().write('\n');
        load.getOutputStream().flush();
    }

    @Override
    public final int workers() {
        return 0;
    }

    @Override
    public final long unit(int worker, int kind) {
        throw new UnsupportedOperationException("the load comes from another process");
    }

    @Override
    public final long check(long calls) throws IOException, InterruptedException {
        load.getOutputStream().close();
        String said = new String(load.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (load.waitFor() != 0) {
            throw new WrongAnswer("the load has failed: " + said);
        }
        return Long.parseLong(said.split(" ")[1]);
    }

    @Override
    public final void close() throws Exception {
        if (load != null && !load.waitFor(0, TimeUnit.SECONDS)) {
            load.destroyForcibly();
        }
        stop();
    }
}
