package dev.weft.weaver.weave;

import dev.weft.agent.facts.StubReason;
import dev.weft.agent.twin.WeaveListener;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.objectweb.asm.tree.MethodNode;

/** Counts what a weave made of methods. Safe for use by several threads. */
public final class WeaveReport implements WeaveListener {
    private final LongAdder full = new LongAdder();
    private final Map<StubReason.Reason, LongAdder> stubs = new EnumMap<>(StubReason.Reason.class);
    private final List<String> failures = Collections.synchronizedList(new ArrayList<>());
    private final LongAdder bytesBefore = new LongAdder();
    private final LongAdder bytesAfter = new LongAdder();

    /** An empty report. */
    public WeaveReport() {
        for (StubReason.Reason reason : StubReason.Reason.values()) {
            stubs.put(reason, new LongAdder());
        }
    }

    @Override
    public void full(String owner, MethodNode method) {
        full.increment();
    }

    @Override
    public void stub(String owner, MethodNode method, StubReason.Reason reason) {
        stubs.get(reason).increment();
    }

    @Override
    public void failed(String owner, MethodNode method, RuntimeException cause) {
        failures.add(owner.replace('/', '.') + "#" + method.name + method.desc + ": " + cause);
    }

    void before(int bytes) {
        bytesBefore.add(bytes);
    }

    void after(int bytes) {
        bytesAfter.add(bytes);
    }

    /** Number of methods with full twins. */
    public long full() {
        return full.sum();
    }

    /** Number of methods with pinned stubs for that reason. */
    public long stubs(StubReason.Reason reason) {
        return stubs.get(reason).sum();
    }

    /** Methods on which the generator failed, with the cause. */
    public List<String> failures() {
        return List.copyOf(failures);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        text.append(full).append(" full twins; stubs:");
        stubs.forEach(
                (reason, count) -> text.append(' ').append(reason).append('=').append(count));
        return text.append("; class bytes ")
                .append(bytesBefore)
                .append(" -> ")
                .append(bytesAfter)
                .toString();
    }
}
