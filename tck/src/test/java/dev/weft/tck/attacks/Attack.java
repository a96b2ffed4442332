package dev.weft.tck.attacks;

import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.lang.reflect.InvocationTargetException;
import java.util.Optional;
import java.util.Set;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * A class as no compiler makes it, which names what only woven code may: its method {@code run} makes one call, with
 * zeros and nulls for arguments.
 */
final class Attack {
    private final String name;
    private final String superName;

    private Attack(String name, String superName) {
        this.name = name;
        this.superName = superName;
    }

    /** A class that is to be made; the superclass with slashes. */
    static Attack by(String name, String superName) {
        return new Attack(name, superName);
    }

    /** The class file, whose method makes that call. */
    byte[] calling(int opcode, String owner, String method, String desc) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, name, null, superName, null);
        MethodVisitor run = writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "run", "()V", null, null);
        run.visitCode();
        if (opcode != Opcodes.INVOKESTATIC) {
            run.visitTypeInsn(Opcodes.NEW, owner);
            run.visitInsn(Opcodes.DUP);
            run.visitMethodInsn(Opcodes.INVOKESPECIAL, owner, "<init>", "()V", false);
        }
        for (Type type : Type.getArgumentTypes(desc)) {
            push(run, type);
        }
        run.visitMethodInsn(opcode, owner, method, desc, false);
        Type result = Type.getReturnType(desc);
        if (result.getSize() > 0) {
            run.visitInsn(result.getSize() == 1 ? Opcodes.POP : Opcodes.POP2);
        }
        run.visitInsn(Opcodes.RETURN);
        run.visitMaxs(0, 0);
        run.visitEnd();
        writer.visitEnd();
        return writer.toByteArray();
    }

    private static void push(MethodVisitor run, Type type) {
        switch (type.getSort()) {
            case Type.OBJECT:
            case Type.ARRAY:
                run.visitInsn(Opcodes.ACONST_NULL);
                break;
            case Type.LONG:
                run.visitInsn(Opcodes.LCONST_0);
                break;
            case Type.DOUBLE:
                run.visitInsn(Opcodes.DCONST_0);
                break;
            case Type.FLOAT:
                run.visitInsn(Opcodes.FCONST_0);
                break;
            default:
                run.visitInsn(Opcodes.ICONST_0);
                break;
        }
    }

    /** Defines the class in a loader of its own and calls its method. */
    static void run(byte[] file) throws Throwable {
        runIn(new Loader(), file);
    }

    /**
     * The same in a module of the JDK, which is taken into a layer, and a loader, of one's own; the class must be of a
     * package that the module exports.
     */
    static void runInModule(String module, byte[] file) throws Throwable {
        Loader loader = new Loader();
        Configuration configuration = ModuleLayer.boot()
                .configuration()
                .resolve(new Only(module, ModuleFinder.ofSystem()), ModuleFinder.of(), Set.of(module));
        ModuleLayer layer = ModuleLayer.boot().defineModules(configuration, name -> loader);
        if (runIn(loader, file).getModule() != layer.findModule(module).get()) {
            throw new AssertionError("not in the module");
        }
    }

    private static Class<?> runIn(Loader loader, byte[] file) throws Throwable {
        Class<?> type = loader.define(file);
        try {
            type.getMethod("run").invoke(null);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
        return type;
    }

    /** Finds one module. */
    private record Only(String name, ModuleFinder all) implements ModuleFinder {
        @Override
        public Optional<ModuleReference> find(String wanted) {
            return wanted.equals(name) ? all.find(name) : Optional.empty();
        }

        @Override
        public Set<ModuleReference> findAll() {
            return find(name).map(Set::of).orElse(Set.of());
        }
    }

    private static final class Loader extends ClassLoader {
        Loader() {
            super(Attack.class.getClassLoader());
        }

        /** By its name: for a class without, agents are told no module. */
        Class<?> define(byte[] file) {
            String name = new ClassReader(file).getClassName().replace('/', '.');
            return defineClass(name, file, 0, file.length);
        }
    }
}
