package dev.weft.large;

import dev.weft.bench.macro.Place;
import javax.script.ScriptEngine;
import javax.script.ScriptEngineManager;
import org.jruby.embed.LocalContextScope;
import org.jruby.embed.ScriptingContainer;
import org.python.util.PythonInterpreter;

/** JRuby with threads, queues and fibers of its own, and Jython with threads, queues and generators. */
public final class Scripts extends LargeProgram {
    private static final String RUBY =
            """
            require 'thread'
            queue = SizedQueue.new(3)
            mutex = Mutex.new
            sum = 0
            makers = 3.times.map { |n| Thread.new { 20.times { |i| queue << n * 100 + i } } }
            takers = 2.times.map { Thread.new { while (v = queue.pop) != :end; mutex.synchronize { sum += v }; end } }
            makers.each(&:join)
            2.times { queue << :end }
            takers.each(&:join)
            fiber = Fiber.new { a, b = 0, 1; loop { Fiber.yield a; a, b = b, a + b } }
            20.times { sum += fiber.resume }
            e = Enumerator.new { |y| 10.times { |i| sleep 0.001; y << i * i } }
            sum += e.next + e.next + e.lazy.map { |x| x + 1 }.first(5).sum
            cv = ConditionVariable.new
            ready = false
            waiter = Thread.new { mutex.synchronize { cv.wait(mutex) until ready; sum += 1000 } }
            mutex.synchronize { ready = true; cv.broadcast }
            waiter.join
            begin
              Thread.new { Thread.current.report_on_exception = false; raise ArgumentError, 'boom' }.join
            rescue ArgumentError => x
              sum += x.message.length
            end
            r = Thread.new { begin; sleep; ensure; sum += 7; end }
            Thread.pass until r.status == 'sleep'
            r.kill
            r.join
            sum
            """;
    private static final String PYTHON =
            """
            import threading, Queue, time
            class T:
                def __init__(self): self.sum = 0; self.lock = threading.RLock()
                def add(self, n):
                    with self.lock:
                        time.sleep(0.0005)
                        self.sum += n
            t = T()
            q = Queue.Queue(3)
            def make(n):
                for i in range(10): q.put(n * 100 + i)
            def take():
                while True:
                    v = q.get()
                    if v is None: return
                    t.add(v)
            def gen(n):
                for i in range(n):
                    time.sleep(0.0005)
                    yield i * i
            makers = [threading.Thread(target=make, args=(n,)) for n in range(3)]
            takers = [threading.Thread(target=take) for n in range(2)]
            for x in makers + takers: x.start()
            for x in makers: x.join()
            for x in takers: q.put(None)
            for x in takers: x.join()
            event = threading.Event()
            cond = threading.Condition()
            def wait():
                event.wait()
                with cond: cond.notifyAll()
            w = threading.Thread(target=wait)
            with cond:
                w.start()
                event.set()
                cond.wait()
            w.join()
            result = t.sum + sum(gen(10)) + len(sorted([3, 1, 2], key=lambda v: (time.sleep(0.0005), -v)[1]))
            """;

    @Override
    protected void start(Place place) {
        System.setProperty("python.cachedir.skip", "true");
        System.setProperty("python.import.site", "false");
        ScriptEngine none = new ScriptEngineManager().getEngineByName("no such language");
        expect(none == null, "an engine of no language");
    }

    @Override
    public int workers() {
        return 2;
    }

    @Override
    public int kinds() {
        return 2;
    }

    @Override
    public long unit(int worker, int kind) {
        if (kind == 0) {
            ScriptingContainer ruby = new ScriptingContainer(LocalContextScope.SINGLETHREAD);
            try {
                return ((Number) ruby.runScriptlet(RUBY)).longValue();
            } finally {
                ruby.terminate();
            }
        }
        try (PythonInterpreter python = new PythonInterpreter()) {
            python.exec(PYTHON);
            return python.get("result").asLong();
        }
    }

    @Override
    protected void stop() {}
}
