package dev.weft.macro;

import dev.weft.bench.macro.Place;
import dev.weft.bench.macro.Web;
import java.util.HashMap;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/** Spring Boot 3.3 with Tomcat and HikariCP; setting {@code wait}: how long the handler sleeps, in milliseconds. */
public final class Spring extends Web {
    private static final String WAIT = Place.setting("wait", "0");

    private ConfigurableApplicationContext context;

    @Override
    protected int serve(Place place) {
        Shop.place(place);
        boolean waits = !WAIT.equals("0");
        String connections = Place.setting("connections", "200");
        Map<String, Object> settings = new HashMap<>(Map.of(
                "server.port", "0",
                "server.address", "127.0.0.1",
                "spring.main.banner-mode", "off",
                "logging.level.root", "OFF",
                "spring.datasource.url", "jdbc:h2:mem:shop;DB_CLOSE_DELAY=-1",
                "server.tomcat.max-keep-alive-requests", "-1",
                "spring.threads.virtual.enabled", String.valueOf(Place.isVirtual()),
                // the kernel drops a request for a connection beyond that, and the client waits a second
                "server.tomcat.accept-count", connections,
                "server.tomcat.threads.max", waits ? connections : "200"));
        // on a busy machine 100 requests wait longer than half a minute for the pool's ten connections
        settings.put("spring.datasource.hikari.connection-timeout", String.valueOf(Place.PATIENCE.toMillis()));
        SpringApplication application = new SpringApplication(Shop.class);
        application.setDefaultProperties(settings);
        context = application.run();
        return ((ServletWebServerApplicationContext) context).getWebServer().getPort();
    }

    @Override
    protected String paths() {
        return WAIT.equals("0") ? "/goods/1,/goods/2,/goods/3" : "/wait/" + WAIT;
    }

    @Override
    protected void stop() {
        if (context != null) {
            context.close();
        }
    }
}
