package java.weft;

import jdk.internal.weft.Fields;
import jdk.internal.weft.Hooks;

/** Finds the resumer of a suspension point, and has it made when it is first asked for. */
final class Resumers {
    private Resumers() {}

    static Resumer of(Class<?> host, int point) {
        Object[] known = Fields.resumers(host);
        if (known != null && point < known.length) {
            Resumer resumer = (Resumer) known[point];
            if (resumer != null) {
                return resumer;
            }
        }
        return make(host, point);
    }

    private static Resumer make(Class<?> host, int point) {
        Resumer made = Hooks.makeResumer(host, point);
        synchronized (Resumers.class) {
            Object[] known = Fields.resumers(host);
            int size = known == null ? 0 : known.length;
            if (point < size && known[point] != null) {
                return (Resumer) known[point];
            }
            Object[] grown = new Object[Math.max(size, point + 1)];
            if (known != null) {
                System.arraycopy(known, 0, grown, 0, size);
            }
            grown[point] = made;
            Fields.resumers(host, grown);
            return made;
        }
    }
}
