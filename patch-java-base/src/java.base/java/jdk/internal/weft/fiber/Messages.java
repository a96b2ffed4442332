package jdk.internal.weft.fiber;

/** Takes generated names out of the messages that the VM writes. */
public final class Messages {
    private static final String TWIN = "$weft(";
    private static final String ONLY_PARAMETER = "(java.weft.Cont)";
    private static final String LAST_PARAMETER = ", java.weft.Cont)";

    private Messages() {}

    /** The message with the names that the author gave; null stays null. */
    public static String mend(String message) {
        if (message == null || message.indexOf(TWIN) < 0) {
            return message;
        }
        return message.replace(TWIN, "(").replace(ONLY_PARAMETER, "()").replace(LAST_PARAMETER, ")");
    }
}
