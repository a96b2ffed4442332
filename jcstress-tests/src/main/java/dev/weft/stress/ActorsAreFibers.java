package dev.weft.stress;

import java.lang.reflect.Method;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * Are the other tests about fibers at all? jcstress runs its actors in threads of its own; under Weft they must be
 * fibers.
 */
@JCStressTest
@Outcome(id = "true, true", expect = Expect.ACCEPTABLE, desc = "Both actors run in fibers.")
@Outcome(expect = Expect.FORBIDDEN, desc = "An actor runs in a platform thread: the other tests prove nothing.")
@State
public class ActorsAreFibers {
    private static final Method IS_FIBER = isFiber();

    private static Method isFiber() {
        try {
            return Class.forName("dev.weft.Weft").getMethod("isFiber");
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this does not run under Weft", e);
        }
    }

    private static boolean ask() {
        try {
            return (boolean) IS_FIBER.invoke(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Asks. */
    @Actor
    public void first(ZZ_Result r) {
        r.r1 = ask();
    }

    /** Asks. */
    @Actor
    public void second(ZZ_Result r) {
        r.r2 = ask();
    }
}
