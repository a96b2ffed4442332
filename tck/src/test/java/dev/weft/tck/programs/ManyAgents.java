package dev.weft.tck.programs;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;

/** A program, and the agent that is named several times with it: each has a transformer that changes nothing. */
public final class ManyAgents {
    private static final class Unchanging implements ClassFileTransformer {}

    private ManyAgents() {}

    /** Called by the VM. */
    public static void premain(String arguments, Instrumentation instrumentation) {
        System.out.println("agent " + arguments);
        instrumentation.addTransformer(new Unchanging(), true);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> System.out.println("thread"));
        thread.start();
        thread.join();
    }
}
