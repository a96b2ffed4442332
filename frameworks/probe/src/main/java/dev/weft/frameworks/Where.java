package dev.weft.frameworks;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;

/** What a program of this module says about the thread that serves a request. */
public final class Where {
    private Where() {}

    /** The kind of the calling thread: its class, and whether it says that it is virtual. */
    public static String amI() {
        Thread thread = Thread.currentThread();
        return thread.getClass().getName() + " virtual=" + isVirtual(thread);
    }

    /** {@code thread.isVirtual()}, by reflection, since this is compiled with JDK 17 as it is. */
    private static boolean isVirtual(Thread thread) {
        try {
            return (Boolean) Thread.class.getMethod("isVirtual").invoke(thread);
        } catch (NoSuchMethodException e) {
            return false;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("Thread.isVirtual cannot be called", e);
        }
    }

    /** Asks a server on this machine three times, and prints what it answers. */
    public static void ask(String what, int port) throws IOException {
        ask(what, "http", port);
    }

    /** The same by that scheme: {@code http} or {@code https}. */
    public static void ask(String what, String scheme, int port) throws IOException {
        for (int i = 0; i < 3; i++) {
            try (InputStream in = new URL(scheme + "://127.0.0.1:" + port + "/").openStream()) {
                say(what, new String(in.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
    }

    /** Prints a line that the test reads. */
    public static void say(String what, String text) {
        System.out.println("seen: " + what + ": " + text);
    }
}
