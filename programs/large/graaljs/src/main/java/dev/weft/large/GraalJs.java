package dev.weft.large;

import dev.weft.bench.macro.Place;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.HostAccess;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;

/** Graal.js: contexts of one engine, generators, promises, regular expressions, and calls of Java that block. */
public final class GraalJs extends LargeProgram {
    private static final Source SOURCE = Source.create(
            "js",
            """
            class Shape { constructor(n) { this.n = n; } area() { return this.n * this.n; } }
            function* numbers(n) { for (let i = 0; i < n; i++) { host.pause(); yield i; } }
            async function later(n) {
              let s = 0;
              for (const i of numbers(n)) { s += await Promise.resolve(i); }
              return s;
            }
            (function (kind) {
              let sum = 0;
              for (const i of numbers(30)) { sum += new Shape(i + kind).area(); }
              const words = 'the quick brown fox'.replace(/(\\w+) (\\w+)/g, '$2 $1').split(' ').sort().join(',');
              const map = new Map([...words].map((c, i) => [c, i]));
              later(20).then(v => host.result(v));
              try { host.fail(); } catch (e) { sum += String(e.message).length; }
              return sum * 1000 + map.size * 10 + JSON.stringify({words, sum}).length + BigInt(sum).toString().length;
            })
            """);

    private Engine engine;

    /** What scripts call. */
    public static final class Host {
        private final BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);
        private volatile long result;

        /** Hands over to another thread and back. */
        @HostAccess.Export
        public void pause() throws InterruptedException {
            Thread thread = new Thread(() -> queue.add(1));
            thread.start();
            queue.take();
        }

        /** Takes the result of a promise. */
        @HostAccess.Export
        public void result(long value) {
            result = value;
        }

        /** Throws. */
        @HostAccess.Export
        public void fail() {
            throw new IllegalStateException("on purpose");
        }
    }

    @Override
    protected void start(Place place) {
        engine = Engine.newBuilder()
                .option("engine.WarnInterpreterOnly", "false")
                .build();
    }

    @Override
    public int kinds() {
        return 4;
    }

    @Override
    public long unit(int worker, int kind) throws Exception {
        Host host = new Host();
        try (Context context = Context.newBuilder("js")
                .engine(engine)
                .allowHostAccess(HostAccess.EXPLICIT)
                .build()) {
            context.getBindings("js").putMember("host", host);
            Value function = context.eval(SOURCE);
            long value = function.execute(kind).asLong();
            same(190L, host.result, "the promise's value");
            if (kind == 3) {
                cancel();
            }
            return value;
        }
    }

    /** Closes a context while a loop that never ends runs in it. */
    private void cancel() throws InterruptedException {
        Context context = Context.newBuilder("js").engine(engine).build();
        Thread stopper = new Thread(() -> context.close(true));
        stopper.start();
        try {
            context.eval("js", "while (true) { }");
            throw new AssertionError("the loop has ended");
        } catch (PolyglotException e) {
            expect(e.isCancelled(), e);
        } catch (IllegalStateException e) {
            // closed before the loop began
            expect(e.getMessage().contains("closed"), e);
        }
        stopper.join();
    }

    @Override
    protected void stop() {
        engine.close();
    }
}
