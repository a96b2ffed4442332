package dev.weft.macro;

import dev.weft.bench.macro.Place;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.hsqldb.server.Server;

/** HSQLDB's server, with data in memory, and 20 clients in the same JVM. */
public final class HsqldbServer extends Bank {
    private final Server server = new Server();
    private int port;

    /** With 20 connections. */
    public HsqldbServer() {
        super(20, "");
    }

    @Override
    String url() {
        return "jdbc:hsqldb:hsql://127.0.0.1:" + port + "/bank";
    }

    @Override
    public void open(Place place) throws Exception {
        port = freePort();
        server.setAddress("127.0.0.1");
        server.setPort(port);
        server.setDatabaseName(0, "bank");
        server.setDatabasePath(0, "mem:bank;hsqldb.tx=mvcc");
        server.setLogWriter(new PrintWriter(Writer.nullWriter()));
        server.setErrWriter(new PrintWriter(Writer.nullWriter()));
        server.start();
        connect();
    }

    static int freePort() throws java.io.IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    @Override
    public void close() throws Exception {
        super.close();
        server.stop();
    }
}
