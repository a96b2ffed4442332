package dev.weft.large;

import static io.gatling.javaapi.core.CoreDsl.bodyString;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.global;
import static io.gatling.javaapi.core.CoreDsl.rampUsers;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.Simulation;
import java.time.Duration;

/** What {@link GatlingLoad} runs. */
public final class Simulated extends Simulation {
    /** Called by Gatling. */
    public Simulated() {
        setUp(scenario("large")
                        .repeat(GatlingLoad.LOOPS, "i")
                        .on(exec(http("ask")
                                        .get("/large/#{i}")
                                        .check(status().is(200), bodyString().isEL("answer to /large/#{i}")))
                                .pause(Duration.ofMillis(10)))
                        .injectOpen(rampUsers(GatlingLoad.USERS).during(Duration.ofSeconds(1))))
                .protocols(http.baseUrl("http://127.0.0.1:" + Integer.getInteger("large.port")))
                .assertions(global().failedRequests().count().is(0L));
    }
}
