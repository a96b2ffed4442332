package dev.weft.tck.cases;

import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Suspend;
import dev.weft.tck.Task;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import java.util.ListResourceBundle;
import java.util.ResourceBundle;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;

/** Methods of the library that ask who calls them, by a look at the stack, while their callers have been suspended. */
public final class CallerCases {
    private CallerCases() {}

    private static final class Message implements Serializable {
        private static final long serialVersionUID = 1L;

        private final String text;
        private final Message next;

        Message(String text, Message next) {
            this.text = text;
            this.next = next;
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            Suspend.now();
            in.defaultReadObject();
        }
    }

    /** Gives its bytes one by one, with a suspension before each, as a slow connection does. */
    private static final class Slow extends FilterInputStream {
        Slow(InputStream in) {
            super(in);
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            Suspend.now();
            return super.read(bytes, from, Math.min(length, 1));
        }
    }

    @Case("objects of application classes are read from a stream that suspends within them")
    public static void deserialization() throws Throwable {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(new Message("first", new Message("second", null)));
        }
        Task.start(() -> {
                    InputStream slow = new Slow(new ByteArrayInputStream(bytes.toByteArray()));
                    try (ObjectInputStream in = new ObjectInputStream(slow)) {
                        Message message = (Message) in.readObject();
                        Check.equal("firstsecond", message.text + message.next.text);
                    }
                })
                .finish();
    }

    /** Found by its name. */
    public static final class Texts extends ListResourceBundle {
        @Override
        protected Object[][] getContents() {
            Suspend.now();
            return new Object[][] {{"key", "value"}};
        }
    }

    @Case("a resource bundle is found through its caller's class loader, after suspensions")
    public static void resourceBundle() {
        Suspend.now();
        ResourceBundle bundle = ResourceBundle.getBundle(CallerCases.class.getName() + "$Texts");
        Check.equal("value", bundle.getString("key"));
    }

    @Case("a log record has the class and method that have logged it, after suspensions")
    public static void logging() {
        Logger logger = Logger.getAnonymousLogger();
        logger.setUseParentHandlers(false);
        String[] source = new String[2];
        logger.addHandler(new Handler() {
            @Override
            public void publish(LogRecord entry) {
                Suspend.now();
                source[0] = entry.getSourceClassName();
                source[1] = entry.getSourceMethodName();
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        });
        Suspend.now();
        logger.warning("logged");
        Check.equal(CallerCases.class.getName(), source[0]);
        Check.equal("logging", source[1]);
    }

    @Case("a lookup is of the class that asks for it, after suspensions")
    public static void lookup() throws Throwable {
        Suspend.now();
        Check.same(CallerCases.class, MethodHandles.lookup().lookupClass());
        Task.start(() -> {
                    Suspend.now();
                    Check.same(CallerCases.class, MethodHandles.lookup().lookupClass());
                })
                .finish();
    }

    @Case("resources, modules and loaders of the calling class are found, after suspensions")
    public static void resources() throws Exception {
        Suspend.now();
        Check.that(CallerCases.class.getResource("CallerCases.class") != null, "the class file");
        Check.same(CallerCases.class.getClassLoader(), ClassLoader.getSystemClassLoader());
        Class<?> found = Class.forName(Texts.class.getName(), true, Suspend.with(CallerCases.class.getClassLoader()));
        Check.same(Texts.class, found);
        Check.same(CallerCases.class.getModule(), Texts.class.getModule());
        CallerCases.class.getModule().addReads(Object.class.getModule());
    }

    /** Waits, and then uses two classes for the first time, of which one is missing. */
    public static final class FirstUses implements Runnable {
        @Override
        public void run() {
            Suspend.now();
            for (int i = 0; i < 2; i++) {
                try {
                    Found.value++;
                    Missing.value++;
                } catch (NoClassDefFoundError e) {
                    Check.that(e.getMessage().endsWith("$Missing"), e.toString());
                    Check.equal("gone", e.getCause().getMessage());
                    Check.equal("run", e.getStackTrace()[0].getMethodName());
                    Check.that(e.getStackTrace()[0].getLineNumber() > 0, "line");
                    Check.that(!e.getStackTrace()[1].getMethodName().equals("run"), "one frame");
                }
            }
            Check.equal(2, Found.value);
        }
    }

    static final class Found {
        static int value;
    }

    static final class Missing {
        static int value;
    }

    private static final class Watching extends ClassLoader {
        private final List<String> loads = new ArrayList<>();

        @Override
        public Class<?> loadClass(String name) throws ClassNotFoundException {
            if (!name.startsWith(CallerCases.class.getName() + "$")) {
                return super.loadClass(name);
            }
            StackTraceElement[] trace = new Throwable().getStackTrace();
            loads.add(name.substring(name.indexOf('$') + 1) + " by " + trace[1].getMethodName() + ", by "
                    + StackWalker.getInstance().walk(Watching::second));
            if (name.endsWith("Missing")) {
                throw new ClassNotFoundException("gone");
            }
            try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] file = in.readAllBytes();
                return defineClass(name, file, 0, file.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }

        private static String second(Stream<StackWalker.StackFrame> frames) {
            return frames.skip(1).findFirst().orElseThrow().getMethodName();
        }
    }

    @Case("a class that is first used after a wait is asked for once, by the method that uses it")
    public static void firstUses() throws Exception {
        Watching loader = new Watching();
        Runnable user = (Runnable) loader.loadClass(FirstUses.class.getName())
                .getDeclaredConstructor()
                .newInstance();
        loader.loads.clear();
        user.run();
        Check.equal(List.of("Found by run, by run", "Missing by run, by run"), loader.loads);
    }
}
