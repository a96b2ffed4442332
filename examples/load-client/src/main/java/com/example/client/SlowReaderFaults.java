package com.example.client;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Faults of clients that ask for more than the kernel's buffers hold, and do not read it. */
final class SlowReaderFaults {
    private static final int READERS = 6;
    private static final int ANSWERS = 100;
    private static final int ANSWER_LENGTH = 100_000;
    private static final int RECEIVE_BUFFER = 8 * 1024;
    private static final int CHUNK = 7_001;
    private static final long STALLED_NANOS = TimeUnit.MILLISECONDS.toNanos(150);
    private static final Pattern REQUESTS = Pattern.compile(".* requests=(\\d+) .*");

    private static final List<Request> CACHE = cache();

    private SlowReaderFaults() {}

    /** Nobody reads until no writer makes progress; others are served meanwhile; then all is read in small pieces. */
    static String slowReaders(FaultClient client) throws IOException {
        List<FaultPeer> readers = client.open(READERS, RECEIVE_BUFFER);
        String seen = blockWriters(client, readers);
        for (int answer = 0; answer < ANSWERS; answer++) {
            for (int from = 0; from <= ANSWER_LENGTH; from += CHUNK) {
                int to = Math.min(ANSWER_LENGTH + 1, from + CHUNK);
                for (int i = 0; i < READERS; i++) {
                    readers.get(i).expect(request(i, answer), from, to);
                }
            }
        }
        for (FaultPeer reader : readers) {
            reader.ask(new Request("ECHO done", "done"));
        }
        return seen;
    }

    static String resetWhileBlocked(FaultClient client) throws IOException {
        List<FaultPeer> readers = client.open(READERS, RECEIVE_BUFFER);
        String seen = blockWriters(client, readers);
        for (FaultPeer reader : readers) {
            reader.reset();
        }
        return seen;
    }

    static String halfClosedWhileBlocked(FaultClient client) throws IOException {
        List<FaultPeer> readers = client.open(READERS, RECEIVE_BUFFER);
        String seen = blockWriters(client, readers);
        for (FaultPeer reader : readers) {
            reader.halfClose();
        }
        for (int i = 0; i < READERS; i++) {
            for (int answer = 0; answer < ANSWERS; answer++) {
                readers.get(i).expect(request(i, answer));
            }
            readers.get(i).expectEnd();
        }
        return seen;
    }

    private static void askMuch(List<FaultPeer> readers) throws IOException {
        for (int i = 0; i < READERS; i++) {
            StringBuilder lines = new StringBuilder();
            for (int answer = 0; answer < ANSWERS; answer++) {
                lines.append(request(i, answer)).append('\n');
            }
            readers.get(i).send(lines.toString());
        }
    }

    /** The answers of each reader begin with other letters, so that mixed bytes are seen. */
    private static Request request(int reader, int answer) {
        return CACHE.get((reader * 5 + answer) % CACHE.size());
    }

    private static List<Request> cache() {
        List<Request> requests = new ArrayList<>();
        for (int seed = 0; seed < 26; seed++) {
            requests.add(RequestMix.longLine(ANSWER_LENGTH, seed));
        }
        return requests;
    }

    /** Asks for all, and waits until the server answers nothing but what is asked here, promptly. */
    private static String blockWriters(FaultClient client, List<FaultPeer> readers) throws IOException {
        try (FaultPeer other = client.open()) {
            long before = requests(other);
            askMuch(readers);
            long own = 0;
            long begun = 0;
            long since = System.nanoTime();
            while (begun == 0 || System.nanoTime() - since < STALLED_NANOS) {
                other.ask(new Request("ECHO served meanwhile", "served meanwhile"));
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
                own += 2;
                long now = requests(other) - own - before;
                if (now != begun) {
                    begun = now;
                    since = System.nanoTime();
                }
            }
            if (begun >= (long) READERS * ANSWERS) {
                throw new IOException("no writer was blocked: the kernel's buffers hold all " + begun + " answers");
            }
            return "blocked after " + begun + " of " + READERS * ANSWERS + " answers; " + own / 2
                    + " requests of others were served meanwhile";
        }
    }

    private static long requests(FaultPeer peer) throws IOException {
        String answer = peer.ask("STAT");
        Matcher matcher = REQUESTS.matcher(answer);
        if (!matcher.matches()) {
            throw new IOException("not an answer to STAT: " + answer);
        }
        return Long.parseLong(matcher.group(1));
    }
}
