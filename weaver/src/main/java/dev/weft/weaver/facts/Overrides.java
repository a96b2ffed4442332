package dev.weft.weaver.facts;

import dev.weft.weaver.facts.ClassFacts.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.objectweb.asm.Opcodes;

/**
 * Which methods of the image can be overridden by its own classes only, and by which: those that are private to a
 * package, and those of classes that are, as far as no public subclass passes them on (JVMS 5.3.5, 5.4.5). Interfaces
 * are left out, since lambdas implement them without any class file. Safe for use by several threads.
 */
final class Overrides {
    private static final int OPEN = Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED;

    private final Map<String, List<ClassFacts>> subclasses = new HashMap<>();
    private final Map<String, Optional<List<String>>> known = new ConcurrentHashMap<>();

    Overrides(Map<String, ClassFacts> classes) {
        for (ClassFacts each : classes.values()) {
            if (each.superName != null && !each.isInterface()) {
                subclasses
                        .computeIfAbsent(each.superName, name -> new ArrayList<>())
                        .add(each);
            }
        }
    }

    /**
     * All methods that a virtual call may arrive at, as owner + "." + name + descriptor, or null if classes outside of
     * the image may add to them.
     *
     * @param facts the class that declares what the call means
     */
    List<String> of(ClassFacts facts, String method) {
        return known.computeIfAbsent(facts.name + "." + method, key -> {
                    List<String> found = new ArrayList<>();
                    boolean isClosed = !facts.isInterface() && collect(facts, method, 0, found);
                    return isClosed ? Optional.of(List.copyOf(found)) : Optional.empty();
                })
                .orElse(null);
    }

    private boolean collect(ClassFacts facts, String method, int inherited, List<String> found) {
        int access = inherited;
        Method own = facts.methods.get(method);
        if (own != null && !own.is(Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC)) {
            found.add(facts.name + "." + method);
            access = own.access;
            if (own.is(Opcodes.ACC_FINAL)) {
                return true;
            }
        }
        boolean isInheritable = (facts.access & Opcodes.ACC_PUBLIC) != 0 && !facts.isFinal();
        if (isInheritable && (access & OPEN) != 0) {
            return false;
        }
        for (ClassFacts each : subclasses.getOrDefault(facts.name, List.of())) {
            if (!collect(each, method, access, found)) {
                return false;
            }
        }
        return true;
    }
}
