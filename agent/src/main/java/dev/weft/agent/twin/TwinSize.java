package dev.weft.agent.twin;

import org.objectweb.asm.commons.CodeSizeEvaluator;
import org.objectweb.asm.tree.MethodNode;

/** How large the code of a twin may become, in bytes: its jumps are counted by their longer forms. */
final class TwinSize {
    /** HotSpot compiles no larger method ({@code HugeMethodLimit}). */
    private static final int HUGE = 8_000;

    /** The largest code of a class file (JVMS 4.7.3). */
    private static final int MAX = 65_535;

    /** What has fewer instructions is not measured: none but a switch takes more than five bytes. */
    private static final int FEW = 1_000;

    private TwinSize() {}

    /** Whether the VM compiles it. */
    static boolean isCompiled(MethodNode twin) {
        return twin.instructions.size() <= FEW || of(twin) <= HUGE;
    }

    /** Whether a class file has room for it. */
    static boolean fits(MethodNode twin) {
        return of(twin) <= MAX;
    }

    private static int of(MethodNode twin) {
        CodeSizeEvaluator evaluator = new CodeSizeEvaluator(null);
        twin.accept(evaluator);
        return evaluator.getMaxSize();
    }
}
