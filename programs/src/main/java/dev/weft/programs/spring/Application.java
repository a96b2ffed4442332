package dev.weft.programs.spring;

import java.util.Map;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.embedded.tomcat.TomcatServletWebServerFactory;
import org.springframework.boot.web.servlet.server.ServletWebServerFactory;
import org.springframework.context.annotation.Bean;

/** An application as they are written. */
@SpringBootApplication
public class Application {
    /** Of the servers on the class path. */
    @Bean
    public ServletWebServerFactory server() {
        return new TomcatServletWebServerFactory();
    }

    /** Nothing is said that differs from run to run. */
    public static Map<String, Object> settings() {
        return Map.of(
                "server.port", "0",
                "server.address", "127.0.0.1",
                "spring.main.banner-mode", "off",
                "logging.level.root", "OFF",
                "spring.jpa.hibernate.ddl-auto", "create",
                "spring.jpa.open-in-view", "false",
                "spring.datasource.url", "jdbc:h2:mem:books;DB_CLOSE_DELAY=-1",
                "server.error.include-message", "always");
    }
}
