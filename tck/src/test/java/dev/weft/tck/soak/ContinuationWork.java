package dev.weft.tck.soak;

import dev.weft.Continuation;
import dev.weft.ContinuationScope;
import dev.weft.Generator;
import java.util.Random;

/** Continuations and generators; loaded on Weft only. */
final class ContinuationWork implements Work {
    private static final ContinuationScope SCOPE = new ContinuationScope("soak");

    @Override
    public void once(Shared shared, Random random) throws Exception {
        int steps = random.nextInt(20);
        int[] done = new int[1];
        Continuation continuation = new Continuation(SCOPE, () -> {
            for (int i = 0; i < steps; i++) {
                done[0]++;
                if (i % 5 == 0) {
                    Thread.yield();
                }
                Continuation.suspend(SCOPE);
            }
        });
        int runs = 0;
        while (!continuation.isDone()) {
            continuation.run();
            runs++;
            if (runs % 3 == 0) {
                Thread.yield();
            }
        }
        shared.ledger.check(done[0] == steps && runs == steps + 1, "a continuation lost a step");
        int sum = 0;
        Generator<Integer> numbers = new Generator<>(out -> {
            for (int i = 0; i < steps; i++) {
                Thread.yield();
                out.yield(i);
            }
        });
        for (int each : numbers) {
            sum += each;
        }
        shared.ledger.check(sum == steps * (steps - 1) / 2, "a generator lost a value");
    }
}
