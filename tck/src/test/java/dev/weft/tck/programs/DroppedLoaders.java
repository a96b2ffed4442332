package dev.weft.tck.programs;

import dev.weft.tck.Check;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.spi.CharsetProvider;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.AccessControlContext;
import java.security.AccessController;
import java.security.CodeSource;
import java.security.PrivilegedAction;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.security.auth.Subject;

/**
 * A loader is dropped whose class has worked in a fiber: no thread of the runtime keeps it. The first argument tells
 * what was done: waits that have such threads started, in an access control context that knows the loader ({@code
 * subject}, {@code own}); or texts in a charset of the loader's ({@code charset}); or an archive whose names are in one
 * ({@code archive}, if {@link Charsets} is a service). With a second one the loader is kept, as the negative control.
 */
@SuppressWarnings("removal")
public final class DroppedLoaders extends ClassLoader {
    private static final int PATIENCE_SECONDS = 20;

    private static ClassLoader kept;

    /** What the service has. */
    private static volatile Charset offered;

    private DroppedLoaders() {}

    /** Prints what has become of the loader. */
    public static void main(String[] args) throws Exception {
        ReferenceQueue<ClassLoader> queue = new ReferenceQueue<>();
        WeakReference<ClassLoader> loader = work(args[0], queue, args.length > 1);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(args.length > 1 ? 1 : PATIENCE_SECONDS);
        boolean isGone = false;
        while (!isGone && System.nanoTime() < end) {
            System.gc();
            isGone = queue.remove(20) == loader;
        }
        System.out.println(isGone ? "gone" : kept == null ? "reachable" : "kept");
    }

    private static WeakReference<ClassLoader> work(String what, ReferenceQueue<ClassLoader> queue, boolean isKept)
            throws Exception {
        DroppedLoaders loader = new DroppedLoaders();
        Class<?> work = loader.loadClass(DroppedLoaders.class.getName() + "$Work");
        @SuppressWarnings("unchecked")
        Consumer<String> made = (Consumer<String>) work.getDeclaredConstructor().newInstance();
        Thread thread = new Thread(() -> made.accept(what));
        thread.start();
        thread.join();
        forgetCharset();
        kept = isKept ? loader : null;
        return new WeakReference<>(loader, queue);
    }

    /** What {@code Charset.forName} finds; null for nothing. */
    public static void offer(Charset charset) {
        offered = charset;
    }

    /** {@code Charset} itself keeps the last two that were found. */
    private static void forgetCharset() {
        offered = null;
        for (String other : List.of("UTF-16", "ISO-8859-15", "windows-1252")) {
            Check.that(Charset.forName(other) != null, other);
        }
    }

    /** A service of the system class loader's, which has a charset of another one. */
    public static final class Charsets extends CharsetProvider {
        /** For the service's loader. */
        public Charsets() {}

        @Override
        public Iterator<Charset> charsets() {
            return Collections.emptyIterator();
        }

        @Override
        public Charset charsetForName(String wanted) {
            Charset found = offered;
            return found != null && found.name().equals(wanted) ? found : null;
        }
    }

    @Override
    protected Class<?> loadClass(String wanted, boolean resolve) throws ClassNotFoundException {
        if (!wanted.startsWith(DroppedLoaders.class.getName() + "$")) {
            return super.loadClass(wanted, resolve);
        }
        Class<?> known = findLoadedClass(wanted);
        if (known != null) {
            return known;
        }
        String resource = wanted.substring(wanted.lastIndexOf('.') + 1) + ".class";
        try (InputStream in = DroppedLoaders.class.getResourceAsStream(resource)) {
            byte[] file = in.readAllBytes();
            CodeSource source = new CodeSource(null, (Certificate[]) null);
            return defineClass(wanted, file, 0, file.length, new ProtectionDomain(source, null, this, null));
        } catch (IOException e) {
            throw new ClassNotFoundException(wanted, e);
        }
    }

    /** What is loaded anew. */
    public static final class Work implements Consumer<String> {
        private static final int LONG_MILLIS = 1_500;

        /** For reflection. */
        public Work() {}

        @Override
        public void accept(String what) {
            if (what.equals("charset")) {
                Letters letters = new Letters();
                Check.equal("ab", letters.decode(letters.encode("ab")).toString());
                return;
            }
            if (what.equals("archive")) {
                offer(new Letters());
                archive();
                return;
            }
            PrivilegedAction<Void> action = () -> {
                awaitConnection();
                return new Pinned().pin();
            };
            if (what.equals("subject")) {
                Subject.doAs(new Subject(), action);
            } else {
                AccessControlContext own = AccessController.getContext();
                AccessController.doPrivileged(action, own);
            }
        }

        private static void archive() {
            try {
                Path folder = Files.createTempDirectory("letters");
                Path archive = folder.resolve("a.zip");
                Map<String, String> options = Map.of("create", "true", "encoding", "letters");
                for (int i = 0; i < 2; i++) {
                    try (FileSystem files = FileSystems.newFileSystem(archive, options)) {
                        Path named = files.getPath("named");
                        if (i == 0) {
                            Files.writeString(named, "text");
                        }
                        Check.equal("text", Files.readString(named));
                    }
                }
                Files.delete(archive);
                Files.delete(folder);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static void awaitConnection() {
            try (ServerSocket server = new ServerSocket(0)) {
                server.setSoTimeout(1);
                server.accept();
            } catch (SocketTimeoutException e) {
                // as nobody comes
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** A byte for each letter. */
        static final class Letters extends Charset {
            Letters() {
                super("letters", null);
            }

            @Override
            public boolean contains(Charset other) {
                return false;
            }

            @Override
            public CharsetDecoder newDecoder() {
                return new CharsetDecoder(this, 1, 1) {
                    @Override
                    protected CoderResult decodeLoop(ByteBuffer in, CharBuffer out) {
                        while (in.hasRemaining() && out.hasRemaining()) {
                            out.put((char) in.get());
                        }
                        return in.hasRemaining() ? CoderResult.OVERFLOW : CoderResult.UNDERFLOW;
                    }
                };
            }

            @Override
            public CharsetEncoder newEncoder() {
                return new CharsetEncoder(this, 1, 1) {
                    @Override
                    protected CoderResult encodeLoop(CharBuffer in, ByteBuffer out) {
                        while (in.hasRemaining() && out.hasRemaining()) {
                            out.put((byte) in.get());
                        }
                        return in.hasRemaining() ? CoderResult.OVERFLOW : CoderResult.UNDERFLOW;
                    }
                };
            }
        }

        static final class Pinned {
            Void pin() {
                return toString().isEmpty() ? null : new Pinned().pin();
            }

            /** So long that it is told. */
            @Override
            public String toString() {
                try {
                    Thread.sleep(LONG_MILLIS);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                return "";
            }
        }
    }
}
