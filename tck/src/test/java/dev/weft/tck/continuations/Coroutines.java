package dev.weft.tck.continuations;

import static dev.weft.tck.continuations.Everywhere.check;
import static dev.weft.tck.continuations.Everywhere.pause;
import static dev.weft.tck.continuations.Everywhere.refused;
import static dev.weft.tck.continuations.Everywhere.same;

import dev.weft.AsymCoroutine;
import dev.weft.Continuation;
import dev.weft.ContinuationScope;
import dev.weft.Coroutine;
import dev.weft.CoroutineException;
import dev.weft.PinnedException;
import java.io.StringReader;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import javax.xml.parsers.SAXParserFactory;
import org.xml.sax.Attributes;
import org.xml.sax.InputSource;
import org.xml.sax.helpers.DefaultHandler;

/**
 * Coroutines as PPPJ 2010 has them, and what they refuse.
 *
 * <p>The class stays whole because it is a list: one case for each rule.
 */
public final class Coroutines {
    private static final int MANY = 300;
    private static final ContinuationScope SCOPE = new ContinuationScope("around");

    private Coroutines() {}

    /** Says so when all is as it should be. */
    public static void main(String[] args) throws InterruptedException {
        Everywhere.run(Coroutines::takeTurns);
        Everywhere.run(Coroutines::areInARing);
        Everywhere.run(Coroutines::yieldToEachOther);
        Everywhere.run(Coroutines::passATokenAround);
        Everywhere.run(Coroutines::makeOthers);
        Everywhere.run(Coroutines::doNotYieldToThemselvesOrTheFinished);
        Everywhere.run(Coroutines::failAlone);
        Everywhere.run(Coroutines::belongToOneThread);
        Everywhere.run(Coroutines::stayUnderAMonitor);
        Everywhere.run(Coroutines::areNotCurrentWhileTheThreadIsSuspended);
        Everywhere.run(Coroutines::goOnWithoutOneThatWasDropped);
        Everywhere.run(Coroutines::areCalled);
        Everywhere.run(Coroutines::callOneAnother);
        Everywhere.run(Coroutines::areIterated);
        Everywhere.run(Coroutines::walkATree);
        Everywhere.run(Coroutines::invertAParser);
        Everywhere.run(Coroutines::doNotYieldWhereTheyShouldReturn);
        Everywhere.run(Coroutines::refuseCalls);
        Everywhere.run(Coroutines::passExceptionsToTheCaller);
        System.out.println("coroutines");
    }

    private static final class Sample extends Coroutine {
        private final StringBuilder events;

        Sample(StringBuilder events) {
            this.events = events;
        }

        @Override
        protected void run() {
            events.append("b");
            pause();
            Coroutine.yield();
            events.append("d");
        }
    }

    private static void takeTurns() {
        StringBuilder events = new StringBuilder();
        Sample sample = new Sample(events);
        events.append("a");
        check(!sample.isFinished());
        Coroutine.yield();
        events.append("c");
        Everywhere.suspendAll();
        Coroutine.yield();
        events.append("e");
        check(sample.isFinished());
        Coroutine.yield();
        same("abcde", events.toString());
    }

    private static void areInARing() {
        StringBuilder events = new StringBuilder();
        for (int i = 0; i < 3; i++) {
            int number = i;
            new Coroutine(() -> {
                for (int j = 0; j < 2; j++) {
                    events.append(number);
                    Coroutine.yield();
                }
            });
        }
        for (int i = 0; i < 4; i++) {
            events.append('|');
            Coroutine.yield();
        }
        // each is put right behind the thread
        same("|210|210||", events.toString());
    }

    private static void yieldToEachOther() {
        StringBuilder events = new StringBuilder();
        List<Coroutine> all = new ArrayList<>();
        Coroutine thread = Coroutine.current();
        for (int i = 0; i < 3; i++) {
            int number = i;
            all.add(new Coroutine(() -> {
                check(Coroutine.current() == all.get(number));
                events.append(number);
                Coroutine.yieldTo(number == 2 ? thread : all.get(number + 1));
                events.append((char) ('a' + number));
            }));
        }
        Coroutine.yieldTo(all.get(0));
        same("012", events.toString());
        // yieldTo has moved each behind the one that it has yielded to
        while (!all.stream().allMatch(Coroutine::isFinished)) {
            Coroutine.yield();
        }
        same("012cba", events.toString());
        check(Coroutine.current() == thread);
    }

    private static void passATokenAround() {
        int[] token = new int[1];
        List<Coroutine> all = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            all.add(new Coroutine(() -> {
                for (int round = 0; round < 5; round++) {
                    token[0]++;
                    deep(3);
                }
            }));
        }
        for (int round = 1; round <= 5; round++) {
            Coroutine.yield();
            same(round * MANY, token[0]);
        }
        Coroutine.yield();
        check(all.stream().allMatch(Coroutine::isFinished));
    }

    private static void deep(int levels) {
        if (levels == 0) {
            Coroutine.yield();
        } else {
            deep(levels - 1);
        }
    }

    private static void makeOthers() {
        StringBuilder events = new StringBuilder();
        new Coroutine(() -> {
            events.append("a");
            new Coroutine(() -> events.append("b"));
            Coroutine.yield();
            events.append("c");
        });
        Coroutine.yield();
        Coroutine.yield();
        same("abc", events.toString());
    }

    private static void reason(CoroutineException.Reason reason, Everywhere.Body body) throws Throwable {
        same(reason, refused(CoroutineException.class, body).reason());
    }

    private static void doNotYieldToThemselvesOrTheFinished() throws Throwable {
        List<Throwable> failures = new ArrayList<>();
        Coroutine ended = new Coroutine(() -> {});
        Coroutine.yield();
        check(ended.isFinished());
        reason(CoroutineException.Reason.FINISHED, () -> Coroutine.yieldTo(ended));
        reason(CoroutineException.Reason.SELF, () -> Coroutine.yieldTo(Coroutine.current()));
        refused(NullPointerException.class, () -> Coroutine.yieldTo(null));
        new Coroutine(() -> {
            try {
                reason(CoroutineException.Reason.SELF, () -> Coroutine.yieldTo(Coroutine.current()));
                reason(CoroutineException.Reason.FINISHED, () -> Coroutine.yieldTo(ended));
                Coroutine.yield();
            } catch (Throwable t) {
                failures.add(t);
            }
        });
        Coroutine.yield();
        Coroutine.yield();
        same(List.of(), failures);
    }

    private static void failAlone() {
        List<Throwable> seen = new ArrayList<>();
        Thread thread = Thread.currentThread();
        Thread.UncaughtExceptionHandler before = thread.getUncaughtExceptionHandler();
        thread.setUncaughtExceptionHandler((any, exception) -> seen.add(exception));
        IllegalArgumentException thrown = new IllegalArgumentException();
        Coroutine failing = new Coroutine(() -> {
            Coroutine.yield();
            throw thrown;
        });
        Coroutine.yield();
        Coroutine.yield();
        thread.setUncaughtExceptionHandler(before);
        check(failing.isFinished());
        same(List.of(thrown), seen);
    }

    private static void inAnotherThread(Everywhere.Body body) throws Throwable {
        List<Throwable> failures = new ArrayList<>();
        Thread other = new Thread(() -> {
            try {
                body.run();
            } catch (Throwable t) {
                failures.add(t);
            }
        });
        other.start();
        other.join();
        if (!failures.isEmpty()) {
            throw failures.get(0);
        }
    }

    private static void belongToOneThread() throws Throwable {
        Coroutine own = new Coroutine(() -> {});
        AsymCoroutine<Integer, Integer> asymmetric = new AsymCoroutine<>((self, value) -> self.ret(value));
        same(1, asymmetric.call(1));
        inAnotherThread(() -> {
            reason(CoroutineException.Reason.OTHER_THREAD, () -> Coroutine.yieldTo(own));
            reason(CoroutineException.Reason.OTHER_THREAD, asymmetric::call);
            Coroutine.yield();
        });
        check(!own.isFinished());
        Coroutine.yield();
        check(own.isFinished());
    }

    /** Its monitor cannot be left. */
    private static final ClassLoader LOADER = new ClassLoader() {};

    private static void stays() throws Throwable {
        synchronized (LOADER) {
            refused(PinnedException.class, Coroutine::yield);
        }
    }

    private static void stayUnderAMonitor() {
        StringBuilder events = new StringBuilder();
        new Coroutine(() -> {
            try {
                stays();
                events.append("a");
                Coroutine.yield();
                events.append("c");
            } catch (Throwable t) {
                events.append(t);
            }
        });
        Coroutine.yield();
        events.append("b");
        Coroutine.yield();
        same("abc", events.toString());
    }

    private static void areNotCurrentWhileTheThreadIsSuspended() throws Throwable {
        boolean[] mayEnd = new boolean[1];
        Continuation around = new Continuation(SCOPE, () -> {
            new Coroutine(() -> Continuation.suspend(SCOPE));
            Coroutine.yield();
            mayEnd[0] = true;
        });
        check(!around.run());
        reason(CoroutineException.Reason.NOT_CURRENT, Coroutine::yield);
        check(around.run());
        check(mayEnd[0]);
        Coroutine.yield();
    }

    /** One that is dropped while it has its turn has ended, and the others go on. */
    private static void goOnWithoutOneThatWasDropped() throws Throwable {
        StringBuilder events = new StringBuilder();
        MethodHandle append = MethodHandles.lookup()
                .findVirtual(StringBuilder.class, "append", MethodType.methodType(StringBuilder.class, String.class));
        Coroutine[] dropped = new Coroutine[1];
        Continuation around = new Continuation(SCOPE, () -> {
            new Coroutine(() -> {
                events.append("c");
                Coroutine.yield();
                events.append("e");
            });
            dropped[0] = new Coroutine(() -> {
                events.append("a");
                Continuation.unwindAndInvoke(SCOPE, append, events, "b");
            });
            Coroutine.yield();
        });
        check(around.run());
        check(dropped[0].isFinished());
        Coroutine.yield();
        events.append("d");
        Coroutine.yield();
        same("abcde", events.toString());
        Coroutine.yield();
    }

    private static void areCalled() throws Throwable {
        AsymCoroutine<Integer, Integer> doubling = new AsymCoroutine<>() {
            @Override
            protected Integer run(Integer value) {
                int next = value;
                for (int i = 1; i < 4; i++) {
                    pause();
                    next = ret(next * 2 + i);
                }
                return next * 2 + 4;
            }
        };
        for (int i = 1; i <= 4; i++) {
            check(!doubling.isFinished());
            same(2000 * i + i, doubling.call(1000 * i));
            Everywhere.suspendAll();
        }
        check(doubling.isFinished());
        reason(CoroutineException.Reason.FINISHED, () -> doubling.call(1));
        AsymCoroutine<Void, Void> silent = new AsymCoroutine<>((self, value) -> {
            check(value == null && self.ret() == null);
            return null;
        });
        check(silent.call() == null && !silent.isFinished());
        check(silent.call() == null && silent.isFinished());
    }

    private static void callOneAnother() {
        StringBuilder events = new StringBuilder();
        AsymCoroutine<Void, Void> last = null;
        for (int i = 4; i >= 0; i--) {
            AsymCoroutine<Void, Void> inner = last;
            int number = i;
            last = new AsymCoroutine<>((self, value) -> {
                for (int round = 0; round < 2; round++) {
                    events.append('<').append(number);
                    if (inner != null) {
                        inner.call();
                    }
                    events.append('>').append(number);
                    self.ret();
                }
                return null;
            });
        }
        AsymCoroutine<Void, Void> outermost = last;
        new Coroutine(() -> {
            outermost.call();
            Coroutine.yield();
            outermost.call();
        });
        Coroutine.yield();
        events.append(' ');
        Coroutine.yield();
        same("<0<1<2<3<4>4>3>2>1>0 <0<1<2<3<4>4>3>2>1>0", events.toString());
    }

    private static void areIterated() throws Throwable {
        AsymCoroutine<Void, Integer> squares = new AsymCoroutine<>((self, value) -> {
            for (int i = 1; i < 4; i++) {
                self.ret(i * i);
            }
            return 16;
        });
        List<Integer> seen = new ArrayList<>();
        for (int each : squares) {
            seen.add(each);
        }
        same(List.of(1, 4, 9, 16), seen);
        refused(NoSuchElementException.class, () -> squares.iterator().next());
    }

    private static final class Walk extends AsymCoroutine<Void, Integer> {
        private final int depth;

        Walk(int depth) {
            this.depth = depth;
        }

        @Override
        protected Integer run(Void value) {
            walk(depth);
            return 0;
        }

        private void walk(int left) {
            if (left > 0) {
                walk(left - 1);
                ret(left);
                walk(left - 1);
            }
        }
    }

    private static void walkATree() {
        StringBuilder marks = new StringBuilder();
        new Walk(4).forEach(marks::append);
        same("1213121412131210", marks.toString());
        // two at the same time: the fringes of two trees
        AsymCoroutine<Void, Integer> one = new Walk(6);
        AsymCoroutine<Void, Integer> other = new Walk(6);
        while (!one.isFinished()) {
            same(one.call(), other.call());
        }
        check(other.isFinished());
    }

    private static final class Parser extends AsymCoroutine<Void, String> {
        private final String text;

        Parser(String text) {
            this.text = text;
        }

        @Override
        protected String run(Void value) {
            try {
                SAXParserFactory.newInstance()
                        .newSAXParser()
                        .parse(new InputSource(new StringReader(text)), new DefaultHandler() {
                            @Override
                            public void startElement(String uri, String local, String name, Attributes attributes) {
                                ret(name);
                            }

                            @Override
                            public void endElement(String uri, String local, String name) {
                                ret("/" + name);
                            }
                        });
                return "end";
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }
    }

    private static void invertAParser() {
        Parser parser = new Parser("<a><b x='1'/>text<c><d/></c></a>");
        same("a b /b c d /d /c /a end", String.join(" ", parser));
    }

    private static void doNotYieldWhereTheyShouldReturn() throws Throwable {
        List<Throwable> failures = new ArrayList<>();
        new Coroutine(() -> {});
        AsymCoroutine<Void, Void> asymmetric = new AsymCoroutine<>((self, value) -> {
            try {
                reason(CoroutineException.Reason.IN_ASYMMETRIC, Coroutine::yield);
                reason(CoroutineException.Reason.IN_ASYMMETRIC, () -> Coroutine.yieldTo(Coroutine.current()));
                self.ret();
            } catch (Throwable t) {
                failures.add(t);
            }
            return null;
        });
        asymmetric.call();
        Coroutine.yield();
        asymmetric.call();
        same(List.of(), failures);
        check(asymmetric.isFinished());
    }

    private static void refuseCalls() throws Throwable {
        List<AsymCoroutine<Integer, Integer>> self = new ArrayList<>();
        self.add(new AsymCoroutine<>((own, value) -> {
            try {
                reason(CoroutineException.Reason.IN_USE, () -> self.get(0).call(2));
                AsymCoroutine<Void, Integer> inner = new AsymCoroutine<>((in, none) -> {
                    try {
                        reason(CoroutineException.Reason.NOT_CURRENT, () -> self.get(0)
                                .ret(3));
                    } catch (Throwable t) {
                        return -2;
                    }
                    return 5;
                });
                return inner.call() + self.get(0).ret(value);
            } catch (Throwable t) {
                return -1;
            }
        }));
        reason(CoroutineException.Reason.NOT_CURRENT, () -> self.get(0).ret(1));
        same(7, self.get(0).call(7));
        reason(CoroutineException.Reason.NOT_CURRENT, () -> self.get(0).ret(1));
        same(13, self.get(0).call(8));
        refused(NullPointerException.class, () -> new AsymCoroutine<Void, Void>(null));
        refused(NullPointerException.class, () -> new Coroutine(null));
    }

    private static void passExceptionsToTheCaller() throws Throwable {
        AsymCoroutine<Void, Void> failing = new AsymCoroutine<>((self, value) -> {
            self.ret();
            throw new IllegalArgumentException("thrown");
        });
        failing.call();
        same("thrown", refused(IllegalArgumentException.class, failing::call).getMessage());
        check(failing.isFinished());
    }
}
