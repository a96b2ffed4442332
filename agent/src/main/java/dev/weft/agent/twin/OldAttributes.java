package dev.weft.agent.twin;

import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.TypePath;

/**
 * Drops what the VM does not look for in class files before version 49, and would find or refuse in the woven ones,
 * whose version is higher: signatures, annotations, enclosing methods, flags (JVMS 4.1, 4.5, 4.6).
 */
final class OldAttributes extends ClassVisitor {
    private boolean isInterface;

    OldAttributes(ClassVisitor next) {
        super(Opcodes.ASM9, next);
    }

    @Override
    public void visit(int version, int access, String name, String sig, String superName, String[] interfaces) {
        isInterface = (access & Opcodes.ACC_INTERFACE) != 0;
        super.visit(version, legal(access), name, null, superName, interfaces);
    }

    /** Compilers of that time set the flag of classes for interfaces, too. */
    private static int legal(int access) {
        boolean isInterface = (access & Opcodes.ACC_INTERFACE) != 0;
        return access & ~(isInterface ? Opcodes.ACC_SUPER | Opcodes.ACC_ENUM : Opcodes.ACC_ANNOTATION);
    }

    @Override
    public void visitInnerClass(String name, String outerName, String innerName, int access) {
        super.visitInnerClass(name, outerName, innerName, legal(access));
    }

    @Override
    public void visitOuterClass(String owner, String name, String desc) {}

    @Override
    public AnnotationVisitor visitAnnotation(String desc, boolean isVisible) {
        return null;
    }

    @Override
    public AnnotationVisitor visitTypeAnnotation(int reference, TypePath path, String desc, boolean isVisible) {
        return null;
    }

    @Override
    public FieldVisitor visitField(int access, String name, String desc, String sig, Object value) {
        int legal = isInterface ? access & ~Opcodes.ACC_ENUM : access;
        return new FieldVisitor(Opcodes.ASM9, super.visitField(legal, name, desc, null, value)) {
            @Override
            public AnnotationVisitor visitAnnotation(String annotation, boolean isVisible) {
                return null;
            }

            @Override
            public AnnotationVisitor visitTypeAnnotation(
                    int reference, TypePath path, String annotation, boolean isVisible) {
                return null;
            }
        };
    }

    @Override
    public MethodVisitor visitMethod(int access, String name, String desc, String sig, String[] exceptions) {
        int illegal = (access & Opcodes.ACC_ABSTRACT) == 0 ? 0 : Opcodes.ACC_SYNCHRONIZED | Opcodes.ACC_STRICT;
        illegal |= name.equals("<init>") ? Opcodes.ACC_BRIDGE : 0;
        return new MethodVisitor(Opcodes.ASM9, super.visitMethod(access & ~illegal, name, desc, null, exceptions)) {
            @Override
            public AnnotationVisitor visitAnnotation(String annotation, boolean isVisible) {
                return null;
            }

            @Override
            public AnnotationVisitor visitAnnotationDefault() {
                return null;
            }

            @Override
            public AnnotationVisitor visitParameterAnnotation(int parameter, String annotation, boolean isVisible) {
                return null;
            }

            @Override
            public AnnotationVisitor visitTypeAnnotation(
                    int reference, TypePath path, String annotation, boolean isVisible) {
                return null;
            }
        };
    }
}
