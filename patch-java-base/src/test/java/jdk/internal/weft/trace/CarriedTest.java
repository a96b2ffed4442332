package jdk.internal.weft.trace;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.weft.CarrierContext;
import java.weft.Frame;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two looks at a carrier: what lies in between belongs to them only if no frames have been added. */
class CarriedTest {
    private final CarrierContext context = new CarrierContext();
    private final Frame outer = new Frame();
    private final Frame inner = new Frame();

    @BeforeEach
    void mount() {
        inner.next = outer;
        context.mounts++;
        context.thread = Thread.currentThread();
    }

    @Test
    void aFiberThatResumesItsFramesHasFewer() {
        context.resume(inner);
        Carried before = new Carried(context);
        assertTrue(before.isSame(new Carried(context)));
        context.rest = outer;
        Carried after = new Carried(context);
        assertTrue(before.isLastResumption(after));
        assertFalse(before.isSame(after));
    }

    @Test
    void aFiberThatIsAboutToBeMountedMayHaveAnyFrames() {
        Carried before = new Carried(context);
        context.resume(inner);
        Carried after = new Carried(context);
        assertTrue(before.isLastMount(after));
        assertFalse(before.isLastResumption(after));
        // all of them have returned
        context.rest = null;
        assertFalse(before.isSame(new Carried(context)));
    }

    @Test
    void aFiberThatGoesOnAtOnceHasHadOthersInBetween() {
        context.resume(outer);
        Carried before = new Carried(context);
        context.resume(inner);
        context.rest = outer;
        Carried after = new Carried(context);
        assertTrue(before.isSameMount(after));
        assertFalse(before.isLastResumption(after));
        assertFalse(before.isSame(after));
    }
}
