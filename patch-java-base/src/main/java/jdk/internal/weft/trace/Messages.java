package jdk.internal.weft.trace;

import java.weft.Resumer;
import jdk.internal.weft.JdkAccess;
import jdk.internal.weft.agent.GeneratedClasses;
import jdk.internal.weft.agent.LoadTimeWeaving;

/** Takes generated names out of the messages that the VM writes. */
public final class Messages {
    private static final String TWIN = "$weft(";
    private static final String ONLY_PARAMETER = "(java.weft.CarrierContext)";
    private static final String LAST_PARAMETER = ", java.weft.CarrierContext)";
    private static final String RAW_PARAMETER = "Ljava/weft/CarrierContext;)";
    private static final String MARK = "$weft";
    private static final String RESUMER = MARK + "$R";

    /** What the VM writes behind the name of a class. */
    private static final String BEHIND_NAMES = " ,.)'";

    private static final String SAVED = "<weft>";
    private static final String LOCK = "Cannot enter synchronized block because \"<local";
    private static final String RESULT = "java.weft.CarrierContext.takeA()";

    /** Where the classes lie in the VM's record of a stack trace. */
    private static final int CLASSES = 2;

    private static final String INVOKE =
            "java.weft.reflect.Reflective.invoke(java.lang.reflect.Method, Object, Object[], java.lang.Class)";
    private static final String NEW_INSTANCE =
            "java.weft.reflect.Reflective.newInstance(java.lang.reflect.Constructor, Object[], java.lang.Class)";
    private static final String WITH_ARGUMENTS =
            "java.weft.reflect.HandleTwins.invokeWithArguments(java.lang.invoke.MethodHandle, Object[])";
    private static final String PRIVILEGED = "java.weft.blocking.Privileged.doPrivileged(";
    private static final String HOST = ", java.lang.Class)";

    private Messages() {}

    /** The message with the names that the author gave; null stays null. */
    public static String mend(String message) {
        if (message == null || message.indexOf(MARK) < 0 && message.indexOf(".weft.") < 0) {
            return message;
        }
        String mended = message.replace(TWIN, "(")
                .replace(ONLY_PARAMETER, "()")
                .replace(LAST_PARAMETER, ")")
                .replace(RAW_PARAMETER, ")");
        return mendSubstitutes(mendNames(mended));
    }

    /** Resumers get the names of their hosts. Twins of which no parameters are told lose their mark. */
    private static String mendNames(String message) {
        int at = message.indexOf(MARK);
        if (at < 0) {
            return message;
        }
        StringBuilder mended = new StringBuilder(message.length());
        int from = 0;
        for (; at >= 0; at = message.indexOf(MARK, at)) {
            mended.append(message, from, at);
            int number = at + RESUMER.length();
            boolean isResumer =
                    message.startsWith(RESUMER, at) && number < message.length() && isDigit(message.charAt(number));
            int behind = at + MARK.length();
            int end = isResumer ? endOfName(message, behind) : behind;
            if (end < message.length() && BEHIND_NAMES.indexOf(message.charAt(end)) < 0) {
                // the author's
                mended.append(MARK);
            }
            from = end;
            at = end;
        }
        return mended.append(message, from, message.length()).toString();
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static int endOfName(String message, int from) {
        int end = from;
        while (end < message.length() && BEHIND_NAMES.indexOf(message.charAt(end)) < 0) {
            end++;
        }
        return end;
    }

    /** What twins call in the place of methods of the JDK has their names, too, and the calling class behind. */
    private static String mendSubstitutes(String message) {
        String mended = message.replace(INVOKE, "java.lang.reflect.Method.invoke(Object, Object[])")
                .replace(NEW_INSTANCE, "java.lang.reflect.Constructor.newInstance(Object[])")
                .replace(WITH_ARGUMENTS, "java.lang.invoke.MethodHandle.invokeWithArguments(Object[])");
        int at = mended.indexOf(PRIVILEGED);
        if (at < 0) {
            return mended;
        }
        int host = mended.indexOf(HOST, at);
        return mended.substring(0, at)
                + "java.security.AccessController.doPrivileged("
                + mended.substring(at + PRIVILEGED.length(), host)
                + mended.substring(host + HOST.length() - 1);
    }

    /** The same for a NullPointerException's: a resumer's names what it has restored. */
    public static String mend(String message, Throwable exception) {
        if (message == null) {
            return null;
        }
        if (message.startsWith(LOCK)) {
            // twins keep what they lock in locals of their own
            return message.substring(0, message.indexOf(" because "));
        }
        boolean isSaved = message.indexOf(SAVED) >= 0 || message.indexOf(RESULT) >= 0;
        return mend(isSaved ? mendSaved(message, exception) : message);
    }

    private static String mendSaved(String message, Throwable exception) {
        Class<?> resumer = innermostClass(exception);
        if (resumer != null && resumer.getSuperclass() == Resumer.class) {
            try {
                Class<?> host = GeneratedClasses.hostOf(resumer);
                return LoadTimeWeaving.generators().message(host, Traces.pointOf(resumer.getName()), message);
            } catch (RuntimeException e) {
                // without the class file there are no names
            }
        }
        return message.substring(0, message.indexOf(" because "));
    }

    private static Class<?> innermostClass(Throwable exception) {
        Object[] record = JdkAccess.backtrace(exception) instanceof Object[] parts ? parts : null;
        Object[] classes =
                record != null && record.length > CLASSES && record[CLASSES] instanceof Object[] all ? all : null;
        return classes != null && classes.length > 0 && classes[0] instanceof Class<?> first ? first : null;
    }
}
