package dev.weft.macro;

import dev.weft.bench.macro.MacroProgram;
import dev.weft.bench.macro.Place;
import dev.weft.bench.macro.WrongAnswer;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.DiscardingSink;

/** Flink's mini cluster with two task managers: jobs that make numbers, group them by key, and add them. */
public final class Flink implements MacroProgram {
    private static final int RECORDS = 100_000;
    private static final int KEYS = 100;

    private MiniCluster cluster;

    @Override
    public void open(Place place) throws Exception {
        Configuration configuration = new Configuration();
        configuration.set(RestOptions.BIND_PORT, "0");
        configuration.set(RestOptions.ADDRESS, "127.0.0.1");
        configuration.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(64));
        cluster = new MiniCluster(new MiniClusterConfiguration.Builder()
                .setConfiguration(configuration)
                .setNumTaskManagers(2)
                .setNumSlotsPerTaskManager(2)
                .build());
        cluster.start();
    }

    @Override
    public int workers() {
        return 1;
    }

    @Override
    public long unit(int worker, int kind) throws Exception {
        StreamExecutionEnvironment job = StreamExecutionEnvironment.createLocalEnvironment(2);
        job.setRuntimeMode(RuntimeExecutionMode.STREAMING);
        job.fromSequence(0, RECORDS - 1)
                .map(number -> Tuple2.of(number % KEYS, number))
                .returns(Types.TUPLE(Types.LONG, Types.LONG))
                .keyBy(pair -> pair.f0)
                .sum(1)
                .map(new Checked())
                .addSink(new DiscardingSink<>());
        JobResult result = cluster.requestJobResult(
                        cluster.submitJob(job.getStreamGraph().getJobGraph())
                                .get()
                                .getJobID())
                .get(Place.PATIENCE.toMinutes(), TimeUnit.MINUTES);
        var sums = result.toJobExecutionResult(Flink.class.getClassLoader()).getAllAccumulatorResults();
        WrongAnswer.unlessEqual("records", RECORDS, (Long) sums.get("records"));
        return (Long) sums.get("largest");
    }

    @Override
    public void close() throws Exception {
        if (cluster != null) {
            cluster.closeAsync().get(1, TimeUnit.MINUTES);
        }
    }
}
