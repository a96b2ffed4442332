package dev.weft.macro;

import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.configuration.Configuration;

/** Counts records, and adds all running sums: the same for any order in which keys come. */
final class Checked extends RichMapFunction<Tuple2<Long, Long>, Long> {
    private static final long serialVersionUID = 1L;

    private final LongCounter records = new LongCounter();
    private final LongCounter sums = new LongCounter();

    @Override
    public void open(Configuration parameters) {
        getRuntimeContext().addAccumulator("records", records);
        getRuntimeContext().addAccumulator("last", sums);
    }

    @Override
    public Long map(Tuple2<Long, Long> pair) {
        records.add(1L);
        sums.add(pair.f1);
        return pair.f1;
    }
}
