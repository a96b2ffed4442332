package dev.weft.large;

import dev.weft.bench.macro.Place;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.camunda.bpm.engine.ProcessEngine;
import org.camunda.bpm.engine.ProcessEngineConfiguration;
import org.camunda.bpm.engine.delegate.DelegateExecution;
import org.camunda.bpm.engine.delegate.JavaDelegate;
import org.camunda.bpm.engine.task.Task;
import org.camunda.bpm.model.bpmn.Bpmn;

/** Camunda: an engine on H2 with its job executor; with service tasks, asynchronous ones, timers and users. */
public final class Camunda extends LargeProgram {
    private static final Map<String, CountDownLatch> ENDED = new ConcurrentHashMap<>();
    private static final Map<String, Long> RESULTS = new ConcurrentHashMap<>();

    private final AtomicLong number = new AtomicLong();
    private ProcessEngine engine;

    @Override
    protected void start(Place place) {
        engine = ProcessEngineConfiguration.createStandaloneInMemProcessEngineConfiguration()
                .setJdbcUrl("jdbc:h2:mem:camunda;DB_CLOSE_DELAY=1000")
                .setJobExecutorActivate(true)
                .buildProcessEngine();
        engine.getRepositoryService()
                .createDeployment()
                .addModelInstance(
                        "large.bpmn",
                        Bpmn.createExecutableProcess("large")
                                .camundaHistoryTimeToLive(1)
                                .startEvent()
                                .serviceTask()
                                .camundaClass(Add.class.getName())
                                .parallelGateway("fork")
                                .serviceTask()
                                .camundaAsyncBefore()
                                .camundaClass(Add.class.getName())
                                .parallelGateway("join")
                                .userTask("approve")
                                .serviceTask()
                                .camundaAsyncBefore()
                                .camundaClass(End.class.getName())
                                .endEvent()
                                .moveToNode("fork")
                                .serviceTask()
                                .camundaExpression("${kind * 2}")
                                .camundaResultVariable("twice")
                                .connectTo("join")
                                .done())
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
        engine.getRuntimeService().startProcessInstanceByKey("large", key, Map.of("kind", kind, "sum", 0));
        Task task = null;
        while (task == null) {
            task = engine.getTaskService()
                    .createTaskQuery()
                    .processInstanceBusinessKey(key)
                    .singleResult();
            Thread.sleep(5);
        }
        engine.getTaskService().complete(task.getId(), Map.of("approved", true));
        expect(ended.await(2, TimeUnit.MINUTES), "process " + key + " has not ended");
        return RESULTS.remove(key);
    }

    @Override
    protected void stop() {
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
            String key = execution.getProcessBusinessKey();
            RESULTS.put(
                    key,
                    ((Number) execution.getVariable("sum")).longValue() * 100
                            + ((Number) execution.getVariable("twice")).longValue());
            ENDED.remove(key).countDown();
        }
    }
}
