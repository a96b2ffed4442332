package dev.weft.weaver.mixin;

import dev.weft.weaver.error.WeaveException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;
import org.objectweb.asm.tree.ClassNode;

/**
 * Adds members that are written in Java to classes of the JDK. A class {@code XMixin} of the runtime is merged into
 * {@code X} of the same package, {@code XMixin$Y} becomes {@code X$Y}, and whatever class of the runtime names either
 * names what it has become. This happens before all recipes: for them, and for the generator of twins, the members have
 * always been there.
 *
 * <p>What a mixin may have, and what each means, is in {@link MixIn}.
 */
public final class MixIns {
    private static final String SUFFIX = "Mixin";
    private static final String CLASS = ".class";

    private final Map<String, byte[]> base;
    private final List<String> targets;
    private final Remapper names = new Remapper() {
        @Override
        public String map(String name) {
            return renamed(name, targets);
        }
    };

    private MixIns(Map<String, byte[]> base, List<String> targets) {
        this.base = base;
        this.targets = targets;
    }

    /**
     * Merges all mixins.
     *
     * @param base class files of java.base, the runtime's among them; changed in place
     * @param runtime which of them are the runtime's
     * @param targets the classes that get members
     * @throws WeaveException if a class of the JDK has what is to be added, or lacks what a mixin expects
     */
    public static void merge(Map<String, byte[]> base, Set<String> runtime, List<String> targets) {
        MixIns mixIns = new MixIns(base, targets);
        for (String file : List.copyOf(runtime)) {
            mixIns.rename(file);
        }
        for (String target : targets) {
            mixIns.mergeInto(target);
        }
    }

    /** What a class becomes: one of a mixin of one of these becomes one of the target. */
    public static String renamed(String name, List<String> targets) {
        int at = name.indexOf(SUFFIX);
        if (at < 0) {
            return name;
        }
        String target = name.substring(0, at);
        int end = at + SUFFIX.length();
        boolean isWhole = end == name.length() || name.charAt(end) == '$';
        return isWhole && targets.contains(target) ? target + name.substring(end) : name;
    }

    /** Rewrites the references of a class of the runtime; one that lies within a mixin moves into the target. */
    private void rename(String file) {
        String name = file.substring(0, file.length() - CLASS.length());
        if (isMixin(name)) {
            return;
        }
        ClassWriter writer = new ClassWriter(0);
        read(base.remove(file), writer);
        base.put(renamed(name, targets) + CLASS, writer.toByteArray());
    }

    private boolean isMixin(String name) {
        return name.endsWith(SUFFIX) && targets.contains(name.substring(0, name.length() - SUFFIX.length()));
    }

    private void mergeInto(String target) {
        ClassNode mixin = new ClassNode();
        byte[] file = base.remove(target + SUFFIX + CLASS);
        if (file == null) {
            throw new WeaveException("the weaver's jar lacks the class " + target.replace('/', '.') + SUFFIX
                    + ": build it again with mvn package");
        }
        read(file, mixin);
        ClassNode node = new ClassNode();
        new ClassReader(base.get(target + CLASS)).accept(node, 0);
        new MixIn(mixin, node).merge();
        ClassWriter writer = new ClassWriter(0);
        node.accept(writer);
        base.put(target + CLASS, writer.toByteArray());
    }

    private void read(byte[] file, ClassVisitor visitor) {
        new ClassReader(file).accept(new ClassRemapper(visitor, names), 0);
    }
}
