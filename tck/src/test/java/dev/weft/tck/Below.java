package dev.weft.tck;

/** Runs code where a fiber is pinned, or deep in a stack. */
public final class Below {
    private Below() {}

    /** Below a frame of {@code toString}, which is not left. */
    public static void pinned(Body body) throws Throwable {
        Pinning pinning = new Pinning(body);
        // a call of String.valueOf, which calls toString
        Check.equal("done", String.valueOf(pinning));
        if (pinning.failure != null) {
            throw pinning.failure;
        }
    }

    /** Below so many frames, so that a stack ends somewhere else for each number. */
    public static int frames(int number, Runnable body) {
        if (number == 0) {
            body.run();
            return 0;
        }
        return frames(number - 1, body) + 1;
    }

    private static final class Pinning {
        private final Body body;
        private Throwable failure;

        Pinning(Body body) {
            this.body = body;
        }

        @Override
        public String toString() {
            try {
                body.run();
            } catch (Throwable t) {
                failure = t;
            }
            return "done";
        }
    }
}
