package dev.weft.agent.locals;

import dev.weft.agent.abi.StandardError;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.tree.ClassNode;

/**
 * The fields that {@code -Dweft.processorLocal} names: what a program's class sets them to becomes a processor local.
 * {@code class:com.acme.Buffers} stands for all static fields of the class that are declared as thread locals,
 * {@code field:com.acme.Buffers.LOCAL} for one.
 */
public final class ChosenFields {
    private static final String CLASS = "class:";
    private static final String FIELD = "field:";

    /** Internal name of a class to its fields; empty for all. */
    private final Map<String, Set<String>> fields = new HashMap<>();

    /** As the property says; the agent has checked it. */
    public ChosenFields(String property) {
        for (String each : property == null ? new String[0] : property.split(";")) {
            if (each.startsWith(CLASS)) {
                fields.put(each.substring(CLASS.length()).replace('.', '/'), new HashSet<>());
            }
        }
        for (String each : property == null ? new String[0] : property.split(";")) {
            int dot = each.lastIndexOf('.');
            if (each.startsWith(FIELD) && dot > 0) {
                String owner = each.substring(FIELD.length(), dot).replace('.', '/');
                Set<String> known = fields.get(owner);
                if (known == null || !known.isEmpty()) {
                    fields.computeIfAbsent(owner, key -> new HashSet<>()).add(each.substring(dot + 1));
                }
            }
        }
    }

    /** Whether a value of the property names a class or a field in each of its parts. */
    public static boolean areValid(String property) {
        for (String each : property.split(";", -1)) {
            int dot = each.lastIndexOf('.');
            boolean isClass = each.startsWith(CLASS) && each.length() > CLASS.length();
            boolean isField = each.startsWith(FIELD) && dot > FIELD.length() && dot < each.length() - 1;
            if (!isClass && !isField) {
                return false;
            }
        }
        return true;
    }

    /** The class file with the chosen fields marked; the argument itself if it has none. */
    public byte[] apply(String name, byte[] file) {
        if (fields.isEmpty() || name == null || !fields.containsKey(name)) {
            return file;
        }
        Set<String> chosen = fields.get(name);
        try {
            ClassNode target = new ClassNode();
            new ClassReader(file).accept(target, 0);
            Set<String> missing = new TreeSet<>(chosen);
            target.fields.forEach(field -> missing.remove(field.name));
            int found = chosen.isEmpty() ? MarkedFields.markAll(target) : MarkedFields.mark(target, chosen::contains);
            if (!missing.isEmpty() || found == 0) {
                StandardError.say("weft: weft.processorLocal: the class " + name.replace('/', '.') + " does not set "
                        + (missing.isEmpty() ? "a field with a thread local" : "fields " + String.join(", ", missing)));
            }
            ClassWriter writer = new ClassWriter(0);
            target.accept(writer);
            return writer.toByteArray();
        } catch (RuntimeException e) {
            // a class file that cannot be read: whoever weaves it next will say so
            return file;
        }
    }
}
