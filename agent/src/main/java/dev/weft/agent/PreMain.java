package dev.weft.agent;

import dev.weft.agent.facts.JdkFacts;
import dev.weft.agent.facts.OpenWorld;
import dev.weft.agent.resume.ResumerGenerator;
import dev.weft.agent.twin.ClassWeaver;
import dev.weft.agent.twin.WeaveListener;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Field;
import java.util.function.BiFunction;

/** Where the agent starts: reads the facts of the woven JDK and lends the generators to the runtime. */
public final class PreMain {
    private PreMain() {}

    /** Called by the VM before the application's main. */
    public static void premain(String arguments, Instrumentation instrumentation) {
        String problem = AgentOptions.check(System.getProperties());
        if (problem != null) {
            fail(problem);
        }
        JdkFacts facts = null;
        try (InputStream in = Object.class.getModule().getResourceAsStream(JdkFacts.RESOURCE)) {
            if (in == null) {
                fail("this JDK is not woven: start the program with bin/weft, or with the flags that 'weft flags' prints");
            }
            facts = JdkFacts.read(in);
        } catch (IOException e) {
            fail("the woven JDK cannot be read (" + e.getMessage() + "): weave again with 'weft weave --force'");
        }
        if (System.getProperty("weft.chaos") != null && !facts.isChaos()) {
            fail("-Dweft.chaos needs a JDK woven for it: weave it with 'weft weave --chaos'");
        }
        ClassWeaver weaver = new ClassWeaver(new OpenWorld(facts), facts.isChaos());
        WovenClasses classes = new WovenClasses(file -> weaver.weave(file, new WeaveListener() {}));
        instrumentation.addTransformer(new Transformer(weaver, classes), true);
        HiddenClasses hidden = new HiddenClasses(facts);
        lend("resumerClassFiles", (Class<?> host, Integer point) -> ResumerGenerator.generate(classes.of(host), point, false));
        lend("sites", (Class<?> host, Integer point) -> ResumerGenerator.site(classes.of(host), point));
        lend("unseenClasses", hidden::weave);
    }

    private static <A, B, R> void lend(String field, BiFunction<A, B, R> function) {
        try {
            Class<?> hooks = Class.forName("java.weft.AgentHooks", false, null);
            Field target = hooks.getField(field);
            target.set(null, function);
        } catch (ReflectiveOperationException e) {
            fail("the woven JDK does not fit this agent (" + e + "): weave again with 'weft weave --force'");
        }
    }

    private static void fail(String problem) {
        System.err.println("weft: " + problem);
        Runtime.getRuntime().halt(2);
    }
}
