package dev.weft.macro;

import com.typesafe.config.ConfigFactory;
import dev.weft.bench.macro.MacroProgram;
import dev.weft.bench.macro.Place;
import dev.weft.bench.macro.WrongAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.AbstractActor;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.pattern.Patterns;

/** Pekko's actors on a pool of threads: chains of actors that pass a number on, and threads that ask them. */
public final class Pekko implements MacroProgram {
    private static final int CHAINS = 4;
    private static final int LENGTH = 50;
    private static final int AT_ONCE = 10;

    private final List<ActorRef> chains = new ArrayList<>();
    private ActorSystem system;

    /** Passes a number on, one more; the last one answers. */
    private static final class Link extends AbstractActor {
        private final ActorRef next;

        Link(ActorRef next) {
            this.next = next;
        }

        @Override
        public Receive createReceive() {
            return receiveBuilder().match(Integer.class, this::pass).build();
        }

        private void pass(int number) {
            if (next == null) {
                getSender().tell(number + 1, getSelf());
            } else {
                next.tell(number + 1, getSender());
            }
        }
    }

    @Override
    public void open(Place place) {
        system = ActorSystem.create(
                "system",
                ConfigFactory.parseString("pekko.loglevel=OFF, pekko.stdout-loglevel=OFF,"
                                + " pekko.actor.default-dispatcher.executor=thread-pool-executor,"
                                + " pekko.actor.default-dispatcher.thread-pool-executor.fixed-pool-size=4")
                        .withFallback(ConfigFactory.load()));
        for (int i = 0; i < CHAINS; i++) {
            ActorRef next = null;
            for (int k = 0; k < LENGTH; k++) {
                ActorRef after = next;
                next = system.actorOf(Props.create(Link.class, () -> new Link(after)));
            }
            chains.add(next);
        }
    }

    @Override
    public int workers() {
        return CHAINS;
    }

    @Override
    public int unitsPerCall() {
        return AT_ONCE * LENGTH;
    }

    @Override
    public long unit(int worker, int kind) throws Exception {
        List<java.util.concurrent.CompletableFuture<Object>> answers = new ArrayList<>();
        for (int i = 0; i < AT_ONCE; i++) {
            answers.add(Patterns.ask(chains.get(worker), i, Place.PATIENCE).toCompletableFuture());
        }
        long sum = 0;
        for (var answer : answers) {
            sum += (Integer) answer.get(Place.PATIENCE.toMinutes(), TimeUnit.MINUTES);
        }
        WrongAnswer.unlessEqual("answers", AT_ONCE * (AT_ONCE - 1) / 2 + AT_ONCE * LENGTH, sum);
        return sum;
    }

    @Override
    public void close() throws Exception {
        if (system != null) {
            system.terminate();
            system.getWhenTerminated().toCompletableFuture().get(1, TimeUnit.MINUTES);
        }
    }
}
