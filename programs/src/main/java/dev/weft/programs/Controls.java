package dev.weft.programs;

/** Not a program of others, but one for the comparer: it must notice what this one does. */
public final class Controls {
    private Controls() {}

    /** Does what the argument says. */
    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "tells" -> System.out.println(Run.ask("isFiber"));
            case "fine" -> System.out.println("fine");
            case "pins" -> {
                Blocking.now();
                System.out.println("has pinned");
            }
            case "fails" -> {
                System.out.println("says something");
                throw new IllegalStateException("meant");
            }
            default -> System.out.print("");
        }
    }

    /** A class initializer that sleeps. */
    private static final class Blocking {
        static {
            try {
                Thread.sleep(10);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        private Blocking() {}

        static void now() {}
    }
}
