package dev.weft.tck.programs;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Proxy;
import java.security.AccessController;
import java.security.PrivilegedAction;

/** A class in a loader that delegates nothing but {@code java.*}, as those of OSGi bundles do, blocks in each way. */
public final class NarrowLoader extends ClassLoader {
    private NarrowLoader() {
        super(null);
    }

    /** Runs it in a thread. */
    public static void main(String[] args) throws Exception {
        Class<?> inside = new NarrowLoader().loadClass(NarrowLoader.class.getName() + "$Inside");
        Thread thread = new Thread((Runnable) inside.getConstructor().newInstance());
        thread.start();
        thread.join();
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        if (!name.startsWith(NarrowLoader.class.getName() + "$")) {
            throw new ClassNotFoundException(name);
        }
        String resource = name.substring(name.lastIndexOf('.') + 1) + ".class";
        try (InputStream in = NarrowLoader.class.getResourceAsStream(resource)) {
            byte[] file = in.readAllBytes();
            return defineClass(name, file, 0, file.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        Class<?> known = findLoadedClass(name);
        return known != null ? known : name.startsWith("java.") ? super.loadClass(name, resolve) : findClass(name);
    }

    /** What is called in each way. */
    public static final class Inside implements Runnable {
        @Override
        @SuppressWarnings("removal")
        public void run() {
            try {
                Thread.sleep(1);
                System.out.println("slept");
                synchronized (this) {
                    wait(1);
                }
                System.out.println("waited");
                Inside.class.getMethod("block", String.class).invoke(null, "invoked");
                Inside.class.getConstructor(String.class).newInstance("made");
                AccessController.doPrivileged((PrivilegedAction<Void>) () -> {
                    block("privileged");
                    return null;
                });
                Runnable proxy = (Runnable) Proxy.newProxyInstance(
                        Inside.class.getClassLoader(), new Class<?>[] {Runnable.class}, (self, method, arguments) -> {
                            block("proxied");
                            return null;
                        });
                proxy.run();
                contend();
            } catch (ReflectiveOperationException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        /** For {@link #run}. */
        public Inside() {}

        /** For a reflective call. */
        public Inside(String text) {
            block(text);
        }

        /** Sleeps and prints. */
        public static void block(String text) {
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            System.out.println(text);
        }

        private void contend() throws InterruptedException {
            Thread other;
            synchronized (this) {
                other = new Thread(() -> {
                    synchronized (this) {
                        System.out.println("entered");
                    }
                });
                other.start();
                Thread.sleep(20);
            }
            other.join();
        }
    }
}
