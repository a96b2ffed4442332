package dev.weft.macro;

import dev.weft.bench.macro.Place;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.InetAddress;
import org.apache.derby.drda.NetworkServerControl;

/** Derby's network server, with data in memory, and 20 clients in the same JVM. */
public final class DerbyServer extends Bank {
    private NetworkServerControl server;
    private int port;

    /** With 20 connections. */
    public DerbyServer() {
        super(20, "");
    }

    @Override
    String url() {
        return "jdbc:derby://127.0.0.1:" + port + "/memory:bank;create=true";
    }

    @Override
    public void open(Place place) throws Exception {
        System.setProperty("derby.system.home", place.folder().toString());
        port = HsqldbServer.freePort();
        server = new NetworkServerControl(InetAddress.getByName("127.0.0.1"), port);
        server.start(new PrintWriter(Writer.nullWriter()));
        awaitStart();
        connect();
    }

    private void awaitStart() throws Exception {
        long start = System.nanoTime();
        while (true) {
            try {
                server.ping();
                return;
            } catch (Exception e) {
                if (System.nanoTime() - start > Place.PATIENCE.toNanos()) {
                    throw e;
                }
                Thread.sleep(10);
            }
        }
    }

    @Override
    public void close() throws Exception {
        super.close();
        server.shutdown();
    }
}
