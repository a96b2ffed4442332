package dev.weft.fuzz.run;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Defects that are put into the generator's compiled classes: each changes what happens at a call in one method. */
public enum Mutation {
    /** No defect: shows that the replacement itself does no harm. */
    NONE("dev/weft/agent/abi/Names", "twinName", "equals", Change.NOTHING),
    /** The last local that is live is not saved. */
    DROPS_A_LOCAL("dev/weft/agent/facts/Planner$Work", "point", "copyOf", Change.ONE_LESS),
    /** An exception of a resumed callee is thrown outside of the handlers that cover the call. */
    FORGETS_HANDLERS("dev/weft/agent/resume/ResumerGenerator", "emitRest", "addHandlers", Change.NO_CALL_OF_FIVE),
    /** Monitors are not entered again. */
    FORGETS_MONITORS("dev/weft/agent/resume/FrameRestorer", "emit", "emitReenter", Change.NO_CALL_OF_TWO),
    /** Operands are taken for each other. */
    SWAPS_OPERANDS("dev/weft/agent/resume/PointReader", "readOperands", "reverse", Change.NO_CALL_OF_ONE),
    /** An exception of a resumed callee is not thrown. */
    LOSES_EXCEPTIONS("dev/weft/agent/resume/ResumerGenerator", "emit", "visitMethodInsn", Change.POP_INSTEAD),
    /** Liveness is asked for one instruction later. */
    LIVENESS_OFF_BY_ONE("dev/weft/agent/facts/Planner$Work", "keptAfter", "after", Change.ONE_MORE),
    /** The first instruction behind the call is left out. */
    RESUMES_TOO_LATE("dev/weft/agent/resume/ResumerGenerator", "emitRest", "rest", Change.ONE_MORE),
    /** Small results are not cut to their range. */
    FORGETS_TO_NARROW("dev/weft/agent/resume/CopyEmitter", "emitReturn", "narrow", Change.NO_CALL_OF_TWO),
    /** Handlers that cover the rest of the twin do not cover its copy. */
    FORGETS_RANGES("dev/weft/agent/resume/ExceptionTable", "nameHandlers", "add", Change.NEVER),
    /** What only a handler of a later instruction reads is not saved. */
    FORGETS_WHAT_HANDLERS_READ("dev/weft/agent/analysis/Liveness", "transfer", "or", Change.NO_CALL_OF_TWO),
    /** Final fields are written as others are. */
    FORGETS_FINAL_FIELDS("dev/weft/agent/resume/FinalFieldWrites", "isFinal", "equals", Change.NEVER),
    /** Where points share the code that saves, they leave their neighbour's number; chaos mode has many such twins. */
    TAKES_POINTS_FOR_EACH_OTHER("dev/weft/agent/layout/SaveForm", "emitGotoShared", "emitNumber", Change.ONE_LESS);

    /** What is done at the call. */
    enum Change {
        NOTHING,
        ONE_LESS,
        ONE_MORE,
        NO_CALL_OF_ONE,
        NO_CALL_OF_TWO,
        NO_CALL_OF_FIVE,
        POP_INSTEAD,
        NEVER
    }

    private final String type;
    private final String method;
    private final String callee;
    private final Change change;

    Mutation(String type, String method, String callee, Change change) {
        this.type = type;
        this.method = method;
        this.callee = callee;
        this.change = change;
    }

    /** The class that is changed. */
    String type() {
        return type;
    }

    /** The method that is changed. */
    String method() {
        return method;
    }

    /** Changes the calls in the method, and counts them. */
    MethodVisitor visitor(MethodVisitor next, int[] sites) {
        return new MethodVisitor(Opcodes.ASM9, next) {
            @Override
            public void visitMethodInsn(int opcode, String owner, String name, String desc, boolean isInterface) {
                boolean isOfLiveness = !name.equals("after") || owner.endsWith("Liveness");
                if (!name.equals(callee) || !isOfLiveness) {
                    super.visitMethodInsn(opcode, owner, name, desc, isInterface);
                    return;
                }
                sites[0]++;
                switch (change) {
                    case ONE_LESS:
                        super.visitInsn(Opcodes.ICONST_1);
                        super.visitInsn(Opcodes.ISUB);
                        super.visitInsn(Opcodes.ICONST_0);
                        super.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Math", "max", "(II)I", false);
                        break;
                    case ONE_MORE:
                        super.visitInsn(Opcodes.ICONST_1);
                        super.visitInsn(Opcodes.IADD);
                        break;
                    case NO_CALL_OF_FIVE:
                        pop(5);
                        return;
                    case NO_CALL_OF_TWO:
                        pop(2);
                        return;
                    case NO_CALL_OF_ONE:
                        pop(1);
                        return;
                    case POP_INSTEAD:
                        pop(5);
                        super.visitIntInsn(Opcodes.BIPUSH, Opcodes.POP);
                        super.visitMethodInsn(Opcodes.INVOKEVIRTUAL, owner, "visitInsn", "(I)V", false);
                        return;
                    case NEVER:
                        pop(2);
                        super.visitInsn(Opcodes.ICONST_0);
                        return;
                    default:
                }
                super.visitMethodInsn(opcode, owner, name, desc, isInterface);
            }

            private void pop(int n) {
                for (int k = 0; k < n; k++) {
                    super.visitInsn(Opcodes.POP);
                }
            }
        };
    }
}
