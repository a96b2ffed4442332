package dev.weft.fuzz.gen;

import java.util.List;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Generates new objects of the program's own types. */
final class Objects {
    private final Body body;
    private final Choices choices;
    private final MethodVisitor mv;

    Objects(Body body) {
        this.body = body;
        choices = body.choices;
        mv = body.mv;
    }

    /** An object of the class or a subclass of it; null for an interface that no class implements. */
    void object(Shape.Declared type, int depth) {
        List<Shape.Method> usable = body.shape.all.stream()
                .filter(each -> !each.isInterface && each.isA(type))
                .flatMap(each -> each.methods.stream())
                .filter(Shape.Method::isConstructor)
                .toList();
        if (usable.isEmpty()) {
            mv.visitInsn(Opcodes.ACONST_NULL);
        } else {
            create(usable.get(choices.pick(usable.size())), depth);
        }
    }

    /** {@code new C(..)}, in one of the forms that compilers and obfuscators know. */
    void create(Shape.Method constructor, int depth) {
        String owner = constructor.owner().name;
        boolean mayRecur = constructor.owner().superClass != null || constructor.owner() == body.method.owner();
        if (!body.isInitialized && mayRecur) {
            // nothing bounds a recursion through the arguments of super(..)
            mv.visitInsn(Opcodes.ACONST_NULL);
            return;
        }
        int form = choices.pick(20);
        if (form == 16 && body.isInitialized) {
            // one that is never constructed lies in a local from here on; in front of super(..) locals are parameters
            int slot = body.nextSlot++;
            mv.visitTypeInsn(Opcodes.NEW, owner);
            mv.visitVarInsn(Opcodes.ASTORE, slot);
            body.vars.add(new Body.Var(slot, Type.VOID_TYPE));
        }
        mv.visitTypeInsn(Opcodes.NEW, owner);
        if (form == 19 && body.stackIsEmpty) {
            int slot = body.nextSlot++;
            mv.visitInsn(Opcodes.DUP);
            mv.visitVarInsn(Opcodes.ASTORE, slot);
            body.vars.add(new Body.Var(slot, Type.VOID_TYPE));
            body.calls.pass(constructor.parameters(), depth);
            mv.visitMethodInsn(Opcodes.INVOKESPECIAL, owner, "<init>", constructor.desc(), false);
            mv.visitVarInsn(Opcodes.ALOAD, slot);
            body.vars.remove(body.vars.size() - 1);
            body.nextSlot = slot;
            return;
        }
        if (form == 18 && constructor.parameters().length == 1 && constructor.parameters()[0].getSize() == 1) {
            mv.visitInsn(Opcodes.POP);
            body.expressions.emit(constructor.parameters()[0], depth);
            Kinds.truncate(mv, constructor.parameters()[0]);
            mv.visitTypeInsn(Opcodes.NEW, owner);
            mv.visitInsn(Opcodes.DUP_X1);
            mv.visitInsn(Opcodes.SWAP);
            mv.visitMethodInsn(Opcodes.INVOKESPECIAL, owner, "<init>", constructor.desc(), false);
            return;
        }
        mv.visitInsn(Opcodes.DUP);
        boolean isTripled = form == 17;
        if (isTripled) {
            mv.visitInsn(Opcodes.DUP);
        }
        body.calls.pass(constructor.parameters(), depth);
        mv.visitMethodInsn(Opcodes.INVOKESPECIAL, owner, "<init>", constructor.desc(), false);
        if (isTripled) {
            mv.visitInsn(Opcodes.POP);
        }
    }

    /** A component of a record, or what its {@code equals} or {@code hashCode} tells of another one. */
    void ofRecord(int depth) {
        newRecord(depth);
        switch (choices.pick(3)) {
            case 0:
                mv.visitMethodInsn(Opcodes.INVOKEVIRTUAL, Records.NAME, "number", "()I", false);
                break;
            case 1:
                body.withStack(() -> newRecord(depth));
                mv.visitMethodInsn(Opcodes.INVOKEVIRTUAL, Records.NAME, "equals", "(Ljava/lang/Object;)Z", false);
                break;
            default:
                mv.visitMethodInsn(Opcodes.INVOKEVIRTUAL, Records.NAME, "hashCode", "()I", false);
        }
    }

    private void newRecord(int depth) {
        mv.visitTypeInsn(Opcodes.NEW, Records.NAME);
        mv.visitInsn(Opcodes.DUP);
        body.calls.pass(Records.COMPONENTS, depth);
        mv.visitMethodInsn(
                Opcodes.INVOKESPECIAL,
                Records.NAME,
                "<init>",
                Type.getMethodDescriptor(Type.VOID_TYPE, Records.COMPONENTS),
                false);
    }
}
