package com.example.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class AuditLogTest {
    @Test
    void whoRecordsWhileTheLogIsFullWaitsUntilTheWriterDrains() throws InterruptedException {
        AuditLog log = new AuditLog(1, new StringWriter());
        log.record("first");
        Thread second = new Thread(() -> recordAll(log, 1));
        second.start();
        while (second.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        log.start();
        second.join();
        log.close();
        log.join();
        assertEquals(2, log.written());
    }

    @Test
    void noEntryOfSeveralThreadsIsLost() throws InterruptedException {
        StringWriter text = new StringWriter();
        AuditLog log = new AuditLog(3, text);
        log.start();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            Thread thread = new Thread(() -> recordAll(log, 500));
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        log.close();
        log.join();
        assertEquals(4_000, log.written());
        assertEquals(4_000, text.toString().lines().count());
    }

    private static void recordAll(AuditLog log, int times) {
        try {
            for (int i = 0; i < times; i++) {
                log.record("entry " + i);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
