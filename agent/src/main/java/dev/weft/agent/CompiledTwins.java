package dev.weft.agent;

import dev.weft.agent.abi.Names;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Which twins the VM has compiled, of the classes that have any. It compiles a method that was called some two hundred
 * times, or has run as long in a loop: there are no other counts that cost nothing.
 */
final class CompiledTwins {
    private final Map<String, Set<String>> byClass = new HashMap<>();

    /**
     * Reads what {@code Compiler.codelist} has answered.
     *
     * @param lines each of them has an id, a level, a state, the method with its descriptor, and addresses
     */
    CompiledTwins(String lines) {
        for (int start = 0; start < lines.length(); ) {
            int end = lines.indexOf('\n', start);
            end = end < 0 ? lines.length() : end;
            add(lines.substring(start, end));
            start = end + 1;
        }
    }

    private void add(String line) {
        int context = line.indexOf(Names.CONTEXT_D + ")");
        int open = context < 0 ? -1 : line.lastIndexOf('(', context);
        int space = open < 0 ? -1 : line.lastIndexOf(' ', open);
        int dot = open < 0 ? -1 : line.lastIndexOf('.', open);
        int close = line.indexOf(' ', open);
        if (space < 0 || dot < space || close < 0) {
            return;
        }
        String name = line.substring(dot + 1, open);
        if (!name.endsWith(Names.SUFFIX) && !name.equals("<init>")) {
            return;
        }
        String desc = line.substring(open, context) + line.substring(context + Names.CONTEXT_D.length(), close);
        String owner = line.substring(space + 1, dot).replace('.', '/');
        Set<String> known = byClass.get(owner);
        if (known == null) {
            known = new HashSet<>();
            byClass.put(owner, known);
        }
        known.add(Names.authorsName(name) + desc);
    }

    /** Names of their classes, with slashes. */
    Set<String> classes() {
        return byClass.keySet();
    }

    /** The author's methods of a class, each as its name and descriptor. */
    Set<String> of(String className) {
        return byClass.getOrDefault(className, Set.of());
    }
}
