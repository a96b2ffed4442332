package dev.weft.weaver.recipe.link;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import java.util.function.Predicate;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Classes that java.base generates and no agent sees pass the weaver: hidden classes, and so lambda proxies, and
 * {@code Proxy} classes. So do those that a program defines by a {@code Lookup} beside classes of the JDK, since the
 * agent takes what is loaded there for woven.
 *
 * <p>Those of lambdas get names without a number of their own, as from JDK 21 on: with it they would be others in each
 * run, and their woven forms not be found in the cache. What tells them apart is what the VM adds to the name of a
 * hidden class. Those that a program has the JDK write to files ({@code jdk.internal.lambda.dumpProxyClasses}) keep
 * their numbers, as each file has the name of its class; and all do once an agent has changed {@code
 * InnerClassLambdaMetafactory}, as those of OpenTelemetry do to see lambdas, which they know by their names.
 */
public final class WeaveGeneratedClasses implements Recipe {
    private static final String GENERATED = "jdk/internal/weft/agent/GeneratedClasses";

    @Override
    public Set<String> classes() {
        return Set.of(
                "java/lang/invoke/InnerClassLambdaMetafactory",
                "java/lang/invoke/MethodHandles$Lookup",
                "java/lang/reflect/ProxyGenerator");
    }

    @Override
    public void apply(ClassNode target) {
        if (target.name.endsWith("Lookup")) {
            weaveHiddenClasses(target);
            weaveDefinedClasses(target);
        } else if (target.name.endsWith("Metafactory")) {
            nameWithoutNumber(target);
        } else {
            weaveProxies(target);
        }
    }

    private void nameWithoutNumber(ClassNode target) {
        Edit.calls(
                target,
                Edit.methodNamed("lambdaClassName"),
                call -> call.name.equals("incrementAndGet"),
                1,
                this,
                (method, call) -> {
                    InsnList number = new InsnList();
                    number.add(new FieldInsnNode(
                            Opcodes.GETSTATIC, target.name, "dumper", "Ljava/lang/invoke/ProxyClassesDumper;"));
                    number.add(Edit.invoke(GENERATED, "numberOfLambda", "(ILjava/lang/Object;)I"));
                    method.instructions.insert(call, number);
                    method.maxStack += 1;
                });
    }

    private void weaveProxies(ClassNode target) {
        Edit.calls(
                target,
                Edit.methodNamed("generateClassFile"),
                call -> call.name.equals("toByteArray"),
                1,
                this,
                (method, call) -> {
                    method.instructions.insert(call, weave());
                    method.maxStack += 1;
                });
    }

    /** {@code Lookup.defineHiddenClass(bytes.clone(), ..)} and {@code defineHiddenClassWithClassData}. */
    private void weaveHiddenClasses(ClassNode target) {
        weaveCopies(target, method -> method.name.startsWith("defineHiddenClass"), 2, "weaveUnseen");
    }

    /** {@code Lookup.defineClass(bytes)}, which copies them, too. */
    private void weaveDefinedClasses(ClassNode target) {
        weaveCopies(target, method -> method.name.equals("defineClass"), 1, "weaveDefined");
    }

    private void weaveCopies(ClassNode target, Predicate<MethodNode> inside, int copies, String how) {
        Edit.calls(
                target,
                method -> (method.access & Opcodes.ACC_PUBLIC) != 0 && inside.test(method),
                call -> call.owner.equals("[B") && call.name.equals("clone"),
                copies,
                this,
                (method, clone) -> {
                    // behind the clone stands the cast to byte[]
                    InsnList weave = new InsnList();
                    weave.add(new VarInsnNode(Opcodes.ALOAD, 0));
                    weave.add(new FieldInsnNode(Opcodes.GETFIELD, target.name, "lookupClass", "Ljava/lang/Class;"));
                    weave.add(call(how));
                    method.instructions.insert(clone.getNext(), weave);
                    method.maxStack += 1;
                });
    }

    private static InsnList weave() {
        InsnList weave = new InsnList();
        weave.add(new InsnNode(Opcodes.ACONST_NULL));
        weave.add(call("weaveUnseen"));
        return weave;
    }

    private static MethodInsnNode call(String how) {
        return Edit.invoke(GENERATED, how, "([BLjava/lang/Class;)[B");
    }
}
