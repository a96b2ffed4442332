package dev.weft.large.webapp;

import java.util.concurrent.Future;
import javax.annotation.Resource;
import javax.ejb.AsyncResult;
import javax.ejb.Asynchronous;
import javax.ejb.SessionContext;
import javax.ejb.Stateless;

/** A bean of a pool, with calls in threads of the container. */
@Stateless
public class Shop {
    @Resource
    private SessionContext context;

    /** A price, after a while. */
    public long price(int item) throws InterruptedException {
        Thread.sleep(1);
        return item * 17L + 4;
    }

    /** A price, by another thread, through the container's proxy. */
    @Asynchronous
    public Future<Long> later(int item) throws InterruptedException {
        return new AsyncResult<>(context.getBusinessObject(Shop.class).price(item));
    }
}
