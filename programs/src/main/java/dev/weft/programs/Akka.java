package dev.weft.programs;

import akka.actor.AbstractActor;
import akka.actor.ActorRef;
import akka.actor.ActorSystem;
import akka.actor.Props;
import akka.pattern.Patterns;
import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Akka's classic actors on a pool of threads: many that tell, one that adds, one that blocks and is restarted. */
public final class Akka {
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private Akka() {}

    /** Adds what it is told, and says the sum when it was told so often. */
    private static final class Adder extends AbstractActor {
        private final int awaited;
        private final CompletableFuture<Long> sum;
        private int seen;
        private long value;

        Adder(int awaited, CompletableFuture<Long> sum) {
            this.awaited = awaited;
            this.sum = sum;
        }

        @Override
        public Receive createReceive() {
            return receiveBuilder().match(Integer.class, this::add).build();
        }

        private void add(int number) {
            value += number;
            if (++seen == awaited) {
                sum.complete(value);
            }
        }
    }

    /** Answers after a while; a certain message it cannot bear. */
    private static final class Echo extends AbstractActor {
        @Override
        public Receive createReceive() {
            return receiveBuilder().match(String.class, this::answer).build();
        }

        private void answer(String text) throws InterruptedException {
            if (text.equals("fail")) {
                throw new IllegalStateException("meant");
            }
            Thread.sleep(1);
            getSender().tell("answer to " + text, getSelf());
        }
    }

    /** Tells and asks. */
    public static void main(String[] args) throws Exception {
        int tellers = Size.of(args, 20, 500);
        ActorSystem system = ActorSystem.create(
                "system",
                ConfigFactory.parseString("akka.loglevel=OFF, akka.stdout-loglevel=OFF,"
                                + " akka.actor.default-dispatcher.executor=thread-pool-executor")
                        .withFallback(ConfigFactory.load()));
        CompletableFuture<Long> sum = new CompletableFuture<>();
        ActorRef adder = system.actorOf(Props.create(Adder.class, () -> new Adder(tellers * 50, sum)));
        Crowd.run("teller", tellers, number -> {
            for (int i = 0; i < 50; i++) {
                adder.tell(number * 50 + i, ActorRef.noSender());
            }
            return number;
        });
        System.out.println("sum " + sum.get());
        ActorRef echo = system.actorOf(Props.create(Echo.class, Echo::new));
        echo.tell("fail", ActorRef.noSender());
        Crowd.run("asker", tellers, number -> Patterns.ask(echo, "question " + number, PATIENCE)
                .toCompletableFuture()
                .get());
        system.terminate();
        system.getWhenTerminated().toCompletableFuture().get();
    }
}
