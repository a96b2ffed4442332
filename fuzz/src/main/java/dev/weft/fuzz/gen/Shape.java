package dev.weft.fuzz.gen;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** What a program consists of, drawn before any code is: classes, their fields and methods. */
final class Shape {
    /** A class or interface of the program. */
    static final class Declared {
        final String name;
        final Declared superClass;
        final boolean isInterface;
        final List<Declared> interfaces = new ArrayList<>();
        final List<Field> fields = new ArrayList<>();
        final List<Method> methods = new ArrayList<>();

        Declared(String name, Declared superClass, boolean isInterface) {
            this.name = name;
            this.superClass = superClass;
            this.isInterface = isInterface;
        }

        String superName() {
            return superClass == null ? "java/lang/Object" : superClass.name;
        }

        boolean isA(Declared other) {
            for (Declared each = this; each != null; each = each.superClass) {
                if (each == other || each.interfaces.stream().anyMatch(itf -> itf.isA(other))) {
                    return true;
                }
            }
            return false;
        }

        Type type() {
            return Type.getObjectType(name);
        }
    }

    record Field(Declared owner, int access, String name, Type type) {
        boolean isStatic() {
            return (access & Opcodes.ACC_STATIC) != 0;
        }

        boolean isFinal() {
            return (access & Opcodes.ACC_FINAL) != 0;
        }
    }

    record Method(Declared owner, int access, String name, Type[] parameters, Type result) {
        boolean isStatic() {
            return (access & Opcodes.ACC_STATIC) != 0;
        }

        boolean isConstructor() {
            return name.equals("<init>");
        }

        String desc() {
            return Type.getMethodDescriptor(result, parameters);
        }
    }

    private static final int[] SYNCHRONIZED = {0, 0, 0, Opcodes.ACC_SYNCHRONIZED};
    private static final String[] NAMES = {"a", "b", "c", "a", "m$weftless", "equals", "of", "get"};

    final List<Declared> all = new ArrayList<>();
    final Declared main = new Declared(Program.MAIN, null, false);
    /** Its record, or null. */
    final Records record;
    /** A nest mate of the main class; or null. */
    final Declared inner;
    /** An heir in another package; or null. */
    final Declared far;

    private final Choices choices;

    Shape(Choices choices) {
        this.choices = choices;
        choices.begin();
        Declared itf = choices.chance(40) ? new Declared("fuzzed/Itf", null, true) : null;
        Declared base = choices.chance(50) ? new Declared("fuzzed/Base", null, false) : null;
        Declared sub = base != null && choices.chance(50) ? new Declared("fuzzed/Sub", base, false) : null;
        Declared refined = itf != null && choices.chance(40) ? new Declared("fuzzed/Refined", null, true) : null;
        Declared other = base != null && choices.chance(30) ? new Declared("fuzzed/Other", base, false) : null;
        inner = choices.chance(25) ? new Declared("fuzzed/Main$Inner", null, false) : null;
        far = base != null && choices.chance(25) ? new Declared("fuzzed/far/Far", base, false) : null;
        choices.end();
        record = choices.chance(20) ? new Records() : null;
        if (refined != null) {
            refined.interfaces.add(itf);
        }
        for (Declared each : new Declared[] {itf, refined, base, sub, other, far, inner, main}) {
            if (each != null) {
                all.add(each);
            }
        }
        if (itf != null) {
            (base != null ? base : main).interfaces.add(itf);
        }
        if (refined != null) {
            // a diamond: one side of it refines what the other one inherits
            Declared joins = sub != null ? sub : main;
            if (!joins.interfaces.contains(itf)) {
                joins.interfaces.add(itf);
            }
            joins.interfaces.add(refined);
        }
        for (Declared each : all) {
            choices.begin();
            fill(each);
            choices.end();
        }
        if (refined != null) {
            refine(itf, refined);
        }
        if (itf != null) {
            addImplementations(itf, base != null ? base : main);
        }
        if (refined != null) {
            addImplementations(refined, sub != null ? sub : main);
            addImplementations(itf, sub != null ? sub : main);
        }
    }

    private void fill(Declared type) {
        if (!type.isInterface) {
            int fields = choices.pick(4);
            for (int k = 0; k < fields; k++) {
                int access = new int[] {
                            0,
                            Opcodes.ACC_STATIC,
                            Opcodes.ACC_FINAL,
                            Opcodes.ACC_PROTECTED,
                            Opcodes.ACC_STATIC,
                            Opcodes.ACC_VOLATILE
                        }
                        [choices.pick(6)];
                // obfuscators give one name to fields of several types
                type.fields.add(new Field(type, access, "f" + (choices.chance(15) ? 0 : k), distinctType(type, k)));
            }
            type.methods.add(new Method(type, Opcodes.ACC_PUBLIC, "<init>", new Type[0], Type.VOID_TYPE));
            if (type != main && choices.chance(60)) {
                addMethod(type, Opcodes.ACC_PUBLIC, "<init>", Type.VOID_TYPE);
            }
        }
        int methods = choices.pick(type == main ? 4 : 3) + (type == main ? 1 : 0);
        for (int k = 0; k < methods; k++) {
            Type result = choices.chance(15) ? Type.VOID_TYPE : type(choices);
            addMethod(type, accessOf(type), NAMES[choices.pick(NAMES.length)], result);
        }
        if (type.superClass != null && choices.chance(70)) {
            override(type);
        }
    }

    private Type distinctType(Declared owner, int k) {
        Type type = type(choices);
        for (Field field : owner.fields) {
            if (field.type.equals(type) && field.name.equals("f0")) {
                return k == 1 ? Type.getType("[[J") : Type.getType("[[D");
            }
        }
        return type;
    }

    private int accessOf(Declared type) {
        int kind = choices.pick(6);
        if (type.isInterface) {
            int[] kinds = {
                Opcodes.ACC_PUBLIC | Opcodes.ACC_ABSTRACT,
                Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC,
                Opcodes.ACC_PUBLIC,
                Opcodes.ACC_PUBLIC,
                Opcodes.ACC_PRIVATE,
                Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC
            };
            return kinds[kind];
        }
        int[] kinds = {
            Opcodes.ACC_STATIC,
            Opcodes.ACC_PUBLIC,
            Opcodes.ACC_PRIVATE,
            Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC,
            Opcodes.ACC_PROTECTED,
            Opcodes.ACC_FINAL
        };
        return kinds[kind] | SYNCHRONIZED[choices.pick(SYNCHRONIZED.length)];
    }

    private void addMethod(Declared owner, int access, String name, Type result) {
        choices.begin();
        int n = choices.chance(3) ? 9 : choices.pick(4);
        Type[] parameters = new Type[n];
        for (int k = 0; k < n; k++) {
            parameters[k] = type(choices);
        }
        choices.end();
        Method method = new Method(owner, access, name, parameters, result);
        if (!isTaken(owner, method)) {
            owner.methods.add(method);
        }
    }

    /** Signatures must differ, except from what is overridden on purpose. */
    private boolean isTaken(Declared owner, Method method) {
        String signature = method.name + Type.getMethodDescriptor(Type.VOID_TYPE, method.parameters);
        for (Declared each : all) {
            for (Method other : each.methods) {
                boolean isRelated = each == owner || !method.isConstructor();
                String known = other.name + Type.getMethodDescriptor(Type.VOID_TYPE, other.parameters);
                if (isRelated && known.equals(signature)) {
                    return true;
                }
            }
        }
        return method.name.equals("equals") && method.parameters.length < 2;
    }

    /** Default methods are overridden by default methods, or are abstract again and implemented below. */
    private void refine(Declared itf, Declared refined) {
        for (Method method : List.copyOf(itf.methods)) {
            boolean isDefault =
                    (method.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE)) == 0;
            if (isDefault) {
                int access = choices.chance(30) ? Opcodes.ACC_PUBLIC | Opcodes.ACC_ABSTRACT : Opcodes.ACC_PUBLIC;
                refined.methods.add(new Method(refined, access, method.name, method.parameters, method.result));
            }
        }
    }

    private void override(Declared type) {
        for (Method method : type.superClass.methods) {
            boolean isOpen = (method.access & (Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL)) == 0;
            if (isOpen && !method.isConstructor()) {
                type.methods.add(new Method(type, method.access, method.name, method.parameters, method.result));
                return;
            }
        }
    }

    private void addImplementations(Declared itf, Declared in) {
        for (Method method : itf.methods) {
            boolean isKnown = in.methods.stream()
                    .anyMatch(
                            each -> each.name.equals(method.name) && each.desc().equals(method.desc()));
            if ((method.access & Opcodes.ACC_ABSTRACT) != 0 && !isKnown) {
                in.methods.add(new Method(in, Opcodes.ACC_PUBLIC, method.name, method.parameters, method.result));
            }
        }
    }

    /** Any type, of the program's classes too. */
    Type type(Choices from) {
        if (from.chance(12)) {
            return all.get(from.pick(all.size())).type();
        }
        return Kinds.any(from);
    }

    /** The program's class of that type, or null. */
    Declared find(Type type) {
        for (Declared each : all) {
            if (each.type().equals(type)) {
                return each;
            }
        }
        return null;
    }
}
