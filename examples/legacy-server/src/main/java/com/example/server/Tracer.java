package com.example.server;

import java.util.concurrent.Callable;

/** Calls itself to a given depth, with a sleep at several levels, and throws there. */
final class Tracer {
    private static final int SLEEPS = 8;

    private final int depth;

    /** A tracer that throws at {@code depth}, which is at least 1. */
    Tracer(int depth) {
        this.depth = depth;
    }

    /** Throws an {@link IllegalStateException} at the depth; plain, synchronized and lambda frames alternate. */
    void descend(int level) throws Exception {
        if (level == depth) {
            Thread.sleep(1);
            throw new IllegalStateException("depth " + level);
        }
        if (level % Math.max(1, depth / SLEEPS) == 0) {
            Thread.sleep(1);
        }
        switch (level % 3) {
            case 0:
                descend(level + 1);
                break;
            case 1:
                descendLocked(level + 1);
                break;
            default:
                descendByLambda(level + 1);
                break;
        }
    }

    private synchronized void descendLocked(int level) throws Exception {
        descend(level);
    }

    private void descendByLambda(int level) throws Exception {
        Callable<Void> next = () -> {
            descend(level);
            return null;
        };
        next.call();
    }

    /** The exception and its frames as one line, separated by {@code " | "}. */
    static String line(Throwable thrown) {
        StringBuilder text = new StringBuilder(thrown.toString());
        for (StackTraceElement frame : thrown.getStackTrace()) {
            text.append(" | ").append(frame);
        }
        return text.toString();
    }
}
