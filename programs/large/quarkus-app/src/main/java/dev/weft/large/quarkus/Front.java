package dev.weft.large.quarkus;

import io.quarkus.virtual.threads.VirtualThreads;
import io.smallrye.common.annotation.NonBlocking;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.eclipse.microprofile.context.ManagedExecutor;
import org.jboss.resteasy.reactive.RestStreamElementType;

/** What is asked: methods that block, that must not, that answer later, and in parts. */
@Path("/")
public class Front {
    @Inject
    Shop shop;

    @Inject
    Basket basket;

    @Inject
    Ticks ticks;

    @Inject
    ManagedExecutor executor;

    @Inject
    @VirtualThreads
    ExecutorService virtual;

    /** An item as JSON. */
    public record Item(int number, long price) {}

    /** By a worker, which waits for the bean and for the database. */
    @GET
    @Path("order/{item}")
    public Item order(@PathParam("item") int item) throws InterruptedException, SQLException {
        shop.order(item, item * 3);
        return new Item(item, shop.price(item) + shop.ordered(item));
    }

    /** On the event loop, which must not wait. */
    @GET
    @Path("now/{item}")
    @NonBlocking
    public long now(@PathParam("item") int item) {
        basket.add(item);
        return basket.sum() * 7;
    }

    /** Later, by timers and workers. */
    @GET
    @Path("later/{item}")
    public Uni<Long> later(@PathParam("item") int item) {
        Uni<Long> delayed =
                Uni.createFrom().item(item * 5L).onItem().delayIt().by(Duration.ofMillis(2));
        Uni<Long> worked = Uni.createFrom()
                .item(() -> shop.priceOf(item))
                .runSubscriptionOn(Infrastructure.getDefaultWorkerPool());
        return Uni.combine().all().unis(delayed, worked).with((one, other) -> one * 31 + other);
    }

    /** By other threads, which see the bean of the request. */
    @GET
    @Path("shared/{item}")
    public long shared(@PathParam("item") int item) throws InterruptedException, ExecutionException {
        basket.add(item);
        List<Future<Long>> prices = IntStream.range(0, 3)
                .mapToObj(i -> executor.submit(() -> basket.sum() + shop.price(item + i)))
                .toList();
        long sum = 0;
        for (Future<Long> price : prices) {
            sum += price.get();
        }
        return sum;
    }

    /** On a virtual thread, where there are such. */
    @GET
    @Path("virtual/{item}")
    public Item virtual(@PathParam("item") int item) throws InterruptedException, ExecutionException {
        return virtual.submit(() -> new Item(item, shop.price(item) * 11 + shop.ordered(-1))).get();
    }

    /** In parts, as events that the server sends. */
    @GET
    @Path("parts/{item}")
    @Produces(MediaType.SERVER_SENT_EVENTS)
    @RestStreamElementType(MediaType.APPLICATION_JSON)
    public Multi<Item> parts(@PathParam("item") int item) {
        return Multi.createFrom()
                .ticks()
                .every(Duration.ofMillis(1))
                .map(tick -> new Item(item, tick * 3))
                .select()
                .first(4);
    }

    /** How often the scheduler has called. */
    @GET
    @Path("ticks")
    public long ticks() {
        return ticks.count();
    }
}
