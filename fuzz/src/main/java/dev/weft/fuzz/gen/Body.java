package dev.weft.fuzz.gen;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** The code of one method: what its statements and expressions share. */
final class Body {
    /** A local variable that has a value. */
    record Var(int slot, Type type) {}

    /** What must run when control leaves a part early: a monitor to leave, a {@code finally}. */
    interface Leave {
        /** Emits it; afterwards {@link #resume} is called, behind the jump. */
        void leave();

        /** Control is back inside. */
        void resume();
    }

    /** Where {@code break} goes. */
    record Exit(Label target, int leaves, boolean emptyStack) {}

    final Shape shape;
    final Shape.Method method;
    final Choices choices;
    final MethodVisitor mv;
    final int version;
    final Statements statements;
    final Regions regions;
    final Expressions expressions;
    final Calls calls;
    final Objects objects;
    final List<Var> vars = new ArrayList<>();
    final List<Exit> exits = new ArrayList<>();
    List<Leave> leaves = new ArrayList<>();
    int nextSlot;
    /** False while something lies on the operand stack below the code that is being generated. */
    boolean stackIsEmpty = true;
    /** How much may still be generated. */
    int budget;

    private final VariableNames names;
    private int lines;

    Body(Shape shape, Shape.Method method, Choices choices, MethodVisitor mv, int version) {
        this.shape = shape;
        this.method = method;
        this.choices = choices;
        this.mv = mv;
        this.version = version;
        names = new VariableNames(mv);
        statements = new Statements(this);
        regions = new Regions(this);
        expressions = new Expressions(this);
        calls = new Calls(this);
        objects = new Objects(this);
    }

    /** {@code if (Rt.out()) return default; Rt.t(each parameter); statements; return expression;} */
    void emitMethod() {
        mv.visitCode();
        line();
        addParameters();
        budget = choices.pick(120);
        if (choices.chance(1)) {
            budget = 3000;
        }
        if (choices.chance(3)) {
            nextSlot += 250;
        }
        if (method.isConstructor()) {
            emitSuper();
        }
        Label on = new Label();
        rt("out", "()Z");
        mv.visitJumpInsn(Opcodes.IFEQ, on);
        if (method.result() != Type.VOID_TYPE) {
            Kinds.pushDefault(mv, method.result());
        }
        mv.visitInsn(method.result().getOpcode(Opcodes.IRETURN));
        mv.visitLabel(on);
        for (Var var : List.copyOf(vars)) {
            load(var);
            Kinds.tell(mv, var.type());
        }
        if (method.isConstructor()) {
            emitFields();
        }
        if (statements.list(4)) {
            emitReturn();
        }
        names.emit();
        mv.visitMaxs(0, 0);
    }

    /** What follows stands in a source line of its own, which traces tell. */
    void line() {
        Label here = new Label();
        mv.visitLabel(here);
        mv.visitLineNumber(++lines, here);
        // of two lines at one place the VM tells the first where an instruction stands right there, else the last
        mv.visitInsn(Opcodes.NOP);
    }

    /** Each method of the main class is called, and what it throws is told. */
    void emitRun() {
        mv.visitCode();
        line();
        addParameters();
        budget = 60;
        for (Shape.Declared type : shape.all) {
            for (Shape.Method each : type.methods) {
                if ((each.access() & Opcodes.ACC_PRIVATE) != 0 && type != shape.main && type != shape.inner) {
                    continue;
                }
                choices.begin();
                if (choices.chance(90)) {
                    regions.tellFailure(() -> {
                        calls.call(each, 2);
                        if (each.result() != Type.VOID_TYPE) {
                            Kinds.tell(mv, each.result());
                        } else if (each.isConstructor()) {
                            Kinds.tell(mv, Kinds.OBJECT);
                        }
                        return true;
                    });
                }
                choices.end();
            }
        }
        mv.visitInsn(Opcodes.RETURN);
        mv.visitMaxs(0, 0);
    }

    /** {@code Rt.t(..); statements}, and what they throw is told: else the class could not be used. */
    void emitInitializer() {
        mv.visitCode();
        line();
        budget = 10;
        Kinds.pushInt(mv, method.owner().name.length());
        Kinds.tell(mv, Type.INT_TYPE);
        regions.tellFailure(() -> {
            if (!statements.list(2)) {
                mv.visitInsn(Opcodes.NOP);
            }
            return true;
        });
        mv.visitInsn(Opcodes.RETURN);
        mv.visitMaxs(0, 0);
    }

    private void addParameters() {
        if (!method.isStatic()) {
            nextSlot = 1;
        }
        for (Type type : method.parameters()) {
            names.begin(declare(type));
        }
    }

    private void emitSuper() {
        mv.visitVarInsn(Opcodes.ALOAD, 0);
        Shape.Declared parent = method.owner().superClass;
        Shape.Method target = null;
        if (parent != null) {
            List<Shape.Method> all =
                    parent.methods.stream().filter(Shape.Method::isConstructor).toList();
            target = all.get(choices.pick(all.size()));
        }
        boolean wasEmpty = stackIsEmpty;
        stackIsEmpty = false;
        if (target != null) {
            isInitialized = false;
            for (Type type : target.parameters()) {
                expressions.argument(type, 2);
            }
            isInitialized = true;
        }
        stackIsEmpty = wasEmpty;
        mv.visitMethodInsn(
                Opcodes.INVOKESPECIAL,
                method.owner().superName(),
                "<init>",
                target == null ? "()V" : target.desc(),
                false);
    }

    /** False in a constructor before {@code super(..)}: there is no {@code this}. */
    boolean isInitialized = true;

    private void emitFields() {
        for (Shape.Field field : method.owner().fields) {
            choices.begin();
            if (!field.isStatic() && choices.chance(80)) {
                mv.visitVarInsn(Opcodes.ALOAD, 0);
                withStack(() -> expressions.emit(field.type(), 2));
                mv.visitFieldInsn(
                        Opcodes.PUTFIELD,
                        method.owner().name,
                        field.name(),
                        field.type().getDescriptor());
            }
            choices.end();
        }
    }

    /** Leaves the method from where the code is. */
    void emitReturn() {
        Type type = method.result();
        if (type == Type.VOID_TYPE) {
            leaveTo(0);
            mv.visitInsn(Opcodes.RETURN);
            resumeFrom(0);
            return;
        }
        expressions.emit(type, 3);
        if (choices.chance(70)) {
            Kinds.truncate(mv, type);
        }
        if (!leaves.isEmpty()) {
            int slot = nextSlot;
            nextSlot += type.getSize();
            mv.visitVarInsn(type.getOpcode(Opcodes.ISTORE), slot);
            leaveTo(0);
            mv.visitVarInsn(type.getOpcode(Opcodes.ILOAD), slot);
            nextSlot = slot;
        }
        mv.visitInsn(type.getOpcode(Opcodes.IRETURN));
        resumeFrom(0);
    }

    /** Emits what must run before control leaves all but the outermost so many parts. */
    void leaveTo(int depth) {
        List<Leave> all = leaves;
        for (int k = all.size() - 1; k >= depth; k--) {
            leaves = new ArrayList<>(all.subList(0, k));
            all.get(k).leave();
        }
        leaves = all;
    }

    /** The jump has been emitted. */
    void resumeFrom(int depth) {
        for (int k = leaves.size() - 1; k >= depth; k--) {
            leaves.get(k).resume();
        }
    }

    /** Declares a variable in the next slots; the value must be there, or be stored at once. */
    Var declare(Type type) {
        Var var = new Var(nextSlot, type);
        nextSlot += type.getSize();
        vars.add(var);
        return var;
    }

    /** Forgets all variables but the first. */
    void forget(int count) {
        while (vars.size() > count) {
            nextSlot = vars.remove(vars.size() - 1).slot();
            names.end(nextSlot);
        }
    }

    void load(Var var) {
        mv.visitVarInsn(var.type().getOpcode(Opcodes.ILOAD), var.slot());
        names.used(var);
    }

    void store(Var var) {
        mv.visitVarInsn(var.type().getOpcode(Opcodes.ISTORE), var.slot());
        names.begin(var);
    }

    /** Generates code while the operand stack is not empty. */
    void withStack(Runnable code) {
        boolean wasEmpty = stackIsEmpty;
        stackIsEmpty = false;
        code.run();
        stackIsEmpty = wasEmpty;
    }

    void rt(String name, String desc) {
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, Kinds.RT, name, desc, false);
    }

    boolean hasThis() {
        return !method.isStatic() && isInitialized;
    }
}
