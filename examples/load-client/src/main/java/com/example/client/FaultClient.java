package com.example.client;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Misbehaves towards a legacy server, and checks that it has no hang, answers with no wrong or mixed byte, serves
 * others meanwhile, and has afterwards no thread left for the connections that were made. The server must have no other
 * clients. Each fault has a time limit of its own, so that all of them end.
 */
public final class FaultClient {
    private static final Pattern OTHERS = Pattern.compile("THREADS others=(-?\\d+) .*");
    private static final long POLL_NANOS = 2_000_000;

    private final InetSocketAddress server;
    private final Duration limit;
    private final List<FaultPeer> peers = Collections.synchronizedList(new ArrayList<>());

    /** A fault: what is done with new connections, which are closed afterwards. */
    @FunctionalInterface
    interface Fault {
        /** Returns what was seen, or fails with the reason. */
        String apply(FaultClient client) throws IOException;
    }

    /** For a server; {@code limit} is for each fault, and again for the end of its threads. */
    public FaultClient(String host, int port, Duration limit) {
        server = new InetSocketAddress(host, port);
        this.limit = limit;
    }

    /** Runs all faults, one after the other. */
    public List<FaultResult> runAll() throws InterruptedException {
        List<FaultResult> results = new ArrayList<>();
        for (Map.Entry<String, Fault> fault : all().entrySet()) {
            results.add(run(fault.getKey(), fault.getValue()));
        }
        return results;
    }

    private static Map<String, Fault> all() {
        Map<String, Fault> faults = new LinkedHashMap<>();
        faults.put("reset in the middle of a line", LineFaults::resetMidLine);
        faults.put("reset while the server sleeps for the answer", LineFaults::resetWhileAnswering);
        faults.put("half-closed after requests", LineFaults::halfClosed);
        faults.put("half-closed in the middle of a line", LineFaults::halfClosedMidLine);
        faults.put("closed without a byte", LineFaults::closedAtOnce);
        faults.put("lines byte by byte", LineFaults::byteByByte);
        faults.put("lines of 100,000 bytes in interleaved fragments", LineFaults::longLines);
        faults.put("many requests in one write", LineFaults::pipelined);
        faults.put("bytes that are no request", LineFaults::noise);
        faults.put("slow readers that block the writer", SlowReaderFaults::slowReaders);
        faults.put("reset while the writer is blocked", SlowReaderFaults::resetWhileBlocked);
        faults.put("half-closed while the writer is blocked", SlowReaderFaults::halfClosedWhileBlocked);
        return faults;
    }

    /** Runs one fault, then checks that the server serves and that its threads have ended. */
    FaultResult run(String name, Fault fault) throws InterruptedException {
        long start = System.nanoTime();
        ExecutorService executor = Executors.newSingleThreadExecutor(task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        });
        try {
            String seen = within(executor, () -> fault.apply(this));
            closePeers();
            within(executor, this::awaitNoThreads);
            return new FaultResult(name, true, seen, millisSince(start));
        } catch (TimeoutException e) {
            return new FaultResult(name, false, "hang: nothing for " + limit, millisSince(start));
        } catch (ExecutionException e) {
            return new FaultResult(name, false, String.valueOf(e.getCause()), millisSince(start));
        } finally {
            closePeers();
            executor.shutdownNow();
        }
    }

    /** The limit for one step is longer than that of a read, so that a read that hangs is reported as such. */
    private String within(ExecutorService executor, Callable<String> step)
            throws InterruptedException, ExecutionException, TimeoutException {
        Future<String> result = executor.submit(step);
        return result.get(2 * limit.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Waits until the server says that no connection but the asking one has a thread. */
    private String awaitNoThreads() throws IOException {
        long deadline = System.nanoTime() + limit.toNanos();
        try (FaultPeer observer = open()) {
            String answer = observer.ask("THREADS");
            while (others(answer) != 0) {
                if (System.nanoTime() - deadline > 0) {
                    throw new IOException("threads are left: " + answer);
                }
                LockSupport.parkNanos(POLL_NANOS);
                answer = observer.ask("THREADS");
            }
            return answer;
        }
    }

    private static int others(String answer) throws IOException {
        Matcher matcher = OTHERS.matcher(answer);
        if (!matcher.matches()) {
            throw new IOException("not an answer to THREADS: " + answer);
        }
        return Integer.parseInt(matcher.group(1));
    }

    /** Opens a connection. */
    FaultPeer open() throws IOException {
        return open(0);
    }

    /** Opens a connection with a receive buffer of a given size in bytes; 0 for the default. */
    FaultPeer open(int receiveBuffer) throws IOException {
        FaultPeer peer = new FaultPeer(server, (int) limit.toMillis(), receiveBuffer);
        peers.add(peer);
        return peer;
    }

    /** Opens several connections. */
    List<FaultPeer> open(int count, int receiveBuffer) throws IOException {
        List<FaultPeer> opened = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            opened.add(open(receiveBuffer));
        }
        return opened;
    }

    private void closePeers() {
        List<FaultPeer> open;
        synchronized (peers) {
            open = new ArrayList<>(peers);
            peers.clear();
        }
        for (FaultPeer peer : open) {
            try {
                peer.close();
            } catch (IOException e) {
                System.err.println("closing: " + e.getMessage());
            }
        }
    }

    private static long millisSince(long start) {
        return (System.nanoTime() - start) / 1_000_000;
    }
}
