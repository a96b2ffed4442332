package dev.weft.programs;

import dev.weft.programs.spring.Application;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/** Spring Boot with Tomcat, Hibernate, H2, transactions and Jackson: more than 10,000 classes. */
public final class SpringApp {
    private SpringApp() {}

    /** Starts it, asks it, ends it. */
    public static void main(String[] args) throws Exception {
        SpringApplication application = new SpringApplication(Application.class);
        application.setDefaultProperties(Application.settings());
        ConfigurableApplicationContext context = application.run();
        int port = ((ServletWebServerApplicationContext) context).getWebServer().getPort();
        System.err.println("started: "
                + (System.currentTimeMillis()
                        - java.lang.management.ManagementFactory.getRuntimeMXBean()
                                .getStartTime())
                + " ms after the JVM, "
                + java.lang.management.ManagementFactory.getClassLoadingMXBean().getTotalLoadedClassCount()
                + " classes");
        Crowd.run("client", Size.of(args, 5, 50), number -> {
            Digest digest = new Digest();
            for (int i = 0; i < 3; i++) {
                digest.add(WebClient.ask(port, "/books/" + number, "title " + i));
            }
            return digest.toString();
        });
        System.out.println(WebClient.ask(port, "/books/count", ""));
        System.out.println(WebClient.ask(port, "/books/bad", "fail"));
        System.out.println(WebClient.ask(port, "/nowhere", ""));
        context.close();
    }
}
