package dev.weft.coverage;

import java.util.ArrayList;
import java.util.List;
import org.jacoco.core.internal.data.CRC64;
import org.jacoco.core.internal.flow.ClassProbesAdapter;
import org.jacoco.core.internal.instr.ClassInstrumenter;
import org.jacoco.core.internal.instr.IProbeArrayStrategy;
import org.jacoco.core.internal.instr.InstrSupport;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Instruments class files as JaCoCo does, but for where a method finds the probes of its class:
 *
 * <pre>
 * boolean[] probes = Probes.OF_CLASSES[number of the class];
 * </pre>
 *
 * <p>JaCoCo's own way, a dynamic constant or a field and a method of the class, would link, or load classes, in the
 * VM's first moments, and would add members to classes of the JDK that mixins become a part of.
 */
final class ProbeInserter {
    private final String holder;
    private final List<ProbedClass> classes = new ArrayList<>();

    /**
     * @param holder name of the class that {@link Probes} becomes, with slashes
     */
    ProbeInserter(String holder) {
        this.holder = holder;
    }

    /** What was instrumented, by number. */
    List<ProbedClass> classes() {
        return List.copyOf(classes);
    }

    /** A character for each class, as {@link Probes#COUNTS} has them. */
    String counts() {
        StringBuilder counts = new StringBuilder();
        classes.forEach(each -> counts.append((char) each.probes()));
        return counts.toString();
    }

    /**
     * Instruments a class.
     *
     * @param file the class file
     * @param reported the one that is reported on: the same code, perhaps with other names in it
     * @return null if it has no code
     */
    byte[] insert(byte[] file, byte[] reported) {
        ClassReader reader = new ClassReader(file);
        ClassWriter writer = new ClassWriter(0);
        Strategy strategy = new Strategy(classes.size());
        ClassVisitor visitor = new ClassProbesAdapter(
                new ClassInstrumenter(strategy, writer),
                InstrSupport.needsFrames(InstrSupport.getMajorVersion(reader)));
        reader.accept(visitor, ClassReader.EXPAND_FRAMES);
        if (strategy.count == 0) {
            return null;
        }
        classes.add(new ProbedClass(CRC64.classId(reported), reader.getClassName(), strategy.count));
        return writer.toByteArray();
    }

    private final class Strategy implements IProbeArrayStrategy {
        private final int number;
        private int count;

        Strategy(int number) {
            this.number = number;
        }

        @Override
        public int storeInstance(MethodVisitor method, boolean clinit, int variable) {
            method.visitFieldInsn(Opcodes.GETSTATIC, holder, "OF_CLASSES", "[[Z");
            InstrSupport.push(method, number);
            method.visitInsn(Opcodes.AALOAD);
            method.visitVarInsn(Opcodes.ASTORE, variable);
            return 2;
        }

        @Override
        public void addMembers(ClassVisitor target, int probeCount) {
            count = probeCount;
        }
    }
}
