package java.lang;

import dev.weft.FiberScheduler;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;
import jdk.internal.weft.JdkAccess;
import jdk.internal.weft.fiber.Choice;
import jdk.internal.weft.thread.FiberThreads;
import jdk.internal.weft.thread.NewThread;
import jdk.internal.weft.thread.SchedulableBuilder;

/** The builders of {@code Thread.ofPlatform} and {@code Thread.ofVirtual}, and their factories. */
final class ThreadBuilders {
    private ThreadBuilders() {}

    /** See {@code Thread.startVirtualThread}. */
    static Thread startVirtual(Runnable task) {
        Thread thread = new VirtualThread("", 0, Objects.requireNonNull(task));
        thread.start();
        return thread;
    }

    /** How names are given: not at all, always the same, or a prefix and a number. */
    private static final class Names {
        private final String name;
        private final AtomicLong next;

        private Names(String name, AtomicLong next) {
            this.name = name;
            this.next = next;
        }

        /** The name of the next thread, or null. */
        String next() {
            return next == null ? name : name + next.getAndIncrement();
        }

        /** Goes on with the same number, on its own. */
        Names copy() {
            return next == null ? this : new Names(name, new AtomicLong(next.get()));
        }
    }

    /** What both kinds of builders set. {@code B} is the builder as users see it. */
    private abstract static class Base<B> implements Cloneable {
        Names names = new Names(null, null);
        int characteristics;
        Thread.UncaughtExceptionHandler handler;

        abstract B self();

        abstract Thread make(Runnable task);

        public B name(String name) {
            names = new Names(Objects.requireNonNull(name), null);
            return self();
        }

        public B name(String prefix, long start) {
            Objects.requireNonNull(prefix);
            if (start < 0) {
                throw new IllegalArgumentException("'start' is negative");
            }
            names = new Names(prefix, new AtomicLong(start));
            return self();
        }

        public B inheritInheritableThreadLocals(boolean inherit) {
            characteristics = inherit ? 0 : BaseVirtualThread.NO_INHERIT_THREAD_LOCALS;
            return self();
        }

        public B uncaughtExceptionHandler(Thread.UncaughtExceptionHandler ueh) {
            handler = Objects.requireNonNull(ueh);
            return self();
        }

        public Thread unstarted(Runnable task) {
            Thread thread = make(Objects.requireNonNull(task));
            if (handler != null) {
                thread.setUncaughtExceptionHandler(handler);
            }
            return thread;
        }

        public Thread start(Runnable task) {
            Thread thread = unstarted(task);
            thread.start();
            return thread;
        }

        public ThreadFactory factory() {
            return new Factory(copy());
        }

        private Base<?> copy() {
            try {
                Base<?> copy = (Base<?>) clone();
                copy.names = names.copy();
                return copy;
            } catch (CloneNotSupportedException e) {
                throw new InternalError(e);
            }
        }
    }

    /** Makes threads as a builder that nobody changes any more. */
    private static final class Factory implements ThreadFactory {
        private final Base<?> builder;

        Factory(Base<?> builder) {
            this.builder = builder;
        }

        @Override
        public Thread newThread(Runnable task) {
            return builder.unstarted(task);
        }
    }

    /** See {@code Thread.ofVirtual}. */
    static final class VirtualThreadBuilder extends Base<ThreadMixin.Builder.OfVirtual>
            implements ThreadMixin.Builder.OfVirtual, SchedulableBuilder {
        /** That of all threads; null if the settings decide. */
        private FiberScheduler scheduler;

        @Override
        public void setScheduler(FiberScheduler scheduler) {
            this.scheduler = scheduler;
        }

        @Override
        ThreadMixin.Builder.OfVirtual self() {
            return this;
        }

        @Override
        Thread make(Runnable task) {
            String name = names.next();
            Thread thread = new VirtualThread(name == null ? "" : name, characteristics, task);
            if (scheduler != null) {
                FiberThreads.choose(thread, scheduler);
            }
            return thread;
        }
    }

    /** See {@code Thread.ofPlatform}. */
    static final class PlatformThreadBuilder extends Base<ThreadMixin.Builder.OfPlatform>
            implements ThreadMixin.Builder.OfPlatform {
        private ThreadGroup group;
        private Boolean daemon;
        private int priority;
        private long stackSize;

        @Override
        ThreadMixin.Builder.OfPlatform self() {
            return this;
        }

        @Override
        public ThreadMixin.Builder.OfPlatform group(ThreadGroup group) {
            this.group = Objects.requireNonNull(group);
            return this;
        }

        @Override
        public ThreadMixin.Builder.OfPlatform daemon(boolean on) {
            daemon = on;
            return this;
        }

        @Override
        public ThreadMixin.Builder.OfPlatform priority(int priority) {
            if (priority < Thread.MIN_PRIORITY || priority > Thread.MAX_PRIORITY) {
                throw new IllegalArgumentException();
            }
            this.priority = priority;
            return this;
        }

        @Override
        public ThreadMixin.Builder.OfPlatform stackSize(long stackSize) {
            if (stackSize < 0) {
                throw new IllegalArgumentException();
            }
            this.stackSize = stackSize;
            return this;
        }

        @Override
        Thread make(Runnable task) {
            String name = names.next();
            if (name == null) {
                name = "Thread-" + NewThread.nextNumber();
            }
            boolean inherits = characteristics == 0;
            Thread thread = new Thread(group, task, name, stackSize, inherits);
            if (!inherits) {
                JdkAccess.contextClassLoader(thread, ClassLoader.getSystemClassLoader());
            }
            if (daemon != null) {
                thread.setDaemon(daemon);
            }
            if (priority != 0) {
                thread.setPriority(priority);
            }
            JdkAccess.choice(thread, Choice.PLATFORM);
            return thread;
        }
    }
}
