package dev.weft.programs;

import javax.script.ScriptEngine;
import org.openjdk.nashorn.api.scripting.NashornScriptEngineFactory;

/** Nashorn: JavaScript by invokedynamic, with code that is recompiled when it turns out to be too optimistic. */
public final class Nashorn {
    private Nashorn() {}

    /** Evaluates it. */
    public static void main(String[] args) throws Exception {
        ScriptEngine engine = new NashornScriptEngineFactory().getScriptEngine();
        System.out.println(engine.eval(JavaScript.program(args)));
    }
}
