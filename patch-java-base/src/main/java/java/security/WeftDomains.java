package java.security;

import java.util.ArrayList;
import java.util.Collections;
import java.weft.CarrierContext;
import java.weft.Frame;
import jdk.internal.weft.JdkAccess;
import jdk.internal.weft.trace.ParkedFrames;

/**
 * The protection domains of a fiber: a security manager is to ask those of the frames that are parked on the heap, too.
 */
@SuppressWarnings("removal")
final class WeftDomains {
    private WeftDomains() {}

    /**
     * Adds the domains of parked frames to those of the stack.
     *
     * @param stack what the VM has found: null, or privileged, if it has met a privileged frame, below which none
     *     counts; privileged frames are never parked, since with a security manager privileged actions run pinned;
     *     without one they leave no trace, and all callers count
     */
    static AccessControlContext withParked(AccessControlContext stack) {
        if (stack == null || stack.isPrivileged()) {
            return stack;
        }
        CarrierContext c = ParkedFrames.mounted();
        if (c == null) {
            return stack;
        }
        ArrayList<ProtectionDomain> all = new ArrayList<>();
        ProtectionDomain[] real = stack.getContext();
        if (real != null) {
            Collections.addAll(all, real);
        }
        int before = all.size();
        for (Frame first : ParkedFrames.segments(c)) {
            for (Frame f = first; f != null; f = f.next) {
                ProtectionDomain domain = JdkAccess.getProtectionDomain0(f.at.host);
                if (domain != null && !all.contains(domain)) {
                    all.add(domain);
                }
            }
        }
        return all.size() == before ? stack : new AccessControlContext(all.toArray(new ProtectionDomain[0]), false);
    }
}
