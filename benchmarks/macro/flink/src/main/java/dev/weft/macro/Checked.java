package dev.weft.macro;

import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.accumulators.LongMaximum;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.configuration.Configuration;

/**
 * Counts records, and finds the largest running sum, which is that of the key with the largest numbers: the same for
 * any order, as two sources run ahead of each other.
 */
final class Checked extends RichMapFunction<Tuple2<Long, Long>, Long> {
    private static final long serialVersionUID = 1L;

    private final LongCounter records = new LongCounter();
    private final LongMaximum largest = new LongMaximum(0);

    @Override
    public void open(Configuration parameters) {
        getRuntimeContext().addAccumulator("records", records);
        getRuntimeContext().addAccumulator("largest", largest);
    }

    @Override
    public Long map(Tuple2<Long, Long> pair) {
        records.add(1L);
        largest.add(pair.f1);
        return pair.f1;
    }
}
