package dev.weft.tck.programs;

import dev.weft.tck.FiberProbe;
import dev.weft.tck.Suspend;

/** Prints the name of the kernel thread that runs a thread: before and after a wait, beside another one, at the end. */
public final class NamedCarriers {
    private NamedCarriers() {}

    private static void tell(String when) {
        System.out.println(
                when + ": " + FiberProbe.carrier(Thread.currentThread()).getName());
    }

    private static void start(String name, Runnable body) throws InterruptedException {
        Thread thread = new Thread(body, name);
        thread.start();
        thread.join();
    }

    /** See the class. */
    public static void main(String[] args) throws InterruptedException {
        Thread[] carrier = new Thread[1];
        start("worker", () -> {
            tell("first");
            Suspend.now();
            tell("after a wait");
            Thread.currentThread().setName("renamed");
            tell("renamed");
            Suspend.now();
            tell("after another wait");
            carrier[0] = FiberProbe.carrier(Thread.currentThread());
        });
        start("other", () -> tell("another thread"));
        while (carrier[0].getName().contains("[")) {
            Thread.onSpinWait();
        }
        System.out.println("at rest: " + carrier[0].getName());
    }
}
