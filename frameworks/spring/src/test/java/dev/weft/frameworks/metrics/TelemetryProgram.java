package dev.weft.frameworks.metrics;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.instrumentation.runtimemetrics.java17.RuntimeMetrics;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.LongPointData;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** What OpenTelemetry's metrics of the runtime see of fifty threads that wait. */
public final class TelemetryProgram {
    private static final int THREADS = 50;
    private static final AttributeKey<String> STATE = AttributeKey.stringKey("jvm.thread.state");

    private TelemetryProgram() {}

    private static long waiting(InMemoryMetricReader reader) {
        return reader.collectAllMetrics().stream()
                .filter(each -> each.getName().equals("jvm.thread.count"))
                .flatMap(each -> each.getLongSumData().getPoints().stream())
                .filter(each -> "waiting".equals(each.getAttributes().get(STATE)))
                .mapToLong(LongPointData::getValue)
                .sum();
    }

    public static void main(String[] args) throws InterruptedException {
        InMemoryMetricReader reader = InMemoryMetricReader.create();
        SdkMeterProvider meters =
                SdkMeterProvider.builder().registerMetricReader(reader).build();
        OpenTelemetrySdk telemetry =
                OpenTelemetrySdk.builder().setMeterProvider(meters).build();
        RuntimeMetrics metrics =
                RuntimeMetrics.builder(telemetry).enableAllFeatures().build();
        try {
            long before = waiting(reader);
            CountDownLatch end = new CountDownLatch(1);
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                Thread thread = new Thread(() -> awaitUninterruptibly(end));
                thread.start();
                threads.add(thread);
            }
            for (Thread each : threads) {
                while (each.getState() != Thread.State.WAITING) {
                    Thread.onSpinWait();
                }
            }
            // some of the runtime's own may have begun to wait, or have ended, meanwhile
            System.out.println("seen: " + (waiting(reader) - before > THREADS / 2) + " jvm.thread.count");
            end.countDown();
            for (Thread each : threads) {
                each.join();
            }
        } finally {
            metrics.close();
            telemetry.close();
        }
    }

    private static void awaitUninterruptibly(CountDownLatch end) {
        try {
            end.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
