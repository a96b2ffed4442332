package dev.weft.agent.facts;

import static dev.weft.agent.abi.Names.BLOCKING;
import static dev.weft.agent.abi.Names.WOVEN;

import dev.weft.agent.abi.Names;
import java.util.HashMap;
import java.util.Map;

/**
 * Calls that woven code makes differently: what the JDK does in native code on the carrier's behalf, Weft does on the
 * fiber's. One table for plain copies, one for twins.
 */
public final class Substitutions {
    /**
     * A static method to be called instead; a receiver becomes its first parameter.
     *
     * @param suspends whether (in a twin) the context is passed and the call may suspend
     * @param passesHost whether the calling class is passed behind the arguments: the method looks for its caller
     */
    public record Target(String owner, String name, String desc, boolean suspends, boolean passesHost) {}

    private static final Map<String, Target> PLAIN = new HashMap<>();
    private static final Map<String, Target> TWIN = new HashMap<>();

    /** What stands for a call in plain copies, to the call. */
    private static final Map<String, String> REPLACED = new HashMap<>();

    private static final String UNSAFE = "jdk/internal/misc/Unsafe";
    private static final String OBJECT = "Ljava/lang/Object;";

    static {
        plain("java/lang/Thread.currentThread()Ljava/lang/Thread;", "currentThread", "()Ljava/lang/Thread;");
        both("java/lang/Thread.holdsLock(Ljava/lang/Object;)Z", "holdsLock", "(" + OBJECT + ")Z");
        both("java/lang/Object.notify()V", "notify", "(" + OBJECT + ")V");
        both("java/lang/Object.notifyAll()V", "notifyAll", "(" + OBJECT + ")V");
        both(UNSAFE + ".unpark(Ljava/lang/Object;)V", "unpark", "(L" + UNSAFE + ";" + OBJECT + ")V");

        both("java/lang/System.nanoTime()J", "nanoTime", "()J");
        both("java/lang/System.currentTimeMillis()J", "currentTimeMillis", "()J");
        both("jdk/internal/misc/VM.getNanoTimeAdjustment(J)J", "getNanoTimeAdjustment", "(J)J");

        plain("java/lang/Object.wait()V", "wait", "(" + OBJECT + ")V");
        plain("java/lang/Object.wait(J)V", "wait", "(" + OBJECT + "J)V");
        plain("java/lang/Object.wait(JI)V", "wait", "(" + OBJECT + "JI)V");
        suspending("java/lang/Object.wait()V", BLOCKING + "MonitorWait", "wait", "(" + OBJECT + ")V");
        suspending("java/lang/Object.wait(J)V", BLOCKING + "MonitorWait", "wait", "(" + OBJECT + "J)V");
        suspending("java/lang/Object.wait(JI)V", BLOCKING + "MonitorWait", "wait", "(" + OBJECT + "JI)V");

        plain(UNSAFE + ".park(ZJ)V", "park", "(L" + UNSAFE + ";ZJ)V");
        suspending(UNSAFE + ".park(ZJ)V", WOVEN, "park", "(L" + UNSAFE + ";ZJ)V");
        plain(BLOCKING + "Waiting.await(J)V", "await", "(J)V");
        suspending(BLOCKING + "Waiting.await(J)V", WOVEN, "await", "(J)V");
        plain(BLOCKING + "Waiting.awaitInput(JZ)V", "awaitInput", "(JZ)V");
        suspending(BLOCKING + "Waiting.awaitInput(JZ)V", WOVEN, "awaitInput", "(JZ)V");
        plain(BLOCKING + "Waiting.makeWay()V", "makeWay", "()V");
        suspending(BLOCKING + "Waiting.makeWay()V", WOVEN, "makeWay", "()V");
        plain(BLOCKING + "Waiting.leaveIfAsked()V", "leaveIfAsked", "()V");
        suspending(BLOCKING + "Waiting.leaveIfAsked()V", WOVEN, "leaveIfAsked", "()V");
        suspending("java/lang/Thread.yield()V", WOVEN, "yield", "()V");
        plain("java/lang/Thread.sleep(J)V", BLOCKING + "Sleep", "sleepPlain", "(J)V");
        suspending("java/lang/Thread.sleep(J)V", BLOCKING + "Sleep", "sleep", "(J)V");

        TWIN.put(
                "java/lang/reflect/Method.invoke(Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;",
                new Target(
                        "java/weft/reflect/Reflective",
                        "invoke",
                        "(Ljava/lang/reflect/Method;Ljava/lang/Object;[Ljava/lang/Object;Ljava/lang/Class;)Ljava/lang/Object;",
                        true,
                        true));
        TWIN.put(
                "java/lang/reflect/Constructor.newInstance([Ljava/lang/Object;)Ljava/lang/Object;",
                new Target(
                        "java/weft/reflect/Reflective",
                        "newInstance",
                        "(Ljava/lang/reflect/Constructor;[Ljava/lang/Object;Ljava/lang/Class;)Ljava/lang/Object;",
                        true,
                        true));
        TWIN.put(
                "java/lang/invoke/MethodHandle.invokeWithArguments([Ljava/lang/Object;)Ljava/lang/Object;",
                new Target(
                        "java/weft/reflect/HandleTwins",
                        "invokeWithArguments",
                        "(Ljava/lang/invoke/MethodHandle;[Ljava/lang/Object;)Ljava/lang/Object;",
                        true,
                        false));
        String string = "Ljava/lang/String;";
        connecting(string, string);
        connecting(string + string + string, string + string + string);
        connecting(string + "Ljava/util/Properties;", string + "Ljava/util/Hashtable;");
        String privileged = BLOCKING + "Privileged";
        for (String kind : new String[] {"PrivilegedAction", "PrivilegedExceptionAction"}) {
            for (String more : new String[] {"", "Ljava/security/AccessControlContext;"}) {
                String desc = "(Ljava/security/" + kind + ";" + more + ")Ljava/lang/Object;";
                String own = desc.replace(")", "Ljava/lang/Class;)");
                TWIN.put(
                        "java/security/AccessController.doPrivileged" + desc,
                        new Target(privileged, "doPrivileged", own, true, true));
            }
        }
    }

    private Substitutions() {}

    /** A form of {@code DriverManager.getConnection}: the recipe {@code ConnectOnFibers} adds what is called. */
    private static void connecting(String arguments, String told) {
        String manager = "java/sql/DriverManager";
        String name = "getConnection";
        String result = ")Ljava/sql/Connection;";
        TWIN.put(
                manager + "." + name + "(" + arguments + result,
                new Target(manager, Names.twinName(name), "(" + told + "Ljava/lang/Class;" + result, true, true));
    }

    private static void plain(String call, String name, String desc) {
        plain(call, WOVEN, name, desc);
    }

    private static void plain(String call, String owner, String name, String desc) {
        PLAIN.put(call, new Target(owner, name, desc, false, false));
        REPLACED.put(owner + "." + name + desc, call);
    }

    private static void both(String call, String name, String desc) {
        plain(call, name, desc);
        TWIN.put(call, new Target(WOVEN, name, desc, false, false));
    }

    private static void suspending(String call, String owner, String name, String desc) {
        TWIN.put(call, new Target(owner, name, desc, true, false));
    }

    /** What a plain copy calls instead, or null. */
    public static Target inPlain(String owner, String name, String desc, boolean isStatic) {
        return find(PLAIN, owner, name, desc, isStatic);
    }

    /** The call, owner.name and descriptor, in the place of which plain copies have that one; or null. */
    public static String replacedInPlain(String owner, String name, String desc) {
        return REPLACED.get(owner + "." + name + desc);
    }

    /** What a twin calls instead, or null. */
    public static Target inTwin(String owner, String name, String desc, boolean isStatic) {
        return find(TWIN, owner, name, desc, isStatic);
    }

    private static Target find(Map<String, Target> table, String owner, String name, String desc, boolean isStatic) {
        if (isObjectMonitorMethod(name, desc, isStatic)) {
            return table.get("java/lang/Object." + name + desc);
        }
        if (isStaticOfThread(name)) {
            Target target = table.get("java/lang/Thread." + name + desc);
            return owner.equals("java/lang/Thread") ? target : null;
        }
        return owner.startsWith("j") ? table.get(owner + "." + name + desc) : null;
    }

    private static boolean isStaticOfThread(String name) {
        return name.equals("currentThread") || name.equals("holdsLock") || name.equals("yield") || name.equals("sleep");
    }

    /**
     * What is called on both sides of a plain call that may mean a static method of Thread, or one that hides it.
     *
     * @param copiesArgument whether the argument is kept for the method behind
     * @param passesOwner whether the class that the call names is passed
     */
    public record Around(String name, String desc, boolean isBehind, boolean copiesArgument, boolean passesOwner) {}

    private static final Around THREAD_BEHIND =
            new Around("currentThread", "(Ljava/lang/Thread;)Ljava/lang/Thread;", true, false, false);
    private static final Around SLEEP_BEFORE = new Around("sleepFirst", "(JLjava/lang/Class;)J", false, false, true);
    private static final Around LOCK_BEHIND =
            new Around("holdsLock", "(" + OBJECT + "ZLjava/lang/Class;)Z", true, true, true);

    /** What stands beside a call of that name in plain copies, or null. */
    static Around aroundPlain(String name) {
        switch (name) {
            case "currentThread":
                return THREAD_BEHIND;
            case "sleep":
                return SLEEP_BEFORE;
            case "holdsLock":
                return LOCK_BEHIND;
            default:
                return null;
        }
    }

    /**
     * True for {@code wait}, {@code notify} and {@code notifyAll} of Object, whatever class the call names: they are
     * final. The VM lets static methods have their names and types, as functions outside of classes may in other
     * languages.
     */
    public static boolean isObjectMonitorMethod(String name, String desc, boolean isStatic) {
        if (isStatic) {
            return false;
        }
        switch (name) {
            case "wait":
                return desc.equals("()V") || desc.equals("(J)V") || desc.equals("(JI)V");
            case "notify":
            case "notifyAll":
                return desc.equals("()V");
            default:
                return false;
        }
    }
}
