package java.weft;

/** What is kept of a monitor, for as long as the fiber stays mounted that has left it last. */
public interface KeptMonitor {
    /** The fiber leaves the carrier of that context, or is about to block it. */
    void forget(CarrierContext context);
}
