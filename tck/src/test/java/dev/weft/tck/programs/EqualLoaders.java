package dev.weft.tck.programs;

import java.io.IOException;
import java.io.InputStream;

/** Loaders that are equal to others, and one whose hash code changes: what they load waits all the same. */
public final class EqualLoaders extends ClassLoader {
    private final String name;
    private volatile int hash;

    private EqualLoaders(String name) {
        this.name = name;
    }

    /** Runs what they have loaded, each in a thread. */
    public static void main(String[] args) throws Exception {
        EqualLoaders changing = new EqualLoaders("changing");
        Runnable first = changing.load();
        changing.hash = 1;
        run(first);
        new EqualLoaders("equal").load();
        Runnable second = new EqualLoaders("equal").load();
        System.gc();
        run(second);
    }

    private static void run(Runnable inside) throws InterruptedException {
        Thread thread = new Thread(inside);
        thread.start();
        thread.join();
    }

    private Runnable load() throws ReflectiveOperationException {
        Class<?> inside = loadClass(EqualLoaders.class.getName() + "$Inside");
        return (Runnable) inside.getConstructor().newInstance();
    }

    @Override
    protected Class<?> loadClass(String wanted, boolean resolve) throws ClassNotFoundException {
        if (!wanted.startsWith(EqualLoaders.class.getName() + "$")) {
            return super.loadClass(wanted, resolve);
        }
        String resource = wanted.substring(wanted.lastIndexOf('.') + 1) + ".class";
        try (InputStream in = EqualLoaders.class.getResourceAsStream(resource)) {
            byte[] file = in.readAllBytes();
            return defineClass(wanted, file, 0, file.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(wanted, e);
        }
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EqualLoaders && ((EqualLoaders) other).name.equals(name);
    }

    /** What they load. */
    public static final class Inside implements Runnable {
        /** For reflection. */
        public Inside() {}

        @Override
        public void run() {
            try {
                Thread.sleep(1);
                System.out.println("slept");
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
