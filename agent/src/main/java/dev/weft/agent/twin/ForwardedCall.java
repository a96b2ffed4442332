package dev.weft.agent.twin;

import dev.weft.agent.abi.Names;
import dev.weft.agent.facts.Substitutions;
import dev.weft.agent.facts.World;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

/** Finds what a generated method forwards to, and what it makes of the result: see {@link ForwarderWeaver}. */
final class ForwardedCall {
    private static final Set<Integer> NOT_FORWARDED = Set.of(
            AbstractInsnNode.JUMP_INSN,
            AbstractInsnNode.INVOKE_DYNAMIC_INSN,
            AbstractInsnNode.TABLESWITCH_INSN,
            AbstractInsnNode.LOOKUPSWITCH_INSN);

    private static final Set<String> BOXES =
            Set.of("Boolean", "Byte", "Character", "Short", "Integer", "Long", "Float", "Double");

    /** In the names of lambda proxies. All types that these name are loaded when they are made. */
    private static final String LAMBDA = "$$Lambda$";

    private static final Set<Integer> NOT_OF_PROXIES = Set.of(
            AbstractInsnNode.JUMP_INSN,
            AbstractInsnNode.TABLESWITCH_INSN,
            AbstractInsnNode.LOOKUPSWITCH_INSN,
            AbstractInsnNode.INVOKE_DYNAMIC_INSN,
            AbstractInsnNode.IINC_INSN,
            AbstractInsnNode.LDC_INSN);

    private ForwardedCall() {}

    /**
     * The call of a proxy's handler, under whose handlers of exceptions nothing else stands; null if there is none, or
     * if anything else is done: then an agent has changed the method.
     */
    static MethodInsnNode handlerCall(MethodNode method) {
        MethodInsnNode found = null;
        for (AbstractInsnNode insn : method.instructions) {
            boolean isCall = insn instanceof MethodInsnNode && isHandlerCall((MethodInsnNode) insn);
            if (isCall && found == null) {
                found = (MethodInsnNode) insn;
            } else if (isCall || !isOfProxies(insn)) {
                return null;
            }
        }
        return found;
    }

    /** Whether the JDK has such instructions in methods of proxies, beside the call of the handler. */
    private static boolean isOfProxies(AbstractInsnNode insn) {
        if (insn instanceof MethodInsnNode) {
            MethodInsnNode call = (MethodInsnNode) insn;
            boolean isConverted = call.name.equals("valueOf") || call.name.endsWith("Value");
            return call.owner.equals("java/lang/reflect/UndeclaredThrowableException")
                    || isConverted && call.owner.startsWith("java/lang/");
        }
        if (insn instanceof FieldInsnNode) {
            FieldInsnNode field = (FieldInsnNode) insn;
            return field.getOpcode() == Opcodes.GETFIELD && field.owner.equals("java/lang/reflect/Proxy")
                    || field.getOpcode() == Opcodes.GETSTATIC && field.desc.equals("Ljava/lang/reflect/Method;");
        }
        return !NOT_OF_PROXIES.contains(insn.getType()) && !isMonitor(insn);
    }

    static boolean isHandlerCall(MethodInsnNode call) {
        return call.owner.equals("java/lang/reflect/InvocationHandler") && call.name.equals("invoke");
    }

    /** The call to forward to: the only one besides conversions, with nothing but conversions behind it. */
    static MethodInsnNode target(World world, String hostName, MethodNode method) {
        if (!method.tryCatchBlocks.isEmpty()
                || (method.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_SYNCHRONIZED)) != 0) {
            return null;
        }
        MethodInsnNode found = null;
        for (AbstractInsnNode insn : method.instructions) {
            if (NOT_FORWARDED.contains(insn.getType()) || isMonitor(insn)) {
                return null;
            }
            if (!(insn instanceof MethodInsnNode) || isConversion((MethodInsnNode) insn) && found == null) {
                continue;
            }
            if (found == null) {
                found = (MethodInsnNode) insn;
            } else if (!isConversion((MethodInsnNode) insn)) {
                return null;
            }
        }
        boolean isStatic = found != null && found.getOpcode() == Opcodes.INVOKESTATIC;
        boolean isCalled = found != null
                && (found.name.equals("<init>") ? isOnlyMade(hostName, method, found) : isOnlyConverted(found))
                && Names.canHaveTwin(found.name, found.desc, isStatic)
                && !Substitutions.isObjectMonitorMethod(found.name, found.desc, isStatic)
                && world.callsTwin(found.owner, found.name, found.desc, found.getOpcode())
                && (hostName.contains(LAMBDA) || found.name.equals("<init>") || castOfResult(found) == null);
        return isCalled && !(changesLocals(method) && branches(method, found)) ? found : null;
    }

    /** True if the frame behind the call would have to know more of the locals than which arguments they were. */
    static boolean changesLocals(MethodNode method) {
        for (AbstractInsnNode insn = method.instructions.getFirst(); !isEnd(insn); insn = insn.getNext()) {
            if (insn.getOpcode() >= Opcodes.ISTORE && insn.getOpcode() <= Opcodes.ASTORE) {
                return true;
            }
        }
        return false;
    }

    /** True if the twin does something else when the call suspends. */
    private static boolean branches(MethodNode method, MethodInsnNode call) {
        return call.name.equals("<init>")
                ? !Type.getReturnType(method.desc).equals(Type.VOID_TYPE)
                : !conversions(call).isEmpty() || castOfResult(call) != null;
    }

    private static boolean isMonitor(AbstractInsnNode insn) {
        return insn.getOpcode() == Opcodes.MONITORENTER || insn.getOpcode() == Opcodes.MONITOREXIT;
    }

    /**
     * Whether the constructor's object is made at once, and returned or dropped: a reference to a constructor. Those of
     * the class itself have no twins.
     */
    private static boolean isOnlyMade(String hostName, MethodNode method, MethodInsnNode call) {
        AbstractInsnNode made = executed(method.instructions.getFirst());
        boolean isMade = made.getOpcode() == Opcodes.NEW
                && !call.owner.equals(hostName)
                && ((TypeInsnNode) made).desc.equals(call.owner)
                && executed(made.getNext()).getOpcode() == Opcodes.DUP;
        int end = executed(call.getNext()).getOpcode();
        return isMade && (end == Opcodes.ARETURN || end == Opcodes.RETURN);
    }

    /** The instruction there, or behind labels, lines and frames; a method does not end without one. */
    private static AbstractInsnNode executed(AbstractInsnNode at) {
        AbstractInsnNode insn = at;
        while (insn.getOpcode() < 0) {
            insn = insn.getNext();
        }
        return insn;
    }

    /** Whether what the call returns is returned, converted or dropped, and nothing else is done. */
    private static boolean isOnlyConverted(MethodInsnNode call) {
        boolean isDropped = false;
        for (AbstractInsnNode insn = call.getNext(); insn != null; insn = insn.getNext()) {
            if (isEnd(insn)) {
                boolean hasResult = !isDropped && !Type.getReturnType(call.desc).equals(Type.VOID_TYPE);
                // lambda proxies without a result leave the target's on the stack
                return hasResult || insn.getOpcode() == Opcodes.RETURN;
            }
            if (insn.getOpcode() < 0) {
                continue;
            }
            if (isDropped || !isConverting(insn)) {
                return false;
            }
            isDropped = insn.getOpcode() == Opcodes.POP || insn.getOpcode() == Opcodes.POP2;
        }
        return false;
    }

    private static boolean isConverting(AbstractInsnNode insn) {
        int opcode = insn.getOpcode();
        return insn instanceof MethodInsnNode && isConversion((MethodInsnNode) insn)
                || opcode >= Opcodes.I2L && opcode <= Opcodes.I2S
                || opcode == Opcodes.CHECKCAST
                || opcode == Opcodes.POP
                || opcode == Opcodes.POP2;
    }

    private static boolean isConversion(MethodInsnNode call) {
        boolean isBox = call.owner.startsWith("java/lang/")
                && (call.owner.equals("java/lang/Number") || BOXES.contains(call.owner.substring(10)));
        return isBox && (boxes(call) || call.name.endsWith("Value") && call.desc.startsWith("()"));
    }

    /** Of one primitive; there are forms for strings, too. */
    private static boolean boxes(MethodInsnNode call) {
        return call.name.equals("valueOf") && call.desc.charAt(2) == ')';
    }

    /** What becomes of the call's result: see {@link #describe}. */
    static String conversions(MethodInsnNode call) {
        StringBuilder conversions = new StringBuilder();
        for (AbstractInsnNode insn = call.getNext(); !isEnd(insn); insn = insn.getNext()) {
            describe(insn, conversions);
        }
        return conversions.toString();
    }

    /**
     * The class that the result is cast to in the end, or null: generic methods, and the handlers of proxies, may have
     * returned anything. A cast in front of an unboxing goes without saying.
     */
    static String castOfResult(MethodInsnNode call) {
        AbstractInsnNode last = null;
        for (AbstractInsnNode insn = call.getNext(); !isEnd(insn); insn = insn.getNext()) {
            last = insn.getOpcode() < 0 ? last : insn;
        }
        return last != null && last.getOpcode() == Opcodes.CHECKCAST ? ((TypeInsnNode) last).desc : null;
    }

    /**
     * One letter per conversion: upper case boxes, lower case unboxes, behind an {@code n} any number, else its own box
     * only; primitive widening is listed as well.
     */
    private static void describe(AbstractInsnNode insn, StringBuilder conversions) {
        if (insn instanceof MethodInsnNode) {
            MethodInsnNode call = (MethodInsnNode) insn;
            boolean boxes = boxes(call);
            char kind = boxes ? call.desc.charAt(1) : call.desc.charAt(2);
            if (!boxes && !isOwnBox(call.owner, kind)) {
                conversions.append('n');
            }
            conversions.append(boxes ? kind : Character.toLowerCase(kind));
        } else if (insn.getOpcode() >= Opcodes.I2L && insn.getOpcode() <= Opcodes.I2S) {
            conversions.append((char) ('0' + insn.getOpcode() - Opcodes.I2L));
        } else if (insn.getOpcode() == Opcodes.POP || insn.getOpcode() == Opcodes.POP2) {
            conversions.append('v');
        }
    }

    /** Whether the values of that primitive are boxed by that class. */
    private static boolean isOwnBox(String owner, char primitive) {
        return switch (primitive) {
            case 'B' -> owner.equals("java/lang/Byte");
            case 'S' -> owner.equals("java/lang/Short");
            case 'I' -> owner.equals("java/lang/Integer");
            case 'J' -> owner.equals("java/lang/Long");
            case 'F' -> owner.equals("java/lang/Float");
            case 'D' -> owner.equals("java/lang/Double");
            default -> true;
        };
    }

    /** True for the return, behind which a proxy's method handles exceptions. */
    static boolean isEnd(AbstractInsnNode insn) {
        return insn.getOpcode() >= Opcodes.IRETURN && insn.getOpcode() <= Opcodes.RETURN;
    }
}
