package dev.weft.agent.twin;

import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.spy;

import dev.weft.agent.facts.JdkFacts;
import dev.weft.agent.facts.OpenWorld;
import dev.weft.agent.facts.QuietSoFar;
import dev.weft.agent.facts.StubReason;
import dev.weft.agent.facts.World;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.tree.MethodNode;

/** Weaves classes that know nothing of a JDK, and remembers what became of their methods; a failure is the test's. */
final class Weaving implements WeaveListener {
    private static final JdkFacts NO_FACTS = new JdkFacts(new long[0], new long[0], new long[0], Set.of(), false);

    /** How many pinned stubs there are for each reason. */
    final Map<StubReason.Reason, Integer> stubs = new EnumMap<>(StubReason.Reason.class);

    /** Names of the methods with full twins. */
    final Set<String> full = new HashSet<>();

    byte[] weave(byte[] file, boolean chaos) {
        return new ClassWeaver(new OpenWorld(NO_FACTS, Set.of(), name -> null), chaos).weave(file, this);
    }

    /** As classes of the JDK are: frames keep only what is read again. */
    byte[] weaveLean(byte[] file) {
        World lean = spy(new OpenWorld(NO_FACTS, Set.of(), name -> null));
        doReturn(false).when(lean).keepsReferences();
        return new ClassWeaver(lean, false).weave(file, this);
    }

    byte[] weaveLater(byte[] file, int firstPoint) {
        return new ClassWeaver(new OpenWorld(NO_FACTS, Set.of(), name -> null), false).weave(file, this, firstPoint);
    }

    byte[] weaveQuiet(byte[] file, QuietSoFar quiet) {
        return new ClassWeaver(new OpenWorld(NO_FACTS, Set.of(), name -> null), false).weave(file, this, 0, quiet);
    }

    @Override
    public void full(String owner, MethodNode method) {
        full.add(method.name);
    }

    @Override
    public void stub(String owner, MethodNode method, StubReason.Reason reason) {
        stubs.merge(reason, 1, Integer::sum);
    }

    @Override
    public void failed(String owner, MethodNode method, RuntimeException cause) {
        throw cause;
    }
}
