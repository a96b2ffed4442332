package dev.weft.weaver.recipe.management;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * The platform's MBean server has a bean of the fibers:
 *
 * <pre>
 * platformMBeanServer = (MBeanServer) FibersBean.register(MBeanServerFactory.createMBeanServer());
 * </pre>
 */
public final class RegisterFibersBean implements Recipe {
    private static final String OBJECT = "Ljava/lang/Object;";

    @Override
    public Set<String> classes() {
        return Set.of("java/lang/management/ManagementFactory");
    }

    @Override
    public String module() {
        return "java.management";
    }

    @Override
    public void apply(ClassNode target) {
        Edit.calls(
                target,
                Edit.methodNamed("getPlatformMBeanServer"),
                Edit.named("javax/management/MBeanServerFactory", "createMBeanServer"),
                1,
                this,
                (method, call) -> {
                    InsnList register = new InsnList();
                    register.add(Edit.invoke(
                            "jdk/internal/weft/management/FibersBean", "register", "(" + OBJECT + ")" + OBJECT));
                    register.add(new TypeInsnNode(Opcodes.CHECKCAST, "javax/management/MBeanServer"));
                    method.instructions.insert(call, register);
                });
    }
}
