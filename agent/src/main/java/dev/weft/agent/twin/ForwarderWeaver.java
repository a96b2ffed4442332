package dev.weft.agent.twin;

import dev.weft.agent.abi.Names;
import dev.weft.agent.facts.PlainCalls;
import dev.weft.agent.facts.Substitutions;
import dev.weft.agent.facts.World;
import dev.weft.agent.layout.Registers;
import dev.weft.agent.layout.VerificationTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * Weaves generated forwarders, in the first place lambda proxies: methods that load captured values and arguments,
 * call one method and return its result, perhaps converted, or call one constructor and return the object.
 *
 * <p>Such a class is hidden: no other class can name it, so no resumer could cast to it. None is needed: the twin calls
 * the twin of the target, and where that suspends, nothing of the forwarder's state matters any more but the conversion
 * of the result, or the object, for which the runtime has frames of its own ({@code WovenCode.convertLater},
 * {@code returnLater}). Methods of any other form get pinned stubs, but for those of {@code Proxy} classes: what these
 * do with exceptions {@code ProxyCalls} does for their twins.
 */
public final class ForwarderWeaver {
    private static final String PROXY_CALLS = Names.BLOCKING + "ProxyCalls";
    private static final String PROXY_CALL = "(Ljava/lang/reflect/InvocationHandler;" + Names.OBJECT_D
            + "Ljava/lang/reflect/Method;[" + Names.OBJECT_D + "[Ljava/lang/Class;" + Names.CONTEXT_D + ")"
            + Names.OBJECT_D;

    private final World world;

    /** With knowledge of the targets. */
    public ForwarderWeaver(World world) {
        this.world = world;
    }

    /** The woven class file, or null if it is woven already. */
    public byte[] weave(ClassReader reader) {
        ClassNode host = new ClassNode();
        reader.accept(host, ClassReader.EXPAND_FRAMES);
        for (MethodNode method : host.methods) {
            if (Names.isTwin(method.name, method.desc)) {
                // a program may define the class file of a woven class, as it finds it, once more
                return null;
            }
        }
        ClassWriter writer = new ClassWriter(reader, 0);
        PlainCalls plainCalls = new PlainCalls(host);
        reader.accept(
                new ClassVisitor(Opcodes.ASM9, writer) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String desc, String sig, String[] exceptions) {
                        for (MethodNode method : host.methods) {
                            boolean isIt = method.name.equals(name) && method.desc.equals(desc);
                            if (isIt && PlainEdits.isNeeded(plainCalls, method)) {
                                PlainEdits.edit(plainCalls, host.name, method).accept(cv);
                                return null;
                            }
                        }
                        return super.visitMethod(access, name, desc, sig, exceptions);
                    }
                },
                0);
        boolean isInterface = (host.access & Opcodes.ACC_INTERFACE) != 0;
        boolean isProxy = "java/lang/reflect/Proxy".equals(host.superName);
        for (MethodNode method : host.methods) {
            boolean isStatic = (method.access & Opcodes.ACC_STATIC) != 0;
            boolean isTwinless = method.name.startsWith("<") || !Names.canHaveTwin(method.name, method.desc, isStatic);
            if (isTwinless || isStatic && isProxy) {
                continue;
            }
            if (isStatic) {
                // the class calls them as others do; a superclass may have twins of the same names
                PinnedStubs.emit(writer, host.name, isInterface, method);
                continue;
            }
            MethodInsnNode handler = isProxy ? handlerCall(method) : null;
            MethodInsnNode call = handler == null ? target(host.name, method) : handler;
            if (call == null) {
                PinnedStubs.emit(writer, host.name, isInterface, method);
            } else {
                emit(writer, host.name, method, call);
            }
        }
        return writer.toByteArray();
    }

    /** The call of a proxy's handler, under whose handlers of exceptions nothing else stands; null if there is none. */
    private static MethodInsnNode handlerCall(MethodNode method) {
        for (AbstractInsnNode insn : method.instructions) {
            if (insn instanceof MethodInsnNode && isHandlerCall((MethodInsnNode) insn)) {
                return (MethodInsnNode) insn;
            }
        }
        return null;
    }

    private static boolean isHandlerCall(MethodInsnNode call) {
        return call.owner.equals("java/lang/reflect/InvocationHandler") && call.name.equals("invoke");
    }

    /** {@code new Class[] {Declared.class, ..}}, or null; the checked exceptions that pass the proxy's method. */
    private static void pushDeclared(MethodVisitor mv, MethodNode method) {
        List<String> declared = new ArrayList<>();
        for (TryCatchBlockNode block : method.tryCatchBlocks) {
            if (!UNCHECKED.contains(block.type)) {
                declared.add(block.type);
            }
        }
        if (method.tryCatchBlocks.isEmpty()) {
            declared.add("java/lang/Throwable");
        }
        if (declared.isEmpty()) {
            mv.visitInsn(Opcodes.ACONST_NULL);
            return;
        }
        Registers.pushInt(mv, declared.size());
        mv.visitTypeInsn(Opcodes.ANEWARRAY, "java/lang/Class");
        for (int i = 0; i < declared.size(); i++) {
            mv.visitInsn(Opcodes.DUP);
            Registers.pushInt(mv, i);
            mv.visitLdcInsn(Type.getObjectType(declared.get(i)));
            mv.visitInsn(Opcodes.AASTORE);
        }
    }

    /** What a proxy's method lets pass without saying so, and what it wraps all else by. */
    private static final Set<String> UNCHECKED =
            Set.of("java/lang/Error", "java/lang/RuntimeException", "java/lang/Throwable");

    /** The call to forward to: the only one besides conversions, with nothing but conversions behind it. */
    private MethodInsnNode target(String hostName, MethodNode method) {
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
        boolean isCalled = found != null
                && (found.name.equals("<init>") ? isOnlyMade(hostName, method, found) : isOnlyConverted(found))
                && Names.canHaveTwin(found.name, found.desc, found.getOpcode() == Opcodes.INVOKESTATIC)
                && !Substitutions.isObjectMonitorMethod(found.name, found.desc)
                && world.callsTwin(found.owner, found.name, found.desc, found.getOpcode());
        return isCalled && !(changesLocals(method) && branches(method, found)) ? found : null;
    }

    /** True if the frame behind the call would have to know more of the locals than which arguments they were. */
    private static boolean changesLocals(MethodNode method) {
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
                : !conversions(call).isEmpty();
    }

    private static final Set<Integer> NOT_FORWARDED = Set.of(
            AbstractInsnNode.JUMP_INSN,
            AbstractInsnNode.INVOKE_DYNAMIC_INSN,
            AbstractInsnNode.TABLESWITCH_INSN,
            AbstractInsnNode.LOOKUPSWITCH_INSN);

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

    private static final Set<String> BOXES =
            Set.of("Boolean", "Byte", "Character", "Short", "Integer", "Long", "Float", "Double");

    private void emit(ClassWriter writer, String hostName, MethodNode method, MethodInsnNode call) {
        MethodVisitor mv = writer.visitMethod(
                method.access & ~Opcodes.ACC_BRIDGE | Opcodes.ACC_SYNTHETIC,
                Names.twinName(method.name),
                Names.twinDesc(method.desc),
                null,
                null);
        mv.visitCode();
        int context = Names.argumentSlots(method.desc, false);
        if (changesLocals(method)) {
            mv.visitVarInsn(Opcodes.ALOAD, context);
            context = Math.max(method.maxLocals, context);
            mv.visitVarInsn(Opcodes.ASTORE, context);
        }
        for (AbstractInsnNode insn = method.instructions.getFirst(); insn != null; insn = insn.getNext()) {
            if (insn == call && isHandlerCall(call)) {
                pushDeclared(mv, method);
                mv.visitVarInsn(Opcodes.ALOAD, context);
                mv.visitMethodInsn(Opcodes.INVOKESTATIC, PROXY_CALLS, "invoke" + Names.SUFFIX, PROXY_CALL, false);
                break;
            } else if (insn == call) {
                mv.visitVarInsn(Opcodes.ALOAD, context);
                mv.visitMethodInsn(
                        call.getOpcode(), call.owner, Names.twinName(call.name), Names.twinDesc(call.desc), call.itf);
                break;
            }
            if (insn.getOpcode() >= 0) {
                insn.accept(mv);
            }
        }
        if (call.name.equals("<init>")) {
            emitReturnOfMade(mv, hostName, method, call, context);
        } else {
            emitReturn(mv, hostName, method, call, conversions(call), context);
        }
        mv.visitMaxs(method.maxStack + 7, Math.max(method.maxLocals, context) + 2);
        mv.visitEnd();
    }

    /** What becomes of the call's result: see {@link #describe}. */
    private static String conversions(MethodInsnNode call) {
        StringBuilder conversions = new StringBuilder();
        for (AbstractInsnNode insn = call.getNext(); !isEnd(insn); insn = insn.getNext()) {
            describe(insn, conversions);
        }
        return conversions.toString();
    }

    /**
     * One letter per conversion: upper case boxes, lower case unboxes; casts and primitive widening are listed as well.
     */
    private static void describe(AbstractInsnNode insn, StringBuilder conversions) {
        if (insn instanceof MethodInsnNode) {
            MethodInsnNode call = (MethodInsnNode) insn;
            boolean boxes = boxes(call);
            char kind = boxes ? call.desc.charAt(1) : call.desc.charAt(2);
            conversions.append(boxes ? kind : Character.toLowerCase(kind));
        } else if (insn.getOpcode() >= Opcodes.I2L && insn.getOpcode() <= Opcodes.I2S) {
            conversions.append((char) ('0' + insn.getOpcode() - Opcodes.I2L));
        } else if (insn.getOpcode() == Opcodes.POP || insn.getOpcode() == Opcodes.POP2) {
            conversions.append('v');
        }
    }

    /** {@code if (context.unwinding == 1) { convertLater(..); return dummy; } return converted;} */
    private static void emitReturn(
            MethodVisitor mv,
            String hostName,
            MethodNode method,
            MethodInsnNode call,
            String conversions,
            int context) {
        Type result = Type.getReturnType(method.desc);
        if (conversions.isEmpty()) {
            emitTail(mv, call.getNext());
            return;
        }
        Label done = new Label();
        emitTest(mv, context, done);
        mv.visitVarInsn(Opcodes.ALOAD, context);
        mv.visitLdcInsn(conversions);
        mv.visitMethodInsn(
                Opcodes.INVOKESTATIC,
                Names.WOVEN,
                "convertLater",
                "(" + Names.CONTEXT_D + "Ljava/lang/String;)V",
                false);
        Type returned = Type.getReturnType(call.desc);
        if (!returned.equals(Type.VOID_TYPE)) {
            mv.visitInsn(returned.getSize() == 2 ? Opcodes.POP2 : Opcodes.POP);
        }
        Registers.returnDummy(mv, result);
        mv.visitLabel(done);
        visitFrame(mv, hostName, method, returned);
        emitTail(mv, call.getNext());
    }

    /** {@code if (context.unwinding == 1) { returnLater(made, context); return null; } return made;} */
    private static void emitReturnOfMade(
            MethodVisitor mv, String hostName, MethodNode method, MethodInsnNode call, int context) {
        if (!Type.getReturnType(method.desc).equals(Type.VOID_TYPE)) {
            Label done = new Label();
            emitTest(mv, context, done);
            mv.visitVarInsn(Opcodes.ALOAD, context);
            String desc = "(" + Names.OBJECT_D + Names.CONTEXT_D + ")V";
            mv.visitMethodInsn(Opcodes.INVOKESTATIC, Names.WOVEN, "returnLater", desc, false);
            mv.visitInsn(Opcodes.ACONST_NULL);
            mv.visitInsn(Opcodes.ARETURN);
            mv.visitLabel(done);
            visitFrame(mv, hostName, method, Type.getObjectType(call.owner));
        }
        emitTail(mv, call.getNext());
    }

    /** Goes on if the target has suspended. */
    private static void emitTest(MethodVisitor mv, int context, Label otherwise) {
        mv.visitVarInsn(Opcodes.ALOAD, context);
        mv.visitFieldInsn(Opcodes.GETFIELD, Names.CONTEXT, "unwinding", "I");
        mv.visitInsn(Opcodes.ICONST_1);
        mv.visitJumpInsn(Opcodes.IF_ICMPNE, otherwise);
    }

    private static void visitFrame(MethodVisitor mv, String hostName, MethodNode method, Type returned) {
        List<Object> locals = new ArrayList<>();
        locals.add(hostName);
        for (Type type : Type.getArgumentTypes(method.desc)) {
            locals.add(VerificationTypes.of(type));
        }
        locals.add(Names.CONTEXT);
        Object[] stack =
                returned.equals(Type.VOID_TYPE) ? new Object[0] : new Object[] {VerificationTypes.of(returned)};
        mv.visitFrame(Opcodes.F_NEW, locals.size(), locals.toArray(), stack.length, stack);
    }

    private static void emitTail(MethodVisitor mv, AbstractInsnNode from) {
        AbstractInsnNode insn = from;
        for (; !isEnd(insn); insn = insn.getNext()) {
            if (insn.getOpcode() >= 0) {
                insn.accept(mv);
            }
        }
        insn.accept(mv);
    }

    /** True for the return, behind which a proxy's method handles exceptions. */
    private static boolean isEnd(AbstractInsnNode insn) {
        return insn.getOpcode() >= Opcodes.IRETURN && insn.getOpcode() <= Opcodes.RETURN;
    }
}
