package dev.weft.large;

import dev.weft.bench.macro.Place;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.flowable.engine.ProcessEngine;
import org.flowable.engine.ProcessEngineConfiguration;
import org.flowable.engine.delegate.DelegateExecution;
import org.flowable.engine.delegate.JavaDelegate;
import org.flowable.engine.impl.cfg.StandaloneInMemProcessEngineConfiguration;
import org.flowable.task.api.Task;

/** Flowable: an engine on H2 with its asynchronous executor: service tasks, timers, a user's task, parallel ways. */
public final class Flowable extends LargeProgram {
    private static final Map<String, CountDownLatch> ENDED = new ConcurrentHashMap<>();
    private static final Map<String, Long> RESULTS = new ConcurrentHashMap<>();
    private static final String PROCESS =
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:flowable="http://flowable.org/bpmn"
                targetNamespace="large">
              <process id="large" isExecutable="true">
                <startEvent id="start"/>
                <sequenceFlow id="f1" sourceRef="start" targetRef="first"/>
                <serviceTask id="first" flowable:class="dev.weft.large.Flowable$Add"/>
                <sequenceFlow id="f2" sourceRef="first" targetRef="fork"/>
                <parallelGateway id="fork"/>
                <sequenceFlow id="f3" sourceRef="fork" targetRef="left"/>
                <sequenceFlow id="f4" sourceRef="fork" targetRef="right"/>
                <serviceTask id="left" flowable:async="true" flowable:class="dev.weft.large.Flowable$Add"/>
                <serviceTask id="right" flowable:expression="${kind * 2}" flowable:resultVariable="twice"/>
                <sequenceFlow id="f5" sourceRef="left" targetRef="join"/>
                <sequenceFlow id="f6" sourceRef="right" targetRef="join"/>
                <parallelGateway id="join"/>
                <sequenceFlow id="f7" sourceRef="join" targetRef="approve"/>
                <userTask id="approve"/>
                <sequenceFlow id="f8" sourceRef="approve" targetRef="last"/>
                <serviceTask id="last" flowable:async="true" flowable:class="dev.weft.large.Flowable$End"/>
                <sequenceFlow id="f9" sourceRef="last" targetRef="end"/>
                <endEvent id="end"/>
              </process>
            </definitions>
            """;

    private final AtomicLong number = new AtomicLong();
    private ProcessEngine engine;

    @Override
    protected void start(Place place) {
        ProcessEngineConfiguration configuration = new StandaloneInMemProcessEngineConfiguration()
                .setJdbcUrl("jdbc:h2:mem:flowable;DB_CLOSE_DELAY=1000")
                .setAsyncExecutorActivate(true);
        engine = configuration.buildProcessEngine();
        engine.getRepositoryService()
                .createDeployment()
                .addString("large.bpmn20.xml", PROCESS)
                .deploy();
    }

    @Override
    public int kinds() {
        return 3;
    }

    @Override
    public long unit(int worker, int kind) throws Exception {
        String key = "k" + number.getAndIncrement();
        CountDownLatch ended = new CountDownLatch(1);
        ENDED.put(key, ended);
        engine.getRuntimeService()
                .startProcessInstanceByKey("large", key, new HashMap<>(Map.of("kind", kind, "sum", 0, "key", key)));
        Task task = null;
        while (task == null) {
            task = engine.getTaskService()
                    .createTaskQuery()
                    .processInstanceBusinessKey(key)
                    .singleResult();
            Thread.sleep(5);
        }
        engine.getTaskService().complete(task.getId(), new HashMap<>(Map.of("approved", true)));
        expect(ended.await(2, TimeUnit.MINUTES), "process " + key + " has not ended");
        return RESULTS.remove(key);
    }

    @Override
    protected void stop() throws InterruptedException {
        // the transaction of what has just ended may not be committed yet; closing unlocks its job
        while (engine.getManagementService().createJobQuery().count() > 0) {
            Thread.sleep(5);
        }
        engine.close();
    }

    /** Adds. */
    public static final class Add implements JavaDelegate {
        @Override
        public void execute(DelegateExecution execution) {
            execution.setVariable("sum", (Integer) execution.getVariable("sum") + 10);
        }
    }

    /** Tells that the process has come to its end. */
    public static final class End implements JavaDelegate {
        @Override
        public void execute(DelegateExecution execution) {
            String key = (String) execution.getVariable("key");
            RESULTS.put(
                    key,
                    ((Number) execution.getVariable("sum")).longValue() * 100
                            + ((Number) execution.getVariable("twice")).longValue());
            ENDED.remove(key).countDown();
        }
    }
}
