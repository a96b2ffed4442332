package dev.weft.large;

import com.sun.net.httpserver.HttpServer;
import dev.weft.bench.macro.Place;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.jmeter.assertions.ResponseAssertion;
import org.apache.jmeter.control.LoopController;
import org.apache.jmeter.engine.StandardJMeterEngine;
import org.apache.jmeter.protocol.http.sampler.HTTPSamplerProxy;
import org.apache.jmeter.reporters.ResultCollector;
import org.apache.jmeter.reporters.Summariser;
import org.apache.jmeter.testelement.TestPlan;
import org.apache.jmeter.threads.ThreadGroup;
import org.apache.jmeter.timers.ConstantTimer;
import org.apache.jmeter.util.JMeterUtils;
import org.apache.jorphan.collections.HashTree;
import org.apache.jorphan.collections.ListedHashTree;

/** JMeter: a plan of 20 threads that ramp up, wait and ask the JDK's HTTP server, and asserts. */
public final class JMeter extends LargeProgram {
    private static final int THREADS = 20;
    private static final int LOOPS = 5;

    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicInteger number = new AtomicInteger();
    private HttpServer server;
    private Path folder;

    @Override
    protected void start(Place place) throws Exception {
        folder = place.folder();
        server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 100);
        server.createContext("/", exchange -> {
            byte[] answer = ("answer to " + exchange.getRequestURI()).getBytes();
            requests.incrementAndGet();
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.setExecutor(Executors.newCachedThreadPool());
        server.start();
        Path home = Files.createDirectories(folder.resolve("jmeter"));
        Path properties = Files.writeString(
                Files.createDirectories(home.resolve("bin")).resolve("jmeter.properties"),
                "jmeter.save.saveservice.output_format=csv\njmeterengine.force.system.exit=false\n");
        for (String name : new String[] {"saveservice.properties", "upgrade.properties"}) {
            Files.writeString(home.resolve("bin").resolve(name), "_file_version=5.0\n");
        }
        JMeterUtils.setJMeterHome(home.toString());
        JMeterUtils.loadJMeterProperties(properties.toString());
        JMeterUtils.initLocale();
    }

    @Override
    public int workers() {
        return 1;
    }

    @Override
    public int kinds() {
        return 2;
    }

    @Override
    public int unitsPerCall() {
        return THREADS * LOOPS;
    }

    @Override
    public long unit(int worker, int kind) throws Exception {
        int before = requests.get();
        HTTPSamplerProxy sampler = new HTTPSamplerProxy(kind == 0 ? "Java" : "HttpClient4");
        sampler.setDomain("127.0.0.1");
        sampler.setPort(server.getAddress().getPort());
        sampler.setProtocol("http");
        sampler.setPath("/large");
        sampler.setMethod("GET");
        sampler.setUseKeepAlive(true);
        ResponseAssertion assertion = new ResponseAssertion();
        assertion.setTestFieldResponseData();
        assertion.setToContainsType();
        assertion.addTestString("answer to /large");
        LoopController loop = new LoopController();
        loop.setLoops(LOOPS);
        loop.setFirst(true);
        loop.initialize();
        ThreadGroup group = new ThreadGroup();
        group.setNumThreads(THREADS);
        group.setRampUp(1);
        group.setSamplerController(loop);
        ConstantTimer timer = new ConstantTimer();
        timer.setDelay("20");
        Path file = folder.resolve("results" + number.getAndIncrement() + ".csv");
        ResultCollector results = new ResultCollector(new Summariser("large"));
        results.setFilename(file.toString());
        HashTree plan = new ListedHashTree();
        HashTree threads = plan.add(new TestPlan("large")).add(group);
        HashTree sampled = threads.add(sampler);
        sampled.add(assertion);
        sampled.add(timer);
        plan.add(plan.getArray()[0], results);
        StandardJMeterEngine engine = new StandardJMeterEngine();
        engine.configure(plan);
        engine.run();
        while (engine.isActive()) {
            Thread.sleep(10);
        }
        same(THREADS * LOOPS, requests.get() - before, "requests");
        String lines = Files.readString(file);
        long right = lines.lines()
                .filter(line -> line.contains(",200,") && line.contains(",true,"))
                .count();
        same((long) THREADS * LOOPS, right, "right answers in the results file");
        return right;
    }

    @Override
    protected void stop() {
        server.stop(0);
    }
}
