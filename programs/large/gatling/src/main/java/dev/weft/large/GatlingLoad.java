package dev.weft.large;

import com.sun.net.httpserver.HttpServer;
import dev.weft.bench.macro.Place;
import io.gatling.app.Gatling$;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** Gatling, on Akka and Netty: a simulation of users who ask the JDK's HTTP server, with checks and pauses. */
public final class GatlingLoad extends LargeProgram {
    static final int USERS = 20;
    static final int LOOPS = 5;

    private final AtomicInteger requests = new AtomicInteger();
    private HttpServer server;
    private Path folder;
    private int number;

    @Override
    protected void start(Place place) throws Exception {
        folder = place.folder();
        server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 100);
        server.createContext("/", exchange -> {
            byte[] answer = ("answer to " + exchange.getRequestURI()).getBytes();
            requests.incrementAndGet();
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.setExecutor(Executors.newCachedThreadPool());
        server.start();
        System.setProperty("large.port", String.valueOf(server.getAddress().getPort()));
    }

    @Override
    public int workers() {
        return 1;
    }

    @Override
    public int unitsPerCall() {
        return USERS * LOOPS;
    }

    @Override
    public long unit(int worker, int kind) throws Exception {
        int before = requests.get();
        Path results = folder.resolve("results" + number++);
        int exit = Gatling$.MODULE$.fromArgs(new String[] {
            "--simulation", Simulated.class.getName(), "--results-folder", results.toString(), "--no-reports"
        });
        same(0, exit, "exit code");
        same(USERS * LOOPS, requests.get() - before, "requests");
        try (Stream<Path> files = Files.walk(results)) {
            Path log = files.filter(each -> each.endsWith("simulation.log"))
                    .findFirst()
                    .orElseThrow();
            expect(Files.size(log) > 0, "an empty log");
        }
        return exit * 31L + USERS * LOOPS;
    }

    @Override
    protected void stop() {
        server.stop(0);
    }
}
