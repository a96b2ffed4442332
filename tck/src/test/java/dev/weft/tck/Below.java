package dev.weft.tck;

/** Runs code where a fiber is pinned. */
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
