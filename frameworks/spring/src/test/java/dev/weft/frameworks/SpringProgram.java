package dev.weft.frameworks;

import java.util.concurrent.FutureTask;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.core.task.TaskExecutor;
import org.springframework.core.task.VirtualThreadTaskExecutor;

/** Spring Framework 6.1: its two executors that know virtual threads. */
public final class SpringProgram {
    private SpringProgram() {}

    private static void run(TaskExecutor executor) throws Exception {
        FutureTask<String> task = new FutureTask<>(Where::amI);
        executor.execute(task);
        Where.say(executor.getClass().getSimpleName(), task.get());
    }

    public static void main(String[] args) throws Exception {
        run(new VirtualThreadTaskExecutor());
        run(new VirtualThreadTaskExecutor("named-"));
        try (SimpleAsyncTaskExecutor simple = new SimpleAsyncTaskExecutor("simple-")) {
            simple.setVirtualThreads(true);
            run(simple);
        }
    }
}
