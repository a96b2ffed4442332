package dev.weft.programs;

import org.mozilla.javascript.Context;

/** Rhino: compiled and interpreted JavaScript. */
public final class Rhino {
    private Rhino() {}

    /** Evaluates it. */
    public static void main(String[] args) {
        for (int level : new int[] {-1, 9}) {
            Context context = Context.enter();
            try {
                context.setOptimizationLevel(level);
                context.setLanguageVersion(Context.VERSION_ES6);
                Object result = context.evaluateString(
                        context.initStandardObjects(), JavaScript.program(args), "program.js", 1, null);
                System.out.println("level " + level + ":\n" + Context.toString(result));
            } finally {
                Context.exit();
            }
        }
    }
}
