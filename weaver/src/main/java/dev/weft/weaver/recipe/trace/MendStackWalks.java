package dev.weft.weaver.recipe.trace;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * What looks at the stack sees a fiber's as its author wrote it, with the frames that are parked on the heap: walks of
 * StackWalker and its {@code getCallerClass}, {@code SecurityManager.getClassContext}, and the search of {@code
 * ObjectInputStream} for the latest loader of user code.
 */
public final class MendStackWalks implements Recipe {
    private static final String WALK = "java/lang/WeftStackWalk";
    private static final String WALKER = "java/lang/StackWalker";
    private static final String MANAGER = "java/lang/SecurityManager";
    private static final String UNASKED = "weft$unasked";
    private static final String CALLER = "weft$caller";
    private static final String FACTORY = "java/lang/StackStreamFactory";
    private static final String FINDER = FACTORY + "$CallerClassFinder";
    private static final String CLASS = "Ljava/lang/Class;";
    private static final String VM = "jdk/internal/misc/VM";

    @Override
    public Set<String> classes() {
        return Set.of(FACTORY + "$StackFrameTraverser", FINDER, WALKER, MANAGER, VM);
    }

    @Override
    public void apply(ClassNode target) {
        if (target.name.equals(VM)) {
            askForParkedLoaders(target);
        } else if (target.name.equals(FINDER)) {
            doubtCallers(target);
        } else if (target.name.equals(WALKER)) {
            findCallers(target);
            walkUnasked(target);
        } else if (target.name.equals(MANAGER)) {
            findClasses(target);
        } else {
            walkFibers(target);
        }
    }

    /** {@code StreamSupport.stream(WeftStackWalk.of(this), false)}. */
    private void walkFibers(ClassNode target) {
        Edit.calls(
                target,
                Edit.methodNamed("consumeFrames"),
                Edit.named("java/util/stream/StreamSupport", "stream"),
                1,
                this,
                // behind the receiver stands the flag
                (method, call) -> method.instructions.insertBefore(
                        call.getPrevious(),
                        Edit.invoke(WALK, "of", "(L" + FACTORY + "$StackFrameTraverser;)Ljava/util/Spliterator;")));
    }

    /** {@code caller = WeftStackWalk.seenCaller(frames);} before {@code if (frames[1] == null)}. */
    private void doubtCallers(ClassNode target) {
        MethodNode method = Edit.method(target, "consumeFrames", "()Ljava/lang/Integer;", this);
        List<JumpInsnNode> tests = new ArrayList<>();
        for (AbstractInsnNode each : method.instructions) {
            if (each.getOpcode() == Opcodes.IFNONNULL) {
                tests.add((JumpInsnNode) each);
            }
        }
        AbstractInsnNode frames =
                tests.size() == 1 ? tests.get(0).getPrevious().getPrevious().getPrevious() : null;
        if (frames == null || frames.getOpcode() != Opcodes.ALOAD) {
            throw Edit.mismatch(this, target, "tests of frames[1] in consumeFrames", 1, tests.size());
        }
        InsnList seen = new InsnList();
        seen.add(new VarInsnNode(Opcodes.ALOAD, 0));
        seen.add(frames.clone(null));
        seen.add(Edit.invoke(WALK, "seenCaller", "([" + CLASS + ")" + CLASS));
        seen.add(new FieldInsnNode(Opcodes.PUTFIELD, FINDER, "caller", CLASS));
        method.instructions.insertBefore(frames, seen);
    }

    /**
     * {@code if (found == null) found = WeftStackWalk.caller(weft$caller());} behind {@code finder.findCaller()}, which
     * must be called from here: it counts frames.
     */
    private void findCallers(ClassNode target) {
        Edit.calls(
                target,
                Edit.methodNamed("getCallerClass"),
                call -> call.name.equals("findCaller"),
                1,
                this,
                (method, call) -> {
                    LabelNode isFound = new LabelNode();
                    InsnList ask = new InsnList();
                    ask.add(new InsnNode(Opcodes.DUP));
                    ask.add(new JumpInsnNode(Opcodes.IFNONNULL, isFound));
                    ask.add(new InsnNode(Opcodes.POP));
                    call(ask, CALLER, WALK, "caller", ")" + CLASS);
                    ask.add(isFound);
                    Object[] stack = {"java/lang/Class"};
                    ask.add(new FrameNode(Opcodes.F_FULL, 1, new Object[] {target.name}, 1, stack));
                    method.instructions.insert(call, ask);
                    method.maxStack = Math.max(method.maxStack, 2);
                });
    }

    /**
     * {@code static StackWalker weft$unasked()}, of all frames and with classes, and {@code weft$caller()}, with
     * classes only: they need no permission.
     */
    private void walkUnasked(ClassNode target) {
        Edit.method(target, "<init>", "(Ljava/util/EnumSet;)V", this);
        target.methods.add(walker(UNASKED, "RETAIN_CLASS_REFERENCE", "SHOW_HIDDEN_FRAMES"));
        target.methods.add(walker(CALLER, "RETAIN_CLASS_REFERENCE"));
    }

    private static MethodNode walker(String name, String... options) {
        MethodNode method =
                new MethodNode(Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC, name, "()L" + WALKER + ";", null, null);
        method.visitTypeInsn(Opcodes.NEW, WALKER);
        method.visitInsn(Opcodes.DUP);
        for (String each : options) {
            method.visitFieldInsn(Opcodes.GETSTATIC, WALKER + "$Option", each, "L" + WALKER + "$Option;");
        }
        String set = "(" + "Ljava/lang/Enum;".repeat(options.length) + ")Ljava/util/EnumSet;";
        method.visitMethodInsn(Opcodes.INVOKESTATIC, "java/util/EnumSet", "of", set, false);
        method.visitMethodInsn(Opcodes.INVOKESPECIAL, WALKER, "<init>", "(Ljava/util/EnumSet;)V", false);
        method.visitInsn(Opcodes.ARETURN);
        method.visitMaxs(2 + options.length, 0);
        return method;
    }

    /**
     * {@code return ClassContext.of(StackWalker.weft$unasked())} in place of the native method, and {@code
     * BeforeManagers.prepare(..)} at the start of the initializer.
     */
    private void findClasses(ClassNode target) {
        String classes = "[Ljava/lang/Class;";
        MethodNode method = Edit.method(target, "getClassContext", "()" + classes, this);
        if ((method.access & Opcodes.ACC_NATIVE) == 0) {
            throw Edit.mismatch(this, target, "native methods getClassContext", 1, 0);
        }
        method.access &= ~Opcodes.ACC_NATIVE;
        call(method.instructions, UNASKED, "jdk/internal/weft/trace/ClassContext", "of", ")" + classes);
        method.instructions.add(new InsnNode(Opcodes.ARETURN));
        method.maxStack = 1;
        method.maxLocals = 1;
        MethodNode initializer = Edit.method(target, "<clinit>", "()V", this);
        InsnList prepare = new InsnList();
        call(prepare, UNASKED, "jdk/internal/weft/trace/BeforeManagers", "prepare", ")V");
        initializer.instructions.insert(prepare);
        initializer.maxStack = Math.max(initializer.maxStack, 1);
    }

    private static void call(InsnList code, String walker, String owner, String name, String result) {
        code.add(Edit.invoke(WALKER, walker, "()L" + WALKER + ";"));
        code.add(Edit.invoke(owner, name, "(L" + WALKER + ";" + result));
    }

    /** {@code ParkedFrames.userLoader(latestUserDefinedLoader0())}. */
    private void askForParkedLoaders(ClassNode target) {
        String loader = "Ljava/lang/ClassLoader;";
        Edit.calls(
                target,
                Edit.methodNamed("latestUserDefinedLoader"),
                Edit.named(VM, "latestUserDefinedLoader0"),
                1,
                this,
                (method, call) -> method.instructions.insert(
                        call,
                        Edit.invoke(
                                "jdk/internal/weft/trace/ParkedFrames", "userLoader", "(" + loader + ")" + loader)));
    }
}
