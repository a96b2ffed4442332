package com.example.server;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/**
 * A bounded log that is drained by a thread of its own, which this is. Who records while the log is full waits for the
 * writer; no entry is dropped.
 */
final class AuditLog extends Thread {
    private final Queue<String> entries = new ArrayDeque<>();
    private final int capacity;
    private final Writer out;
    private boolean closed;
    private long written;

    /**
     * Makes a log that does not drain until {@link #start} is called.
     *
     * @param capacity how many entries may be waiting, at least 1
     * @param out takes the entries, one a line; closed at the end
     */
    AuditLog(int capacity, Writer out) {
        super("audit");
        this.capacity = capacity;
        this.out = out;
    }

    /** Adds an entry, waiting while the log is full; an entry that comes after {@link #close} is dropped. */
    synchronized void record(String entry) throws InterruptedException {
        while (entries.size() >= capacity && !closed) {
            wait();
        }
        if (closed) {
            return;
        }
        entries.add(entry);
        if (entries.size() == 1) {
            notifyAll();
        }
    }

    /** Takes no more entries; the writer ends after what is still waiting. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }

    /** How many entries were handed to the writer's file. */
    synchronized long written() {
        return written;
    }

    @Override
    public void run() {
        try (out) {
            List<String> batch = take();
            while (!batch.isEmpty()) {
                for (String entry : batch) {
                    out.write(entry);
                    out.write('\n');
                }
                count(batch.size());
                batch = take();
            }
        } catch (IOException e) {
            System.err.println("audit log: " + e.getMessage());
            close();
        } catch (InterruptedException e) {
            close();
        }
    }

    /** Waits for entries and takes all of them; empty when the log is closed. */
    private synchronized List<String> take() throws InterruptedException {
        while (entries.isEmpty() && !closed) {
            wait();
        }
        List<String> batch = new ArrayList<>(entries);
        entries.clear();
        notifyAll();
        return batch;
    }

    private synchronized void count(int more) {
        written += more;
    }
}
