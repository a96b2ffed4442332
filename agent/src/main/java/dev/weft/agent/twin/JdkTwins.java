package dev.weft.agent.twin;

import dev.weft.agent.abi.Names;
import dev.weft.agent.abi.StandardError;
import dev.weft.agent.facts.KnownCalls;
import dev.weft.agent.facts.PlainCalls;
import dev.weft.agent.facts.Planner;
import dev.weft.agent.facts.PointNumbers;
import dev.weft.agent.facts.Scope;
import dev.weft.agent.facts.StubReason;
import dev.weft.agent.facts.World;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * Classes of the JDK that another agent changes. Their originals are not at hand, so the agent is shown the plain
 * copies. Methods that it has changed get new twins, which call the twins that the class called before
 * ({@link KnownCalls}), and what the agent has added plainly; or pinned stubs, where that fails. Methods that it has
 * added get pinned stubs. All other twins stay as they are, with the numbers of their points.
 */
public final class JdkTwins {
    private JdkTwins() {}

    /** The class without its twins; the argument itself if it has none. */
    public static byte[] without(byte[] woven) {
        ClassReader reader = new ClassReader(woven);
        ClassWriter writer = new ClassWriter(reader, 0);
        boolean[] hasTwins = new boolean[1];
        reader.accept(
                new ClassVisitor(Opcodes.ASM9, writer) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String desc, String sig, String[] exceptions) {
                        if (Names.isTwin(name, desc)) {
                            hasTwins[0] = true;
                            return null;
                        }
                        return super.visitMethod(access, name, desc, sig, exceptions);
                    }
                },
                0);
        return hasTwins[0] ? writer.toByteArray() : woven;
    }

    /** What an agent might make of {@link #without} of it: all its methods have changed, and do what they did. */
    public static byte[] changed(byte[] woven) {
        ClassNode node = read(without(woven));
        for (MethodNode method : node.methods) {
            method.maxStack++;
        }
        ClassWriter writer = new ClassWriter(0);
        node.accept(writer);
        return writer.toByteArray();
    }

    /**
     * The class with its twins again; those of changed methods are pinned stubs.
     *
     * @param woven the class before, with twins
     * @param changed what an agent has made of {@link #without} of it; it has the same methods
     */
    public static byte[] with(byte[] woven, byte[] changed) {
        return with(woven, changed, (host, method, old) -> null);
    }

    /**
     * The same, but changed methods that had full twins get full twins.
     *
     * @param firstPoint the number of their first point, above those of all points of the versions before
     * @param chaos whether they may suspend on both sides of each call
     */
    public static byte[] with(byte[] woven, byte[] changed, int firstPoint, boolean chaos) {
        KnownCalls world = new KnownCalls(read(woven));
        PointNumbers points = new PointNumbers(firstPoint);
        try {
            return with(
                    woven,
                    changed,
                    (host, method, old) -> isFull(old) ? full(host, method, world, points, chaos) : null);
        } catch (MethodTooLargeException e) {
            return with(woven, changed);
        }
    }

    /**
     * The class file that was loaded, if the VM gives the same one without its frames: it keeps none of classes that it
     * does not verify.
     *
     * @param given what the VM gives
     * @param loaded what it may have been
     */
    public static byte[] withFrames(byte[] given, byte[] loaded) {
        ClassNode first = read(given);
        ClassNode second = read(loaded);
        if (first.methods.size() != second.methods.size()) {
            return given;
        }
        for (MethodNode method : first.methods) {
            if (hasFrames(method)) {
                return given;
            }
        }
        Map<String, MethodNode> methods = new HashMap<>();
        for (MethodNode method : second.methods) {
            methods.put(method.name + method.desc, method);
        }
        for (MethodNode method : first.methods) {
            MethodNode same = methods.get(method.name + method.desc);
            if (same == null || !isSame(method, same)) {
                return given;
            }
        }
        return loaded;
    }

    private static boolean hasFrames(MethodNode method) {
        for (AbstractInsnNode insn : method.instructions) {
            if (insn instanceof FrameNode) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether there is a frame wherever control flow joins: an agent that was shown none has only those that it has
     * made.
     */
    private static boolean hasAllFrames(MethodNode method) {
        Set<LabelNode> joins = new HashSet<>();
        for (TryCatchBlockNode block : method.tryCatchBlocks) {
            joins.add(block.handler);
        }
        for (AbstractInsnNode insn : method.instructions) {
            if (insn instanceof JumpInsnNode) {
                joins.add(((JumpInsnNode) insn).label);
            } else if (insn instanceof TableSwitchInsnNode) {
                joins.addAll(((TableSwitchInsnNode) insn).labels);
                joins.add(((TableSwitchInsnNode) insn).dflt);
            } else if (insn instanceof LookupSwitchInsnNode) {
                joins.addAll(((LookupSwitchInsnNode) insn).labels);
                joins.add(((LookupSwitchInsnNode) insn).dflt);
            }
        }
        for (AbstractInsnNode join : joins) {
            AbstractInsnNode next = join;
            while (next != null && next.getOpcode() < 0 && !(next instanceof FrameNode)) {
                next = next.getNext();
            }
            if (!(next instanceof FrameNode)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isFull(MethodNode twin) {
        for (AbstractInsnNode insn : twin.instructions) {
            if (insn instanceof MethodInsnNode && ((MethodInsnNode) insn).owner.equals(Names.SAVE)) {
                return true;
            }
        }
        return false;
    }

    /** The twin, or null if there can be none. */
    private static MethodNode full(ClassNode host, MethodNode method, World world, PointNumbers points, boolean chaos) {
        if (!hasAllFrames(method)) {
            return null;
        }
        int first = points.mark();
        try {
            return TwinForms.chosen(method, points, chaos, form -> {
                ClassNode holder = new ClassNode(Opcodes.ASM9);
                Planner planner = new Planner(host, world, chaos);
                MethodNode original =
                        PlainEdits.editBeforeSuper(new PlainCalls(host), host.name, PlainEdits.undone(method));
                TwinEmitter.emit(planner.plan(original, points, false), world, holder, form);
                return holder.methods.get(0);
            });
        } catch (StubReason e) {
            // as any method for that reason
        } catch (RuntimeException e) {
            StandardError.say("weft: no twin for " + host.name.replace('/', '.') + "#" + method.name + method.desc
                    + ", which an agent has changed (" + e + "): a fiber that blocks in it pins its carrier");
        }
        points.reset(first);
        return null;
    }

    /** Makes the twin of a changed method, which had the given one before; null for a pinned stub. */
    private interface Twins {
        MethodNode of(ClassNode host, MethodNode method, MethodNode old);
    }

    private static byte[] with(byte[] woven, byte[] changed, Twins made) {
        ClassNode before = read(woven);
        ClassNode after = read(changed);
        Map<String, MethodNode> twins = new HashMap<>();
        Map<String, MethodNode> plain = new HashMap<>();
        for (MethodNode method : before.methods) {
            (Names.isTwin(method.name, method.desc) ? twins : plain).put(method.name + method.desc, method);
        }
        PlainCalls calls = new PlainCalls(after);
        ClassNode added = new ClassNode(Opcodes.ASM9);
        boolean isInterface = (after.access & Opcodes.ACC_INTERFACE) != 0;
        boolean isWoven = !Scope.isUnwoven(after.name);
        for (int i = 0; i < after.methods.size(); i++) {
            MethodNode method = after.methods.get(i);
            MethodNode old = plain.get(method.name + method.desc);
            if (old != null && isSame(old, method)) {
                continue;
            }
            // while a class is loaded, an agent may add methods, which override others
            boolean isAdded = old == null && isWoven && !method.name.equals("<clinit>");
            String twinName = Names.twinName(method.name) + Names.twinDesc(method.desc);
            MethodNode oldTwin = isWritten(twins.get(twinName)) ? null : twins.remove(twinName);
            MethodNode twin = oldTwin == null ? null : made.of(after, method, oldTwin);
            if (twin != null) {
                added.methods.add(twin);
            } else if (oldTwin != null || isAdded) {
                PinnedStubs.emit(added, after.name, isInterface, method);
            }
            // what is edited already is so twice, which means the same; but what recipes have added means what it calls
            if (!method.name.startsWith(Names.ADDED) && PlainEdits.isNeeded(calls, method)) {
                after.methods.set(i, PlainEdits.edit(calls, after.name, method));
            }
        }
        for (MethodNode method : before.methods) {
            if (twins.containsKey(method.name + method.desc)) {
                added.methods.add(method);
            }
        }
        after.methods.addAll(added.methods);
        ClassWriter writer = new ClassWriter(0);
        after.accept(writer);
        return writer.toByteArray();
    }

    /** By an author, in the runtime: then it is the operation itself, whatever the plain copy does. */
    private static boolean isWritten(MethodNode twin) {
        return twin != null && (twin.access & Opcodes.ACC_SYNTHETIC) == 0;
    }

    private static ClassNode read(byte[] file) {
        ClassNode node = new ClassNode(Opcodes.ASM9);
        new ClassReader(file).accept(node, ClassReader.EXPAND_FRAMES);
        return node;
    }

    /** Abstract and native methods have no code that could differ. An agent may put code in place of a native one. */
    private static boolean isSame(MethodNode first, MethodNode second) {
        return hasCode(first) && hasCode(second)
                ? Arrays.equals(code(first), code(second))
                : hasCode(first) == hasCode(second);
    }

    private static boolean hasCode(MethodNode method) {
        return (method.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0;
    }

    /** The code in a class file of its own, whose constants are in the order of their use. */
    private static byte[] code(MethodNode method) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "C", null, "java/lang/Object", null);
        MethodVisitor mv =
                writer.visitMethod(method.access & ~Opcodes.ACC_DEPRECATED, method.name, method.desc, null, null);
        method.accept(mv);
        byte[] whole = writer.toByteArray();
        ClassWriter bare = new ClassWriter(0);
        new ClassReader(whole).accept(bare, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return bare.toByteArray();
    }
}
