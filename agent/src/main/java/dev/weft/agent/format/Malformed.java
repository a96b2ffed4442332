package dev.weft.agent.format;

/** A class file that the VM refuses, or reads differently than ASM; the message says why. */
public final class Malformed extends Exception {
    private static final long serialVersionUID = 1;

    private final boolean isHopeless;

    /** With the reason, as the end of a sentence. */
    public Malformed(String reason) {
        this(reason, false);
    }

    /** The VM refuses a class file that is hopeless; it might not if anything were added. */
    Malformed(String reason, boolean isHopeless) {
        super(reason, null, false, false);
        this.isHopeless = isHopeless;
    }

    /** True if the class file must stay as it is, so that the VM says why it refuses it. */
    public boolean isHopeless() {
        return isHopeless;
    }
}
