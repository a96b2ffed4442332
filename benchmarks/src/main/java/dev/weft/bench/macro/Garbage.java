package dev.weft.bench.macro;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;

/** How much the collectors of this JVM have freed in the heap. */
final class Garbage {
    private final AtomicLong freed = new AtomicLong();

    Garbage() {
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            if (collector instanceof NotificationEmitter emitter) {
                emitter.addNotificationListener((notification, nothing) -> add(notification), null, null);
            }
        }
    }

    private void add(Notification notification) {
        if (notification.getType().equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
            var info = GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData())
                    .getGcInfo();
            long before = heap(info.getMemoryUsageBeforeGc());
            long after = heap(info.getMemoryUsageAfterGc());
            freed.addAndGet(Math.max(0, before - after));
        }
    }

    private static long heap(Map<String, MemoryUsage> pools) {
        return pools.entrySet().stream()
                .filter(pool -> pool.getKey().startsWith("G1"))
                .mapToLong(pool -> pool.getValue().getUsed())
                .sum();
    }

    long freedBytes() {
        return freed.get();
    }

    static long pausedMillis() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .filter(collector -> !collector.getName().contains("Concurrent"))
                .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                .sum();
    }
}
