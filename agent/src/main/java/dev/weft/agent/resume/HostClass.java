package dev.weft.agent.resume;

import dev.weft.agent.abi.Names;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * A woven class in the form from which resumers are made: parsed once, its points found once, each twin analysed when a
 * resumer of it is first asked for. Not safe for use by several threads at once.
 */
public final class HostClass {
    final ClassNode node = new ClassNode();
    private final Map<Integer, PointReader> readers = new HashMap<>();
    private final Map<Integer, SavePoint> points = new HashMap<>();
    private final Map<MethodNode, TwinCode> codes = new IdentityHashMap<>();

    /** Parses a woven class file. */
    public HostClass(byte[] woven) {
        new ClassReader(woven).accept(node, ClassReader.EXPAND_FRAMES);
        for (MethodNode method : node.methods) {
            if (!Names.isTwin(method.name, method.desc)) {
                continue;
            }
            for (AbstractInsnNode insn : method.instructions) {
                PointReader reader = PointReader.of(method, insn);
                if (reader != null) {
                    readers.putIfAbsent(reader.number(), reader);
                }
            }
        }
    }

    /** A number above those of all points. */
    public int end() {
        int end = 0;
        for (int number : readers.keySet()) {
            end = Math.max(end, number + 1);
        }
        return end;
    }

    /**
     * What the twin saves at a point.
     *
     * @throws IllegalArgumentException if the class has no such point
     */
    SavePoint point(int number) {
        SavePoint known = points.get(number);
        if (known == null) {
            PointReader reader = readers.get(number);
            if (reader == null) {
                throw new IllegalArgumentException("no suspension point " + number + " in " + node.name);
            }
            known = reader.read();
            points.put(number, known);
        }
        return known;
    }

    /** The analysed twin of this class. */
    TwinCode code(MethodNode twin) {
        return codes.computeIfAbsent(twin, TwinCode::new);
    }
}
