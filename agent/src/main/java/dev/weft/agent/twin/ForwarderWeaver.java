package dev.weft.agent.twin;

import dev.weft.agent.abi.Names;
import dev.weft.agent.facts.PlainCalls;
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
    public byte[] weave(byte[] file) {
        ClassReader reader = OddForms.reader(file);
        int frames = OddForms.framesOf(reader, file);
        ClassNode host = new ClassNode();
        boolean isOld = OddForms.isOld(reader);
        reader.accept(isOld ? new OldAttributes(host) : host, ClassReader.EXPAND_FRAMES | frames);
        for (MethodNode method : host.methods) {
            if (Names.isTwin(method.name, method.desc)) {
                // a program may define the class file of a woven class, as it finds it, once more
                return null;
            }
        }
        ClassWriter writer = new ClassWriter(reader, 0);
        PlainCalls plainCalls = new PlainCalls(host);
        ClassVisitor copier = new ClassVisitor(Opcodes.ASM9, writer) {
            /** Edited code has class constants, which came with that version. */
            @Override
            public void visit(int version, int access, String name, String sig, String superName, String[] interfaces) {
                super.visit(isOld ? Opcodes.V1_5 : version, access, name, sig, superName, interfaces);
            }

            @Override
            public MethodVisitor visitMethod(int access, String name, String desc, String sig, String[] exceptions) {
                for (MethodNode method : host.methods) {
                    boolean isIt = method.name.equals(name) && method.desc.equals(desc);
                    if (isIt && PlainEdits.isNeeded(plainCalls, method)) {
                        PlainEdits.edit(plainCalls, host.name, method).accept(cv);
                        return null;
                    }
                }
                return super.visitMethod(access, name, desc, sig, exceptions);
            }
        };
        reader.accept(isOld ? new OldAttributes(copier) : copier, frames);
        boolean isInterface = (host.access & Opcodes.ACC_INTERFACE) != 0;
        boolean hasNoDefaults = isInterface && (host.version & 0xFFFF) < Opcodes.V1_8;
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
            MethodInsnNode handler = isProxy ? ForwardedCall.handlerCall(method) : null;
            MethodInsnNode call = handler == null ? ForwardedCall.target(world, host.name, method) : handler;
            if (call == null && hasNoDefaults) {
                PinnedStubs.emitAbstract(writer, method);
            } else if (call == null) {
                PinnedStubs.emit(writer, host.name, isInterface, method);
            } else {
                emit(writer, host.name, method, call);
            }
        }
        return writer.toByteArray();
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

    private void emit(ClassWriter writer, String hostName, MethodNode method, MethodInsnNode call) {
        MethodVisitor mv = writer.visitMethod(
                method.access & ~Opcodes.ACC_BRIDGE | Opcodes.ACC_SYNTHETIC,
                Names.twinName(method.name),
                Names.twinDesc(method.desc),
                null,
                null);
        mv.visitCode();
        resolve(mv, ForwardedCall.conversions(call));
        int context = Names.argumentSlots(method.desc, false);
        if (ForwardedCall.changesLocals(method)) {
            mv.visitVarInsn(Opcodes.ALOAD, context);
            context = Math.max(method.maxLocals, context);
            mv.visitVarInsn(Opcodes.ASTORE, context);
        }
        for (AbstractInsnNode insn = method.instructions.getFirst(); insn != null; insn = insn.getNext()) {
            if (insn == call && ForwardedCall.isHandlerCall(call)) {
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
            emitReturn(mv, hostName, method, call, context);
        }
        mv.visitMaxs(method.maxStack + 7, Math.max(method.maxLocals, context) + 2);
        mv.visitEnd();
    }

    /** To resolve a text takes memory, of which there may be none when the target has suspended. */
    private static void resolve(MethodVisitor mv, String conversions) {
        if (!conversions.isEmpty()) {
            mv.visitLdcInsn(conversions);
            mv.visitInsn(Opcodes.POP);
        }
    }

    /** {@code if (context.unwinding == 1) { convertLater(..); return dummy; } return converted;} */
    private static void emitReturn(
            MethodVisitor mv, String hostName, MethodNode method, MethodInsnNode call, int context) {
        Type result = Type.getReturnType(method.desc);
        String conversions = ForwardedCall.conversions(call);
        String cast = ForwardedCall.castOfResult(call);
        if (conversions.isEmpty() && cast == null) {
            emitTail(mv, call.getNext());
            return;
        }
        Label done = new Label();
        emitTest(mv, context, done);
        mv.visitVarInsn(Opcodes.ALOAD, context);
        mv.visitLdcInsn(conversions);
        if (cast == null) {
            mv.visitInsn(Opcodes.ACONST_NULL);
        } else {
            mv.visitLdcInsn(Type.getObjectType(cast));
        }
        mv.visitMethodInsn(
                Opcodes.INVOKESTATIC,
                Names.WOVEN,
                "convertLater",
                "(" + Names.CONTEXT_D + "Ljava/lang/String;Ljava/lang/Class;)V",
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
        for (; !ForwardedCall.isEnd(insn); insn = insn.getNext()) {
            if (insn.getOpcode() >= 0) {
                insn.accept(mv);
            }
        }
        insn.accept(mv);
    }
}
