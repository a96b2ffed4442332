package java.lang;

/** A thread made by the API of JEP 444: its name is what programs look for. */
abstract sealed class BaseVirtualThread extends ThreadMixin permits VirtualThread {
    /** Bit of a thread's characteristics: it inherits no inheritable thread locals, nor the context class loader. */
    static final int NO_INHERIT_THREAD_LOCALS = 1 << 2;

    /** A thread that is not started. */
    BaseVirtualThread(String name, int characteristics) {
        super(name, characteristics, null);
    }
}
