package dev.weft.tck.cases;

import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Out;
import dev.weft.tck.Suspend;
import java.io.Closeable;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;

/** What the weaver adds to classes is not to be seen. */
public final class HiddenCases {
    private static final List<Class<?>> JDK_CLASSES = List.of(
            Object.class,
            Thread.class,
            Class.class,
            String.class,
            StringBuilder.class,
            Throwable.class,
            StackTraceElement.class,
            ThreadGroup.class,
            ThreadLocal.class,
            Runnable.class,
            Runtime.class,
            java.util.ArrayList.class,
            java.util.HashMap.class,
            java.util.Map.class,
            java.util.Comparator.class,
            java.util.Timer.class,
            ThreadPoolExecutor.class,
            ReentrantLock.class,
            java.util.concurrent.FutureTask.class,
            java.util.concurrent.locks.LockSupport.class,
            java.util.concurrent.ForkJoinPool.class,
            java.io.InputStream.class,
            java.io.BufferedReader.class,
            java.net.Socket.class,
            java.net.ServerSocket.class,
            java.nio.channels.SocketChannel.class,
            java.lang.reflect.Method.class,
            java.lang.ref.Reference.class);

    /** What JEP 444 adds to these classes, and woven JDKs 17 have; the cases of the API look at it. */
    private static final Set<String> ADDED = Set.of(
            "public static java.lang.Thread$Builder$OfPlatform java.lang.Thread.ofPlatform()",
            "public static java.lang.Thread$Builder$OfVirtual java.lang.Thread.ofVirtual()",
            "public static java.lang.Thread java.lang.Thread.startVirtualThread(java.lang.Runnable)",
            "public boolean java.lang.Thread.isVirtual()",
            "public long java.lang.Thread.threadId()",
            "java.lang.Thread$Builder",
            "public default java.lang.Object java.util.concurrent.Future.resultNow()",
            "public default java.lang.Throwable java.util.concurrent.Future.exceptionNow()",
            "public default java.util.concurrent.Future$State java.util.concurrent.Future.state()",
            "public void java.util.concurrent.ForkJoinPool.close()");

    private HiddenCases() {}

    @Retention(RetentionPolicy.RUNTIME)
    private @interface Mark {
        String value() default "d";
    }

    @Mark("class")
    @SuppressWarnings("serial")
    private static class Sample implements Serializable, Runnable {
        @Mark
        int number;

        transient String text;

        @Mark("constructor")
        Sample(int number) {
            this.number = Suspend.with(number);
        }

        @Override
        @Mark("method")
        public synchronized void run() {
            Suspend.now();
        }

        private static String helper(@Mark("parameter") String a, long b) throws java.io.IOException {
            return a + Suspend.with(b);
        }

        private Runnable lambda() {
            return () -> Suspend.with(number);
        }
    }

    private static String digest(Member[] members) {
        List<String> texts = Arrays.stream(members)
                .map(Object::toString)
                .filter(each -> !ADDED.contains(each))
                .sorted()
                .toList();
        for (String each : texts) {
            Check.that(!each.toLowerCase(java.util.Locale.ROOT).contains("weft$") && !each.contains("$weft"), each);
        }
        return texts.size() + "/" + Integer.toHexString(texts.hashCode());
    }

    @Case("reflection shows an application class as its author wrote it")
    public static void applicationClass() {
        Out.line(Arrays.stream(Sample.class.getDeclaredMethods())
                .map(Object::toString)
                .sorted()
                .toList());
        Out.line(Arrays.toString(Sample.class.getDeclaredFields()));
        Out.line(Arrays.toString(Sample.class.getDeclaredConstructors()));
        Out.line(digest(Sample.class.getMethods()));
        Out.line(Arrays.toString(Sample.class.getInterfaces()) + Modifier.toString(Sample.class.getModifiers()));
        Out.line(Arrays.toString(Sample.class.getDeclaredClasses()) + Sample.class.getNestHost());
    }

    @Case("reflection shows the methods of JDK classes, and no others")
    public static void methodsOfTheJdk() {
        for (Class<?> each : JDK_CLASSES) {
            Out.line(each.getName() + " " + digest(each.getDeclaredMethods()) + " " + digest(each.getMethods()));
        }
    }

    @Case("reflection shows the fields and constructors of JDK classes, and no others")
    public static void fieldsOfTheJdk() {
        for (Class<?> each : JDK_CLASSES) {
            Out.line(each.getName() + " " + digest(each.getDeclaredFields()) + " "
                    + digest(each.getDeclaredConstructors()) + " " + digest(each.getFields()));
        }
    }

    @Case("the nested classes, modifiers and superclasses of JDK classes are as they were")
    public static void shapeOfTheJdk() {
        for (Class<?> each : JDK_CLASSES) {
            Out.line(each.toGenericString() + " " + each.getGenericSuperclass() + " "
                    + Arrays.toString(each.getGenericInterfaces()) + " "
                    + Arrays.stream(each.getDeclaredClasses())
                            .map(Class::getName)
                            .filter(name -> !ADDED.contains(name))
                            .sorted()
                            .toList());
        }
    }

    @Case("default serial version numbers are those of the unwoven classes")
    public static void serialVersions() {
        Out.line(ObjectStreamClass.lookup(Sample.class).getSerialVersionUID());
        Runnable lambda = new Sample(1).lambda();
        Check.that(!(lambda instanceof Serializable), "not serializable");
        for (Class<?> each : JDK_CLASSES) {
            ObjectStreamClass stream = ObjectStreamClass.lookup(each);
            if (stream != null) {
                Out.line(each.getName() + " " + stream.getSerialVersionUID());
            }
        }
    }

    private static void marks(AnnotatedElement element) {
        Mark mark = element.getAnnotation(Mark.class);
        Out.line(element + ": " + (mark == null ? "none" : mark.value()) + " of " + element.getAnnotations().length);
    }

    @Case("annotations of classes, members and parameters are where they were")
    public static void annotations() throws Exception {
        marks(Sample.class);
        marks(Sample.class.getDeclaredField("number"));
        marks(Sample.class.getDeclaredConstructor(int.class));
        marks(Sample.class.getMethod("run"));
        Method helper = Sample.class.getDeclaredMethod("helper", String.class, long.class);
        marks(helper);
        marks(helper.getParameters()[0]);
        Out.line(helper.toGenericString() + helper.getParameterCount());
    }

    @Case("a method that only the weaver has made cannot be found by its name")
    public static void twinsCannotBeFound() {
        for (Class<?> each : List.of(Sample.class, Thread.class, ArrayList.class)) {
            for (String name : List.of("run$weft", "add$weft", "wait$weft", "toString$weft")) {
                Check.fails(NoSuchMethodException.class, () -> each.getDeclaredMethod(name));
            }
        }
        Check.fails(NoSuchFieldException.class, () -> Thread.class.getDeclaredField("weft$fiber"));
    }

    @Case("what would end an executor is found as on JDK 17")
    public static void closeOfAnExecutor() throws NoSuchMethodException {
        for (Class<?> each :
                List.of(ThreadPoolExecutor.class, ScheduledExecutorService.class, AbstractExecutorService.class)) {
            Exception none = Check.fails(NoSuchMethodException.class, () -> each.getMethod("close"));
            Out.line(none.getMessage() + " " + countOfClose(each));
        }
        abstract class First implements Closeable, ExecutorService {}

        abstract class Last implements ExecutorService, AutoCloseable {
            @Override
            public abstract void close();
        }

        for (Class<?> each : List.of(First.class, Last.class)) {
            Out.line(each.getMethod("close") + " " + countOfClose(each));
        }
    }

    private static long countOfClose(Class<?> type) {
        return Arrays.stream(type.getMethods())
                .filter(each -> each.getName().equals("close"))
                .count();
    }

    @Case("a lambda's and a proxy's class show no methods but theirs")
    public static void generatedClasses() {
        Runnable lambda = () -> Suspend.now();
        Out.line(Arrays.stream(lambda.getClass().getDeclaredMethods())
                .map(Method::getName)
                .sorted()
                .toList());
        Out.line(lambda.getClass().isHidden() + " " + lambda.getClass().isSynthetic());
        Object proxy = java.lang.reflect.Proxy.newProxyInstance(
                HiddenCases.class.getClassLoader(), new Class<?>[] {Runnable.class}, (self, method, arguments) -> null);
        Out.line(Arrays.stream(proxy.getClass().getDeclaredMethods())
                .map(Method::getName)
                .sorted()
                .toList());
        Out.line(proxy.getClass().getDeclaredFields().length);
    }

    @Case("the enclosing method and the simple names of local classes are as they were")
    public static void enclosing() {
        class Local {}

        Object anonymous = new Object() {};
        Suspend.now();
        Out.line(Local.class.getEnclosingMethod() + " " + Local.class.getSimpleName());
        Out.line(anonymous.getClass().getEnclosingMethod() + " "
                + anonymous.getClass().isAnonymousClass());
    }

    @Case("the resource of a class file is the one that the author compiled")
    public static void classFile() throws Exception {
        try (java.io.InputStream in = HiddenCases.class.getResourceAsStream("HiddenCases.class")) {
            Out.line(in.readAllBytes().length);
        }
    }

    private record Point(int x, List<String> names) {
        Point {
            Suspend.now();
        }
    }

    @Case("record components and enum constants are listed as they were")
    public static void recordsAndEnums() {
        Out.line(Arrays.toString(Point.class.getRecordComponents()));
        Out.line(Arrays.stream(Point.class.getDeclaredMethods())
                .map(Object::toString)
                .sorted()
                .collect(Collectors.joining(",")));
        Out.line(Arrays.toString(Thread.State.class.getEnumConstants()));
    }
}
