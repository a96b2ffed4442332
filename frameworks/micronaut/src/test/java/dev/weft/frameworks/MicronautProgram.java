package dev.weft.frameworks;

import io.micronaut.context.ApplicationContext;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.runtime.server.EmbeddedServer;
import io.micronaut.scheduling.LoomSupport;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import java.util.Map;

/** Micronaut 4: its executor for calls that block, which has virtual threads where there are any. */
public final class MicronautProgram {
    private MicronautProgram() {}

    /** What is served. */
    @Controller("/")
    public static class Answer {
        @Get(value = "/", produces = MediaType.TEXT_PLAIN)
        @ExecuteOn(TaskExecutors.BLOCKING)
        String answer() {
            return Where.amI();
        }
    }

    public static void main(String[] args) throws Exception {
        Where.say("isSupported", "" + LoomSupport.isSupported());
        try (EmbeddedServer server =
                ApplicationContext.run(EmbeddedServer.class, Map.of("micronaut.server.port", -1))) {
            Where.ask("TaskExecutors.BLOCKING", server.getPort());
        }
    }
}
