package dev.weft.frameworks.boot;

import dev.weft.frameworks.Where;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Spring Boot 3.2 with {@code spring.threads.virtual.enabled}, on the Tomcat that comes with it. */
@SpringBootApplication
@RestController
public class BootProgram {
    @GetMapping("/")
    String answer() {
        return Where.amI();
    }

    public static void main(String[] args) throws Exception {
        SpringApplication application = new SpringApplication(BootProgram.class);
        application.setDefaultProperties(Map.of(
                "server.port", "0",
                "spring.threads.virtual.enabled", "true",
                "spring.main.banner-mode", "off",
                "logging.level.root", "warn"));
        try (ServletWebServerApplicationContext context = (ServletWebServerApplicationContext) application.run()) {
            Where.ask("spring.threads.virtual.enabled", context.getWebServer().getPort());
        }
    }
}
