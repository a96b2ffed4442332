package dev.weft.frameworks;

import java.util.concurrent.CountDownLatch;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.AsyncTaskExecutor;

/** Spring Boot 4 without a server: which threads its executor has, with {@code spring.threads.virtual.enabled}. */
public final class Boot4Program {
    private Boot4Program() {}

    /** An application. */
    @Configuration
    @EnableAutoConfiguration
    public static class Application {}

    public static void main(String[] args) throws Exception {
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .bannerMode(Banner.Mode.OFF)
                .properties("spring.threads.virtual.enabled=true", "logging.level.root=WARN")
                .run()) {
            CountDownLatch done = new CountDownLatch(1);
            context.getBean(AsyncTaskExecutor.class).execute(() -> {
                Where.say("applicationTaskExecutor", Where.amI());
                done.countDown();
            });
            done.await();
        }
    }
}
