package com.example.server;

import java.io.FileWriter;
import java.io.IOException;
import java.io.Writer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.TimeUnit;

/**
 * A server for a protocol of lines, with a thread for each connection. It ends when it is asked to by {@code SHUTDOWN}:
 * it then closes the open connections, waits for their threads, and lets the process end by itself.
 */
public final class LegacyServer {
    private static final int BACKLOG = 4096;
    private static final int AUDIT_CAPACITY = 1024;
    private static final int END_SECONDS = 10;

    private final ServerOptions options;
    private final ServerSocket listener;
    private final Statistics statistics = new Statistics();
    private final AuditLog audit;
    private final WorkPool workPool;
    private final Commands commands = new Commands(this);
    private final ThreadGroup group = new ThreadGroup("connections");
    private final Set<ConnectionThread> connections = new HashSet<>();
    private boolean stopped;

    /** Binds the address; connections are accepted by {@link #serve}. */
    LegacyServer(ServerOptions options) throws IOException {
        this.options = options;
        listener = new ServerSocket(options.port(), BACKLOG, InetAddress.getByName(options.host()));
        Writer out = options.audit() == null ? Writer.nullWriter() : new FileWriter(options.audit());
        audit = new AuditLog(AUDIT_CAPACITY, out);
        workPool = new WorkPool(options.workers());
    }

    /** Starts a server; see {@link ServerOptions}. Prints {@code listening on PORT} when clients can connect. */
    public static void main(String[] args) throws IOException, InterruptedException {
        ServerOptions options;
        try {
            options = new ServerOptions(args);
        } catch (IllegalArgumentException e) {
            System.err.println("legacy-server: " + e.getMessage());
            System.exit(2);
            return;
        }
        LegacyServer server = new LegacyServer(options);
        System.out.println("listening on " + server.port());
        System.out.flush();
        server.serve();
        System.out.println("ended: " + server.statisticsLine());
    }

    /** The port that is listened at. */
    int port() {
        return listener.getLocalPort();
    }

    /** Serves connections until {@link #stop}; returns when the threads it started have ended. */
    void serve() throws InterruptedException {
        Timer timer = new Timer("statistics");
        if (options.reportMillis() > 0) {
            timer.schedule(new Reporter(), options.reportMillis(), options.reportMillis());
        }
        audit.start();
        try {
            acceptAll();
        } finally {
            timer.cancel();
            endConnections();
            workPool.shutdown(END_SECONDS, TimeUnit.SECONDS);
            audit.close();
            audit.join(TimeUnit.SECONDS.toMillis(END_SECONDS));
        }
    }

    private void acceptAll() {
        for (long number = 1; ; number++) {
            Socket socket;
            try {
                socket = listener.accept();
                socket.setTcpNoDelay(true);
            } catch (IOException e) {
                if (isStopped()) {
                    return;
                }
                System.err.println("accept: " + e.getMessage());
                continue;
            }
            start(new ConnectionThread(this, group, socket, number));
        }
    }

    private void start(ConnectionThread connection) {
        synchronized (connections) {
            connections.add(connection);
        }
        statistics.opened();
        try {
            connection.start();
        } catch (OutOfMemoryError e) {
            System.err.println("no thread for " + connection.getName() + ": " + e.getMessage());
            statistics.refused();
            synchronized (connections) {
                connections.remove(connection);
            }
            connection.closeSocket();
        }
    }

    /** Called by a connection's thread as its last act on the server. */
    void ended(ConnectionThread connection) {
        synchronized (connections) {
            connections.remove(connection);
        }
        statistics.ended();
    }

    /** Makes {@link #serve} return soon. */
    void stop() {
        synchronized (this) {
            stopped = true;
        }
        try {
            listener.close();
        } catch (IOException e) {
            System.err.println("close: " + e.getMessage());
        }
    }

    private synchronized boolean isStopped() {
        return stopped;
    }

    private void endConnections() throws InterruptedException {
        List<ConnectionThread> open;
        synchronized (connections) {
            open = new ArrayList<>(connections);
        }
        open.forEach(ConnectionThread::closeSocket);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(END_SECONDS);
        for (ConnectionThread connection : open) {
            connection.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())));
        }
    }

    Commands commands() {
        return commands;
    }

    Statistics statistics() {
        return statistics;
    }

    AuditLog audit() {
        return audit;
    }

    WorkPool workPool() {
        return workPool;
    }

    /** All counters as {@code name=value} pairs. */
    String statisticsLine() {
        return statistics.line() + " audited=" + audit.written() + " worked=" + workPool.completed();
    }

    /** Prints the counters, periodically. */
    private final class Reporter extends TimerTask {
        @Override
        public void run() {
            System.err.println(Clock.format(System.currentTimeMillis()) + " " + statisticsLine());
        }
    }
}
