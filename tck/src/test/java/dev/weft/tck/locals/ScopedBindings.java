package dev.weft.tck.locals;

import dev.weft.ContextLocal;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;

/**
 * All that {@code ContextLocal} and JDK 25's {@code ScopedValue} have in common. {@code LocalsTest} also compiles this
 * source for JDK 25, with the one name in place of the other.
 */
public final class ScopedBindings {
    private static final ContextLocal<String> NAME = ContextLocal.newInstance();
    private static final ContextLocal<Integer> NUMBER = ContextLocal.newInstance();

    private ScopedBindings() {}

    /** Prints what each call comes to. */
    public static void main(String[] args) throws Exception {
        say("unbound", of(NAME::get), NAME.isBound(), NAME.orElse("other"));
        say("supplied", of(() -> NAME.orElseThrow(UnsupportedOperationException::new)));
        ContextLocal.where(NAME, "outer").run(() -> {
            say(
                    "bound",
                    NAME.get(),
                    NAME.isBound(),
                    NAME.orElse("other"),
                    NAME.orElseThrow(IllegalStateException::new));
            ContextLocal.where(NAME, "inner").where(NUMBER, 1).run(() -> say("rebound", NAME.get(), NUMBER.get()));
            say("afterwards", NAME.get(), NUMBER.isBound());
        });
        ContextLocal.where(NAME, null).run(() -> say("null", NAME.get(), NAME.isBound()));
        ContextLocal.Carrier carrier = ContextLocal.where(NAME, "first").where(NAME, "second");
        say("a carrier", carrier.get(NAME), of(() -> carrier.get(NUMBER)), NAME.isBound());
        int length = carrier.call(() -> NAME.get().length());
        say("a result", length);
        say("thrown", of(() -> carrier.call(ScopedBindings::fail)), NAME.isBound());
        try {
            carrier.call(ScopedBindings::fail);
        } catch (TimeoutException e) {
            say("as declared", e.getMessage());
        }
        say("null local", of(() -> ContextLocal.where(null, "")));
        say("null local of a carrier", of(() -> carrier.where(null, "")), of(() -> carrier.get(null)));
        say("null operation", of(() -> {
            carrier.run(null);
            return "ran";
        }));
        say("null call", of(() -> carrier.call(null)));
        say("null supplier", of(() -> NAME.orElseThrow(null)));
        say("null other", of(() -> NAME.orElse(null)));
    }

    private static String fail() throws TimeoutException {
        throw new TimeoutException(NAME.get());
    }

    private static void say(String what, Object... is) {
        StringBuilder line = new StringBuilder(what).append(':');
        for (Object each : is) {
            line.append(' ').append(each);
        }
        System.out.println(line);
    }

    private static Object of(Callable<?> refused) {
        try {
            return refused.call();
        } catch (Exception e) {
            return e.getClass().getSimpleName();
        }
    }
}
