package dev.weft.tck.programs;

import dev.weft.tck.Fibers;
import java.util.concurrent.Callable;

/** Classes that inherit from those of {@link EarlyBases}. */
public final class EarlyClasses {
    private EarlyClasses() {}

    abstract static class Task extends EarlyBases.EarlyTask {
        String twice() throws Exception {
            return call() + work();
        }
    }

    static final class Late extends Task {
        @Override
        String work() throws Exception {
            Thread.sleep(1);
            return "late work";
        }
    }

    static class Heir extends EarlyBases.Early {
        String own() throws Exception {
            return name() + greet() + twice("?") + guarded(1L << 40, 2, "c");
        }
    }

    static final class Overrides extends Heir {
        @Override
        public String name() throws Exception {
            Thread.sleep(1);
            return "overridden " + super.name();
        }

        @Override
        protected String guarded(long a, int b, Object c) throws Exception {
            return "(" + super.guarded(a, b, c) + ")";
        }
    }

    interface Polite extends EarlyBases.Greeting {
        default String politely() throws Exception {
            return greet() + ", " + name();
        }
    }

    static final class Both extends Heir implements Polite {}

    static class HasName {
        public String name() throws Exception {
            Thread.sleep(1);
            return "a name";
        }
    }

    static final class Named extends HasName implements Polite {}

    private static void all() throws Exception {
        System.out.println(new EarlyBases.Early().whole() + new EarlyBases.Early().guarded(1, 2, 3));
        System.out.println(new Heir().own() + new Heir().whole());
        Heir heir = new Overrides();
        System.out.println(heir.own() + heir.whole() + heir.name() + Heir.twice("h"));
        System.out.println(new Both().politely() + new Both().own());
        Polite polite = new Named();
        System.out.println(polite.politely() + polite.greet() + polite.name() + ((HasName) polite).name());
        Callable<String> late = new Late();
        System.out.println(late.call() + new Late().twice());
        EarlyBases.Greeting greeting = polite;
        System.out.println(greeting.greet());
    }

    public static void main(String[] args) throws Exception {
        all();
        Thread thread = new Thread(() -> {
            try {
                all();
            } catch (Throwable t) {
                System.out.println(t);
            }
        });
        thread.start();
        thread.join();
        if (args.length > 0) {
            Thread early = new EarlyBases.EarlyThread();
            early.start();
            early.join();
            System.out.println("pinned: " + Fibers.pinned());
        }
    }
}
