package dev.weft.agent.resume;

import dev.weft.agent.abi.Names;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.SourceInterpreter;
import org.objectweb.asm.tree.analysis.SourceValue;

/**
 * Names, in the VM's message of a NullPointerException thrown by a resumer (JEP 358), what its author has written in
 * place of what the resumer has restored.
 *
 * <p>A resumer takes operands from fields of its heap frame, which it calls {@link #SAVED}, and the result of its
 * callee from the context, by a field or a call. The VM says so; here each is replaced by the description of the
 * instruction of the twin that had pushed it, in the VM's own form. Where there is none, the message loses its reason
 * rather than tell a name that does not exist.
 */
public final class OperandNames {
    /** The name that resumers give to their own locals; no name of an author has such a form. */
    static final String SAVED = "<weft>";

    /** The beginning of the name of a local that stands for an operand that is always null; its index follows. */
    static final String SAVED_NULL = SAVED + "n";

    private static final String RESULT = "java.weft.CarrierContext.takeA()";
    private static final Pattern MARKS =
            Pattern.compile("<weft>\\.(?:as\\[(\\d+)]|a(\\d+)|(ret[AIJFD])|\\w+(?:\\[[^]]*])?)"
                    + "|<weft>n(\\d+)|java\\.weft\\.CarrierContext\\.takeA\\(\\)");
    private static final String BECAUSE = " because ";

    /** As deep as the VM goes. */
    private static final int MAX_DEPTH = 5;

    private final SavePoint point;
    private final MethodNode twin;
    private final Frame<SourceValue>[] frames;

    private OperandNames(HostClass host, int number) throws AnalyzerException {
        point = host.point(number);
        twin = point.twin();
        frames = new Analyzer<>(new SourceInterpreter()).analyze(host.node.name, twin);
    }

    /**
     * The message as it would be without suspensions.
     *
     * @param host the woven class
     * @param number the point whose resumer has thrown
     */
    public static String mend(HostClass host, int number, String message) {
        if (!message.contains(SAVED) && !message.contains(RESULT)) {
            return message;
        }
        int reason = message.indexOf(BECAUSE);
        if (reason < 0) {
            return message;
        }
        String action = message.substring(0, reason);
        try {
            String mended = new OperandNames(host, number).reason(message.substring(reason + BECAUSE.length()));
            return mended == null ? action : action + BECAUSE + mended;
        } catch (AnalyzerException e) {
            return action;
        }
    }

    private String reason(String text) {
        Matcher marks = MARKS.matcher(text);
        StringBuilder result = new StringBuilder();
        while (marks.find()) {
            boolean isWhole = text.charAt(marks.start() - 1) == '"' && text.charAt(marks.end()) == '"';
            AbstractInsnNode source = source(marks);
            String name = source == null ? null : describe(source, MAX_DEPTH);
            if (isWhole) {
                return name == null ? null : (isOfCall(source) ? "the return value of \"" : "\"") + name + "\" is null";
            }
            int end = marks.end();
            if (name == null) {
                // in the VM's way: an unknown object goes without saying, an array and an index do not
                char next = text.charAt(end);
                name = next == '[' ? "<array>" : next == ']' ? "..." : "";
                if (next == '.') {
                    end++;
                }
            }
            marks.appendReplacement(result, Matcher.quoteReplacement(name));
            if (end > marks.end()) {
                return reason(result + text.substring(end));
            }
        }
        return marks.appendTail(result).toString();
    }

    /** The instruction of the twin that had pushed what the resumer took, or null. */
    private AbstractInsnNode source(Matcher mark) {
        if (mark.group().equals(RESULT) || mark.group(3) != null) {
            return point.call();
        }
        if (mark.group(4) != null) {
            return operandOfPoint(Integer.parseInt(mark.group(4)));
        }
        String number = mark.group(1) == null ? mark.group(2) : mark.group(1);
        if (number == null) {
            return null;
        }
        int slot = point.references().get(Integer.parseInt(number));
        int operand = point.operandSlots().indexOf(slot);
        return operand < 0 ? null : operandOfPoint(operand);
    }

    private AbstractInsnNode operandOfPoint(int index) {
        return only(frames[index(point.call())].getStack(index));
    }

    private int index(AbstractInsnNode insn) {
        return twin.instructions.indexOf(insn);
    }

    /** What has pushed the value, besides the code that runs frames of callees on the stack; null if several have. */
    private AbstractInsnNode only(SourceValue value) {
        List<AbstractInsnNode> sources = new ArrayList<>();
        for (AbstractInsnNode each : value.insns) {
            boolean isOwn = each instanceof VarInsnNode
                            && ((VarInsnNode) each).var > point.layout().context()
                    || each instanceof MethodInsnNode && ((MethodInsnNode) each).owner.equals(Names.CONTEXT);
            if (!isOwn) {
                sources.add(each);
            }
        }
        return sources.size() == 1 ? sources.get(0) : null;
    }

    private String operand(AbstractInsnNode insn, int fromTop, int depth) {
        AbstractInsnNode source = operand(insn, fromTop);
        return source == null ? null : describe(source, depth);
    }

    private AbstractInsnNode operand(AbstractInsnNode insn, int fromTop) {
        Frame<SourceValue> before = frames[index(insn)];
        return only(before.getStack(before.getStackSize() - 1 - fromTop));
    }

    /** Whether it pushes what a call has returned; to the VM, a copy and a value of another type are the same. */
    private boolean isOfCall(AbstractInsnNode insn) {
        AbstractInsnNode source = insn;
        while (source != null && (source.getOpcode() == Opcodes.DUP || source.getOpcode() == Opcodes.CHECKCAST)) {
            source = operand(source, 0);
        }
        return source instanceof MethodInsnNode;
    }

    /** In the VM's form, or null if it says nothing of such an instruction. */
    private String describe(AbstractInsnNode insn, int depth) {
        if (depth <= 0) {
            return null;
        }
        int op = insn.getOpcode();
        if (op >= Opcodes.ICONST_M1 && op <= Opcodes.ICONST_5) {
            return String.valueOf(op - Opcodes.ICONST_0);
        } else if (op == Opcodes.ILOAD || op == Opcodes.ALOAD) {
            return local(insn, ((VarInsnNode) insn).var);
        } else if (op >= Opcodes.IALOAD && op <= Opcodes.SALOAD) {
            String array = operand(insn, 1, depth - 1);
            String index = operand(insn, 0, depth - 1);
            return (array == null ? "<array>" : array) + "[" + (index == null ? "..." : index) + "]";
        }
        switch (op) {
            case Opcodes.ACONST_NULL:
                return "null";
            case Opcodes.BIPUSH:
            case Opcodes.SIPUSH:
                return String.valueOf(((IntInsnNode) insn).operand);
            case Opcodes.CHECKCAST:
            case Opcodes.DUP:
                return operand(insn, 0, depth);
            case Opcodes.GETSTATIC:
                FieldInsnNode field = (FieldInsnNode) insn;
                return type(Type.getObjectType(field.owner)) + "." + field.name;
            case Opcodes.GETFIELD:
                String object = operand(insn, 0, depth - 1);
                return (object == null ? "" : object + ".") + ((FieldInsnNode) insn).name;
            case Opcodes.INVOKEVIRTUAL:
            case Opcodes.INVOKESPECIAL:
            case Opcodes.INVOKESTATIC:
            case Opcodes.INVOKEINTERFACE:
                return method((MethodInsnNode) insn);
            default:
                return null;
        }
    }

    private String local(AbstractInsnNode insn, int slot) {
        boolean hasNames = twin.localVariables != null && !twin.localVariables.isEmpty();
        int at = index(insn);
        for (LocalVariableNode variable : hasNames ? twin.localVariables : List.<LocalVariableNode>of()) {
            if (variable.index == slot && index(variable.start) <= at && at < index(variable.end)) {
                return variable.name;
            }
        }
        boolean isStatic = (twin.access & Opcodes.ACC_STATIC) != 0;
        if (slot == 0 && !isStatic) {
            return "this";
        }
        int parameter = isStatic ? 0 : 1;
        Type[] parameters = Type.getArgumentTypes(twin.desc);
        for (int k = 0; k + 1 < parameters.length; k++) {
            if (parameter == slot) {
                return "<parameter" + (k + 1) + ">";
            }
            parameter += parameters[k].getSize();
        }
        return slot < point.layout().context() ? "<local" + slot + ">" : null;
    }

    /** With the names of the twin, which the runtime takes out, as of the VM's own messages. */
    private static String method(MethodInsnNode call) {
        StringBuilder text = new StringBuilder(type(Type.getObjectType(call.owner)));
        text.append('.').append(call.name).append('(');
        String comma = "";
        for (Type each : Type.getArgumentTypes(call.desc)) {
            text.append(comma).append(type(each));
            comma = ", ";
        }
        return text.append(')').toString();
    }

    private static String type(Type type) {
        String name = type.getClassName();
        boolean isShort = name.startsWith("java.lang.Object") || name.startsWith("java.lang.String");
        String rest = isShort ? name.substring(16) : "";
        return isShort && (rest.isEmpty() || rest.startsWith("[")) ? name.substring(10) : name;
    }
}
