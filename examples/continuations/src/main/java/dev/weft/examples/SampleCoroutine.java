package dev.weft.examples;

import dev.weft.Coroutine;

/** After Stadler, Wimmer and W&uuml;rthinger, PPPJ 2010: a coroutine and its thread take turns. */
public final class SampleCoroutine extends Coroutine {
    @Override
    protected void run() {
        System.out.println("Coroutine running 1");
        Coroutine.yield();
        System.out.println("Coroutine running 2");
    }

    /** The thread's part. */
    public static void main(String[] args) {
        new SampleCoroutine();
        System.out.println("start");
        Coroutine.yield();
        System.out.println("middle");
        Coroutine.yield();
        System.out.println("end");
    }
}
