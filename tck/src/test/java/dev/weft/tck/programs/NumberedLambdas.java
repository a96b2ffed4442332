package dev.weft.tck.programs;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Lambdas beside an agent that transforms the class which makes theirs, as those do that want to see them: it knows
 * them by their names, which have no address yet.
 */
public final class NumberedLambdas {
    private NumberedLambdas() {}

    /** The agent. */
    public static final class Agent {
        private Agent() {}

        /** Called by the VM. */
        public static void premain(String arguments, Instrumentation instrumentation) throws Exception {
            instrumentation.addTransformer(new Copying(), true);
            instrumentation.retransformClasses(Class.forName("java.lang.invoke.InnerClassLambdaMetafactory"));
        }
    }

    /** Leaves it as it is, in another array. */
    private static final class Copying implements ClassFileTransformer {
        @Override
        public byte[] transform(
                ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] file) {
            return "java/lang/invoke/InnerClassLambdaMetafactory".equals(name) ? file.clone() : null;
        }
    }

    private static String name(Object lambda) {
        String name = lambda.getClass().getName();
        return name.substring(0, name.indexOf('/'));
    }

    public static void main(String[] args) {
        Supplier<String> one = () -> "one";
        Function<String, String> two = text -> text + "two";
        BiFunction<String, String, String> three = (text, more) -> text + more;
        Set<String> names = new TreeSet<>(List.of(name(one), name(two), name(three)));
        System.out.println(names.size() + " names for " + three.apply(one.get(), two.apply("+")));
    }
}
