package dev.weft.tck.programs;

import dev.weft.FiberScheduler;
import dev.weft.Weft;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingStream;

/** A fiber that computes below a caller that is parked, and one that its scheduler refuses, until both are recorded. */
public final class RecordedSamples {
    private static final CompletableFuture<String> SAMPLED = new CompletableFuture<>();

    /** Those of the thread that computes; of the stream's thread only. */
    private static int samples;

    private RecordedSamples() {}

    private static final class Refusing implements FiberScheduler {
        @Override
        public void onStart(Task task) {
            throw new RejectedExecutionException("full");
        }

        @Override
        public void onContinue(Task task) {
            throw new RejectedExecutionException("full");
        }
    }

    private static void outer() {
        try {
            inner();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void inner() throws InterruptedException {
        Thread.sleep(1);
        compute();
    }

    private static void compute() {
        while (!SAMPLED.isDone()) {
            Thread.onSpinWait();
        }
    }

    private static void sampled(RecordedEvent event) {
        if ("computing".equals(event.getString("fiber"))
                && event.getString("stack").contains("compute")
                // the first look may meet the fiber while it is resumed; its callers are unknown then
                && ++samples == 2) {
            SAMPLED.complete(event.getString("stack"));
        }
    }

    /** Prints what is recorded of each. */
    public static void main(String[] args) throws Exception {
        CompletableFuture<String> refused = new CompletableFuture<>();
        try (RecordingStream stream = new RecordingStream()) {
            stream.enable("weft.FiberSample").withPeriod(Duration.ofMillis(20));
            stream.enable("weft.FiberSubmitFailed");
            stream.onEvent("weft.FiberSample", RecordedSamples::sampled);
            stream.onEvent(
                    "weft.FiberSubmitFailed",
                    event -> refused.complete(event.getString("fiber") + ": " + event.getString("exception")));
            stream.startAsync();
            Thread computing = new Thread(RecordedSamples::outer, "computing");
            computing.start();
            Thread thread = new Thread(() -> {}, "refused");
            Weft.scheduler(thread, new Refusing());
            try {
                thread.start();
            } catch (RejectedExecutionException e) {
                System.out.println(thread.getState());
            }
            System.out.println(SAMPLED.get());
            System.out.println(refused.get());
            computing.join();
        }
    }
}
