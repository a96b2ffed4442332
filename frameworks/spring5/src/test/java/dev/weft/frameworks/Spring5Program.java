package dev.weft.frameworks;

import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;

/** Spring 5: a context ends while an executor of it has a task that does not. */
public final class Spring5Program {
    private Spring5Program() {}

    /** The beans. */
    public static class Beans {
        @Bean
        public ExecutorService executor() {
            return Executors.newFixedThreadPool(1);
        }

        @Bean
        public ExecutorService single() {
            return Executors.newSingleThreadExecutor();
        }
    }

    public static void main(String[] args) throws Exception {
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext(Beans.class);
        CountDownLatch end = new CountDownLatch(1);
        ExecutorService executor = context.getBean("executor", ExecutorService.class);
        ExecutorService single = context.getBean("single", ExecutorService.class);
        for (ExecutorService each : new ExecutorService[] {executor, single}) {
            each.submit(() -> {
                end.await();
                return null;
            });
        }
        Thread closer = new Thread(context::close);
        closer.start();
        while (closer.isAlive() && !isWaiting(closer)) {
            Thread.onSpinWait();
        }
        Where.say("waits for the task", "" + closer.isAlive());
        end.countDown();
        closer.join();
        Where.say("both are shut down", "" + (executor.isShutdown() && single.isShutdown()));
    }

    private static boolean isWaiting(Thread closer) {
        return Arrays.stream(closer.getStackTrace())
                .anyMatch(each -> each.getMethodName().equals("awaitTermination"));
    }
}
