package dev.weft.tck.attacks;

/** A class with members of each access; its methods {@code open} and {@code secret} have twins, as both may suspend. */
public final class Victim implements Runnable {
    /** What everybody may read. */
    public static int open = 1;

    private static int hidden = 2;

    /** The same of an object. */
    public int openOfObject = 3;

    private int hiddenOfObject = 4;

    private Victim() {}

    /** Gives what nobody else may make. */
    public static Victim make() {
        return new Victim();
    }

    /** Calls what nobody else may call. */
    public static void open() throws InterruptedException {
        secret();
    }

    private static void secret() throws InterruptedException {
        Thread.sleep(1);
    }

    /** The same of an object. */
    public void openOfObject() {
        secretOfObject();
    }

    private void secretOfObject() {
        hidden += hiddenOfObject;
    }

    static void ofPackage() {
        hidden++;
    }

    @Override
    public void run() {
        hidden++;
    }

    /** A class that everybody may make. */
    public static final class Open {
        /** For everybody. */
        public Open() {}
    }

    /** A class of the package's. */
    static final class Private {
        Private() {}
    }

    /** A class that nothing has used before. */
    public static final class First {
        /** What everybody may read. */
        public static int open = 1;

        private First() {}
    }

    /** Another one. */
    public static final class Second {
        /** What everybody may read. */
        public static int open = 1;

        private Second() {}
    }

    /** Another one. */
    public static final class FirstHidden {
        private static int hidden = 1;

        private FirstHidden() {}

        /** So that it is used. */
        public static int hidden() {
            return hidden;
        }
    }

    /** Another one. */
    public static final class SecondHidden {
        private static int hidden = 1;

        private SecondHidden() {}

        /** So that it is used. */
        public static int hidden() {
            return hidden;
        }
    }
}
