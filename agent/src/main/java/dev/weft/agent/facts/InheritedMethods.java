package dev.weft.agent.facts;

import dev.weft.agent.abi.Names;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The methods that woven classes inherit from classes without twins: woven code calls them by their heir's name, and by
 * its twins, so that the heir needs twins of them. Thread-safe.
 */
final class InheritedMethods {
    private static final int UNFIT = Opcodes.ACC_PRIVATE;
    private static final int VISIBLE = Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED;

    private final Set<String> unwoven;
    private final Function<String, byte[]> files;
    private final Map<String, ClassNode> known = new ConcurrentHashMap<>();

    /**
     * With the names of the classes that have no twins.
     *
     * @param files the class file of one of them, or null
     */
    InheritedMethods(Set<String> unwoven, Function<String, byte[]> files) {
        this.unwoven = unwoven;
        this.files = files;
    }

    /** Those that the class inherits and does not override, by name and descriptor. */
    Map<String, MethodNode> of(ClassNode heir) {
        Map<String, MethodNode> methods = new LinkedHashMap<>();
        if (!unwoven.isEmpty()) {
            addSupers(heir, heir, methods);
            for (MethodNode own : heir.methods) {
                methods.remove(own.name + own.desc);
            }
        }
        return methods;
    }

    private void addSupers(ClassNode heir, ClassNode type, Map<String, MethodNode> methods) {
        add(heir, type.superName, methods);
        for (String each : type.interfaces) {
            add(heir, each, methods);
        }
    }

    private void add(ClassNode heir, String name, Map<String, MethodNode> methods) {
        ClassNode type = name == null || !unwoven.contains(name) ? null : read(name);
        if (type == null) {
            return;
        }
        boolean isInterface = (type.access & Opcodes.ACC_INTERFACE) != 0;
        for (MethodNode method : type.methods) {
            boolean isStatic = (method.access & Opcodes.ACC_STATIC) != 0;
            boolean isInherited = (method.access & UNFIT) == 0
                    && !method.name.startsWith("<")
                    && !(isStatic && isInterface)
                    && ((method.access & VISIBLE) != 0 || packageOf(name).equals(packageOf(heir.name)));
            if (isInherited
                    && Names.canHaveTwin(method.name, method.desc, isStatic)
                    && !Names.isMethodOfObject(method.name, method.desc)) {
                methods.putIfAbsent(method.name + method.desc, method);
            }
        }
        addSupers(heir, type, methods);
    }

    private static String packageOf(String name) {
        return name.substring(0, name.lastIndexOf('/') + 1);
    }

    private ClassNode read(String name) {
        ClassNode type = known.get(name);
        if (type == null) {
            byte[] file = files.apply(name);
            if (file == null) {
                return null;
            }
            type = new ClassNode();
            new ClassReader(file).accept(type, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG);
            known.put(name, type);
        }
        return type;
    }
}
