package dev.weft.programs;

import org.jruby.embed.LocalContextScope;
import org.jruby.embed.ScriptingContainer;

/** JRuby: its threads and its fibers are threads of Java, and its compiled blocks are called by method handles. */
public final class JRuby {
    private JRuby() {}

    /** Evaluates the script. */
    public static void main(String[] args) throws Exception {
        ScriptingContainer ruby = new ScriptingContainer(LocalContextScope.SINGLETHREAD);
        ruby.put("$size", Size.of(args, 1, 20));
        ruby.runScriptlet(Sources.of("Threads.rb"));
        ruby.terminate();
    }
}
