package dev.weft.agent.twin;

import dev.weft.agent.facts.PointNumbers;
import dev.weft.agent.facts.StubReason;
import org.objectweb.asm.tree.MethodNode;

/** Chooses the form of a twin. */
final class TwinForms {
    private TwinForms() {}

    /** Makes the twin of a method in a form. */
    interface Made {
        MethodNode in(TwinEmitter.Form form) throws StubReason;
    }

    /**
     * In the usual form if the VM compiles that; in chaos mode every other method has the short one.
     *
     * @param points numbers those of the one that is returned, and no others
     * @throws StubReason also if there is no room to continue the twin
     */
    static MethodNode chosen(MethodNode method, PointNumbers points, boolean chaos, Made made) throws StubReason {
        int first = points.mark();
        MethodNode twin = made.in(TwinEmitter.Form.USUAL);
        if (!TwinSize.isCompiled(twin) || chaos && (method.name + method.desc).hashCode() % 2 == 0) {
            points.reset(first);
            twin = made.in(TwinEmitter.Form.SHORT);
        }
        if (ResumerRoom.isMissing(twin)) {
            throw new StubReason(StubReason.Reason.TOO_LARGE, "no room to restore a frame");
        }
        return twin;
    }
}
