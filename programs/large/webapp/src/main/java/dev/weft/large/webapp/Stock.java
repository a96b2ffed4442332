package dev.weft.large.webapp;

import javax.ejb.Lock;
import javax.ejb.LockType;
import javax.ejb.Singleton;

/** A singleton that the container locks. */
@Singleton
public class Stock {
    private long taken;

    /** Takes one and counts it. */
    @Lock(LockType.WRITE)
    public long take(int item) throws InterruptedException {
        long before = taken;
        Thread.sleep(1);
        taken = before + 1;
        return item * 3L;
    }

    /** How many were taken. */
    @Lock(LockType.READ)
    public long taken() {
        return taken;
    }
}
