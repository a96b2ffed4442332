package dev.weft.tck.attacks;

import dev.weft.tck.Body;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.security.AccessControlException;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * Tries to reach what woven code is made of, in each way that we know of, from code that is not woven by nature: by
 * byte code, by reflection, by method handles, by hidden classes. Prints for each what became of it; all but the
 * controls must be refused. Runs each in a platform thread, then in a fiber.
 */
@SuppressWarnings("removal")
public final class Attacks {
    private static final String OBJECT = "java/lang/Object";
    private static final String CONTEXT = "Ljava/weft/CarrierContext;";

    private Attacks() {}

    public static void main(String[] arguments) throws InterruptedException {
        all(false);
        Thread fiber = new Thread(() -> all(true));
        fiber.start();
        fiber.join();
    }

    private static void all(boolean isFiber) {
        controls();
        byteCode();
        members();
        reflection();
        handles();
        hidden();
        modules();
        AccessAttacks.all(isFiber);
    }

    /** The same ways to things that everybody may reach: they must work, or the refusals below prove nothing. */
    private static void controls() {
        attempt(
                "control: byte code that calls a public method",
                () -> Attack.run(
                        Attack.by("A", OBJECT).calling(Opcodes.INVOKESTATIC, "java/lang/System", "nanoTime", "()J")));
        attempt(
                "control: byte code that calls Weft's API",
                () -> Attack.run(
                        Attack.by("A", OBJECT).calling(Opcodes.INVOKESTATIC, "dev/weft/Weft", "isFiber", "()Z")));
        attempt(
                "control: a class in the runtime's manner of naming",
                () -> Attack.run(Attack.by("A$weft$R0$b", OBJECT)
                        .calling(Opcodes.INVOKESTATIC, "java/lang/System", "nanoTime", "()J")));
        attempt("control: a hidden class", () -> MethodHandles.lookup()
                .defineHiddenClass(
                        Attack.by("dev/weft/tck/attacks/H", OBJECT)
                                .calling(Opcodes.INVOKESTATIC, "java/lang/System", "nanoTime", "()J"),
                        true)
                .lookupClass()
                .getMethod("run")
                .invoke(null));
    }

    private static void byteCode() {
        calls("java/weft/FinalFields", "putFinal", "(Ljava/lang/Object;ILjava/lang/Class;Ljava/lang/String;)V");
        calls("java/weft/entry/WeavingAgent", "start", "(Ljava/util/Set;Ljava/lang/String;Ljava/lang/Object;)Z");
        calls("java/weft/entry/WovenCode", "entered", "(Ljava/lang/Object;)V");
        calls("java/weft/Chaos", "isOn", "()Z");
        calls(
                "java/weft/reflect/Reflective",
                "invoke",
                "(Ljava/lang/reflect/Method;Ljava/lang/Object;[Ljava/lang/Object;Ljava/lang/Class;)Ljava/lang/Object;");
        calls("java/weft/blocking/Sleep", "sleepPlain", "(J)V");
        calls("jdk/internal/weft/management/ThreadBeans", "nothing", "()V");
        for (String superName : new String[] {"java/weft/Resumer", "java/weft/Invoker"}) {
            for (String name : new String[] {"A", "A$weft$R0$b"}) {
                attempt(
                        name + " extends " + superName,
                        () -> Attack.run(Attack.by(name, superName)
                                .calling(Opcodes.INVOKESTATIC, "java/lang/System", "nanoTime", "()J")));
            }
        }
        attempt(
                "new CarrierContext",
                () -> Attack.run(Attack.by("A", OBJECT)
                        .calling(Opcodes.INVOKEVIRTUAL, "java/weft/CarrierContext", "forgetSpares", "()V")));
    }

    private static void members() {
        calls("java/lang/Thread", "weft$role", "(Ljava/lang/Thread;)Ljava/lang/Object;");
        calls("java/lang/Thread", "weft$role", "(Ljava/lang/Thread;Ljava/lang/Object;)V");
        calls("java/lang/Class", "weft$points", "(Ljava/lang/Class;[Ljava/lang/Object;)V");
        attempt(
                "accessor by way of a subclass",
                () -> Attack.run(Attack.by("A", "java/lang/Thread")
                        .calling(Opcodes.INVOKESTATIC, "A", "weft$role", "(Ljava/lang/Thread;)Ljava/lang/Object;")));
        calls("dev/weft/tck/attacks/Victim", "secret$weft", "(" + CONTEXT + ")V");
        calls("dev/weft/tck/attacks/Victim", "open$weft", "(" + CONTEXT + ")V");
    }

    private static void reflection() {
        for (String type :
                new String[] {"java.weft.FinalFields", "java.weft.entry.WovenCode", "java.weft.entry.WeavingAgent"}) {
            attempt("reflection on " + type, () -> {
                for (Method each : Class.forName(type).getMethods()) {
                    if (each.getDeclaringClass() != Object.class) {
                        each.invoke(null, new Object[each.getParameterCount()]);
                        return;
                    }
                }
                throw new NoSuchMethodException("no method of " + type + " is shown");
            });
        }
        attempt("reflection on Thread's accessors", () -> Thread.class.getMethod("weft$role", Thread.class));
        attempt(
                "reflection on a twin",
                () -> Victim.class.getMethod("open$weft", Class.forName("java.weft.CarrierContext")));
    }

    private static void handles() {
        attempt("a handle of the runtime", () -> MethodHandles.lookup()
                .findStatic(
                        Class.forName("java.weft.entry.WovenCode"),
                        "entered",
                        MethodType.methodType(void.class, Object.class)));
        attempt("a handle of an accessor", () -> MethodHandles.lookup()
                .findStatic(Thread.class, "weft$role", MethodType.methodType(Object.class, Thread.class)));
        attempt("a handle of a twin", () -> MethodHandles.lookup()
                .findStatic(
                        Victim.class,
                        "open$weft",
                        MethodType.methodType(void.class, Class.forName("java.weft.CarrierContext"))));
    }

    private static void hidden() {
        attempt("a hidden class that names the runtime", () -> MethodHandles.lookup()
                .defineHiddenClass(
                        Attack.by("dev/weft/tck/attacks/H", OBJECT)
                                .calling(Opcodes.INVOKESTATIC, "java/weft/Chaos", "isOn", "()Z"),
                        true)
                .lookupClass()
                .getMethod("run")
                .invoke(null));
        attempt("a hidden class that is a resumer", () -> MethodHandles.lookup()
                .defineHiddenClass(
                        Attack.by("dev/weft/tck/attacks/H$weft$R0$b", "java/weft/Resumer")
                                .calling(Opcodes.INVOKESTATIC, "java/lang/System", "nanoTime", "()J"),
                        true));
    }

    private static void modules() {
        String name = "com/sun/net/httpserver/A";
        attempt(
                "control: a class in a module of the JDK",
                () -> Attack.runInModule(
                        "jdk.httpserver",
                        Attack.by(name, OBJECT).calling(Opcodes.INVOKESTATIC, "java/lang/System", "nanoTime", "()J")));
        for (String each : new String[] {name, "com/sun/net/httpserver/module-info"}) {
            attempt(
                    "a class in a module of the JDK that names the runtime: " + each,
                    () -> Attack.runInModule(
                            "jdk.httpserver",
                            Attack.by(each, OBJECT)
                                    .calling(
                                            Opcodes.INVOKESTATIC,
                                            "java/weft/entry/WovenCode",
                                            "entered",
                                            "(Ljava/lang/Object;)V")));
        }
    }

    private static void calls(String owner, String name, String desc) {
        attempt(
                "byte code that calls " + owner + "." + name,
                () -> Attack.run(Attack.by("A", OBJECT).calling(Opcodes.INVOKESTATIC, owner, name, desc)));
    }

    /** Refused is what ends by an error of access or linkage; anything else has reached something. */
    static void attempt(String what, Body body) {
        String became;
        try {
            body.run();
            became = "reached";
        } catch (Throwable t) {
            Throwable cause = t instanceof java.lang.reflect.InvocationTargetException ? t.getCause() : t;
            boolean isRefused = cause instanceof IllegalAccessError
                    || cause instanceof IllegalAccessException
                    || cause instanceof AccessControlException
                    || cause instanceof NoSuchMethodError
                    || cause instanceof NoSuchMethodException;
            became = isRefused ? "refused" : "reached, then " + cause;
        }
        System.out.println(what + ": " + became);
    }
}
