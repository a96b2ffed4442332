package dev.weft.agent.twin;

import dev.weft.agent.abi.Names;
import dev.weft.agent.analysis.MissingFrames;
import dev.weft.agent.analysis.StaleFrames;
import dev.weft.agent.facts.PlainCalls;
import dev.weft.agent.facts.Planner;
import dev.weft.agent.facts.PointNumbers;
import dev.weft.agent.facts.QuietSoFar;
import dev.weft.agent.facts.StubReason;
import dev.weft.agent.facts.TwinPlan;
import dev.weft.agent.facts.World;
import dev.weft.agent.format.Malformed;
import dev.weft.agent.format.OpaqueAttributes;
import dev.weft.agent.format.WellFormed;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Weaves one class: edits its plain copies and adds the twins. Stateless; safe for use by several threads. One piece,
 * since all of it is one pass over a class.
 */
public final class ClassWeaver {
    /** No place of a method that was quiet so far. */
    private static final int NOT_QUIET = -1;

    private static final String CALLER_SENSITIVE = "Ljdk/internal/reflect/CallerSensitive;";

    /** Of a class file (JVMS 4.1). */
    private static final int MAX_METHODS = 65_535;

    private final World world;
    private final boolean chaos;

    /** A weaver with that knowledge of other classes; in chaos mode, twins may suspend on both sides of each call. */
    public ClassWeaver(World world, boolean chaos) {
        this.world = world;
        this.chaos = chaos;
    }

    /**
     * Weaves.
     *
     * @param file a class file that the running ASM can read
     * @param report is told what became of each method
     * @return the woven class file
     * @throws RuntimeException if the class file is not valid; the caller leaves such a class to the VM to refuse
     */
    public byte[] weave(byte[] file, WeaveListener report) {
        return weave(file, report, 0);
    }

    /**
     * The same for a new version of a class that is loaded: its suspension points get the numbers from the given one
     * on, so that they are told from those of the versions before.
     */
    public byte[] weave(byte[] file, WeaveListener report, int firstPoint) {
        return weave(file, report, firstPoint, QuietSoFar.NONE);
    }

    /**
     * The same where the twins of some methods call their plain copies, since these were quiet so far, until they are
     * found to be loud. Constructors are not among them.
     */
    public byte[] weave(byte[] file, WeaveListener report, int firstPoint, QuietSoFar quietSoFar) {
        return weave(file, report, firstPoint, quietSoFar, false);
    }

    /** The class with pinned stubs as its only twins, for one that {@link #weave} failed on. */
    public byte[] stub(byte[] file, WeaveListener report) {
        return weave(file, report, 0, QuietSoFar.NONE, true);
    }

    private byte[] weave(byte[] file, WeaveListener report, int firstPoint, QuietSoFar quietSoFar, boolean onlyStubs) {
        try {
            // of all parts of a class file those are read again and again that the VM itself does not read
            if (!WellFormed.isKeptForReflection(file)) {
                throw new IllegalArgumentException("it has something for reflection that is not well-formed");
            }
            return weaveReadable(file, report, firstPoint, quietSoFar, onlyStubs);
        } catch (ArrayIndexOutOfBoundsException | IllegalArgumentException e) {
            return weaveHidden(file, report, firstPoint, quietSoFar, onlyStubs, e);
        }
    }

    private byte[] weaveHidden(
            byte[] file,
            WeaveListener report,
            int firstPoint,
            QuietSoFar quietSoFar,
            boolean onlyStubs,
            RuntimeException unhidden) {
        byte[] hidden;
        try {
            hidden = OpaqueAttributes.hide(file);
        } catch (Malformed e) {
            throw unhidden;
        }
        byte[] woven = weaveReadable(hidden, report, firstPoint, quietSoFar, onlyStubs);
        // annotations mean nothing before version 49, and name other constants now
        return OddForms.isOld(new ClassReader(file)) ? woven : OpaqueAttributes.show(woven);
    }

    private byte[] weaveReadable(
            byte[] file, WeaveListener report, int firstPoint, QuietSoFar quietSoFar, boolean onlyStubs) {
        ClassReader reader = OddForms.reader(file);
        ClassNode host = new ClassNode();
        int frames = OddForms.framesOf(reader, file);
        reader.accept(OddForms.isOld(reader) ? new OldAttributes(host) : host, ClassReader.EXPAND_FRAMES | frames);
        for (MethodNode method : host.methods) {
            OddForms.dropUnplacedVariables(method);
        }
        Set<String> tooLarge = new HashSet<>();
        boolean areAllFramed = false;
        for (; ; ) {
            Pass pass = new Pass(reader, host, tooLarge, report, firstPoint, quietSoFar, onlyStubs, frames);
            try {
                return pass.run(areAllFramed);
            } catch (ArrayIndexOutOfBoundsException | NegativeArraySizeException | IllegalArgumentException e) {
                // a jump is too long, and some plain copies have no frames, or subroutines
                if (areAllFramed || !pass.lacksFrames()) {
                    throw e;
                }
                areAllFramed = true;
            } catch (MethodTooLargeException e) {
                if (!tooLarge.add(e.getMethodName() + e.getDescriptor())) {
                    throw e;
                }
                reportUnedited(host, e, report);
            }
        }
    }

    /** The plain copy itself has no room for its few changes. */
    private static void reportUnedited(ClassNode host, MethodTooLargeException e, WeaveListener report) {
        for (MethodNode method : host.methods) {
            if (method.name.equals(e.getMethodName()) && method.desc.equals(e.getDescriptor())) {
                report.failed(host.name, method, e);
            }
        }
    }

    private final class Pass {
        private final ClassReader reader;
        private final ClassNode host;
        private final Set<String> tooLarge;
        private final WeaveListener report;
        private final boolean isInterface;
        private final QuietSoFar quietSoFar;
        private final boolean onlyStubs;
        private final int frames;
        private final Planner planner;
        private final PlainCalls plainCalls;
        private final PointNumbers points;

        Pass(
                ClassReader reader,
                ClassNode host,
                Set<String> tooLarge,
                WeaveListener report,
                int firstPoint,
                QuietSoFar quietSoFar,
                boolean onlyStubs,
                int frames) {
            this.quietSoFar = quietSoFar;
            points = new PointNumbers(firstPoint);
            this.frames = frames;
            this.onlyStubs = onlyStubs;
            this.reader = reader;
            this.host = host;
            this.tooLarge = tooLarge;
            this.report = report;
            isInterface = (host.access & Opcodes.ACC_INTERFACE) != 0;
            planner = new Planner(host, world, chaos);
            plainCalls = new PlainCalls(host);
        }

        /** Whether methods have none that would need some to be followed instruction by instruction. */
        boolean lacksFrames() {
            for (MethodNode each : host.methods) {
                if (MissingFrames.areMissing(each)) {
                    return true;
                }
            }
            return false;
        }

        /**
         * Weaves.
         *
         * @param areAllFramed whether plain copies get frames, too, as the twins do. The VM does not look for them; but
         *     where ASM has to replace a jump by a longer form, it follows all methods of a class for the frame that
         *     then belongs there, and fails at a handler or a join without one
         * @throws ArrayIndexOutOfBoundsException or another one, for want of such frames; an IllegalArgumentException
         *     where a plain copy has a subroutine
         */
        byte[] run(boolean areAllFramed) {
            Map<String, MethodNode> edited = new HashMap<>();
            for (MethodNode method : host.methods) {
                boolean fits = !tooLarge.contains(method.name + method.desc);
                if (fits && !isGenerated(method) && PlainEdits.isNeeded(plainCalls, method)) {
                    edited.put(method.name + method.desc, method);
                }
            }
            // with the reader, methods are copied as they are
            boolean isOld = OddForms.isOld(reader);
            ClassWriter writer = isOld ? new ClassWriter(0) : new ClassWriter(reader, 0);
            MethodCounter counter = new MethodCounter(writer);
            ClassVisitor copier = new PlainCopier(counter, edited, areAllFramed);
            reader.accept(isOld ? new OldAttributes(copier) : copier, frames);
            if (counter.count > MAX_METHODS) {
                // ASM writes the number of methods without a look at its size
                throw new IllegalStateException("it has no room for so many methods");
            }
            return writer.toByteArray();
        }

        /** Counts the methods of a class file in the making. */
        private static final class MethodCounter extends ClassVisitor {
            private int count;

            MethodCounter(ClassWriter writer) {
                super(Opcodes.ASM9, writer);
            }

            @Override
            public MethodVisitor visitMethod(int access, String name, String desc, String sig, String[] exceptions) {
                count++;
                return super.visitMethod(access, name, desc, sig, exceptions);
            }
        }

        /** Copies the class; replaces edited methods; adds the twins at the end. */
        private final class PlainCopier extends ClassVisitor {
            private final Map<String, MethodNode> edited;
            private final boolean areAllFramed;

            PlainCopier(ClassVisitor writer, Map<String, MethodNode> edited, boolean areAllFramed) {
                super(Opcodes.ASM9, writer);
                this.edited = edited;
                this.areAllFramed = areAllFramed;
            }

            @Override
            public void visit(int version, int access, String name, String sig, String superName, String[] interfaces) {
                super.visit(atLeast(version), flags(access), name, sig, superName, interfaces);
            }

            @Override
            public void visitInnerClass(String name, String outerName, String innerName, int access) {
                super.visitInnerClass(name, outerName, innerName, flags(access));
            }

            /** Before version 50, the VM takes an interface for abstract whether it says so or not. */
            private int flags(int access) {
                boolean isAbstract = (access & Opcodes.ACC_INTERFACE) != 0 && (host.version & 0xFFFF) < Opcodes.V1_6;
                return isAbstract ? access | Opcodes.ACC_ABSTRACT : access;
            }

            @Override
            public MethodVisitor visitMethod(int access, String name, String desc, String sig, String[] exceptions) {
                MethodNode method = edited.get(name + desc);
                if (method == null && (OddForms.isOld(reader) || frames != 0 || areAllFramed)) {
                    // without its frames, and without what an old one may not have
                    framed(unedited(name, desc)).accept(cv);
                    return null;
                } else if (method == null) {
                    return super.visitMethod(access, name, desc, sig, exceptions);
                }
                framed(PlainEdits.edit(plainCalls, host.name, method)).accept(cv);
                return null;
            }

            private MethodNode framed(MethodNode method) {
                return areAllFramed && MissingFrames.areMissing(method)
                        ? MissingFrames.added(host.name, method)
                        : method;
            }

            private MethodNode unedited(String name, String desc) {
                for (MethodNode each : host.methods) {
                    if (each.name.equals(name) && each.desc.equals(desc)) {
                        return each;
                    }
                }
                throw new NoSuchElementException(name + desc);
            }

            @Override
            public void visitEnd() {
                addTwins(cv);
                super.visitEnd();
            }
        }

        /**
         * Interfaces need default methods (52), unless their pinned stubs are abstract; saving needs class constants
         * (49). An old initializer may lack the frames that 52 demands, so that the version must not rise without need.
         */
        private int atLeast(int version) {
            int needed = isInterface && !initializesOnUse() ? Opcodes.V1_8 : Opcodes.V1_5;
            return (version & 0xFFFF) < needed ? needed : version;
        }

        /** True for what recipes have added: it calls the JDK's own methods, which elsewhere are replaced. */
        private boolean isGenerated(MethodNode method) {
            return Names.isTwin(method.name, method.desc)
                    || world.hasNoTwin(host.name, method.name, method.desc, false);
        }

        private void addTwins(ClassVisitor cv) {
            boolean stubsOnly = onlyStubs || world.stubsOnly(host.name);
            for (int place = 0; place < host.methods.size(); place++) {
                MethodNode method = host.methods.get(place);
                if (getsTwin(method)) {
                    addTwin(cv, method, stubsOnly, quietPlace(method, place));
                }
            }
            for (MethodNode method : world.inheritedWithoutTwins(host)) {
                addInherited(cv, method);
            }
        }

        /**
         * A method of a class without twins. What the heir inherits is called by invokespecial on the heir, which
         * selects the implementation, if there is one; an heir that overrides it has a twin of its own.
         */
        private void addInherited(ClassVisitor cv, MethodNode method) {
            boolean isAbstract = (method.access & Opcodes.ACC_ABSTRACT) != 0;
            boolean isOld = (host.version & 0xFFFF) < Opcodes.V1_8;
            if (isAbstract && hasAbstractTwins() || initializesOnUse() && isOld) {
                PinnedStubs.emitAbstract(cv, method);
                return;
            }
            boolean isCalledVirtually = isAbstract && isInterface;
            int dropped = Opcodes.ACC_FINAL | (isCalledVirtually ? 0 : Opcodes.ACC_ABSTRACT);
            MethodNode inherited = new MethodNode(method.access & ~dropped, method.name, method.desc, null, null);
            PinnedStubs.emit(cv, host.name, isInterface, inherited);
        }

        private boolean getsTwin(MethodNode method) {
            boolean isStatic = (method.access & Opcodes.ACC_STATIC) != 0;
            if (method.name.equals("<clinit>")
                    || method.desc.contains(Names.CONTEXT_D)
                    || hasExplicitTwin(method)
                    || !Names.canHaveTwin(method.name, method.desc, isStatic)) {
                return false;
            }
            if (isInterface && Names.isMethodOfObject(method.name, method.desc)) {
                return false;
            }
            return !world.hasNoTwin(host.name, method.name, method.desc, isCallerSensitive(method));
        }

        /**
         * Where the table of loud methods has a method, if its twin asks that. An author's method of the twin's name
         * would have a twin of the second one's name.
         */
        private int quietPlace(MethodNode method, int place) {
            boolean hasTwo = quietSoFar.has(place)
                    && !method.name.equals("<init>")
                    && (method.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0
                    && !declares(Names.twinName(method.name), method.desc);
            if (!hasTwo || !quietSoFar.areLoud() && !planner.mayHavePoints(method)) {
                return NOT_QUIET;
            }
            return quietSoFar.areLoud() ? PinnedStubs.LOUD : quietSoFar.place(place);
        }

        /** A recipe has written the twin by hand. */
        private boolean hasExplicitTwin(MethodNode method) {
            return declares(Names.twinName(method.name), Names.twinDesc(method.desc));
        }

        private boolean declares(String name, String desc) {
            for (MethodNode other : host.methods) {
                if (other.name.equals(name) && other.desc.equals(desc)) {
                    return true;
                }
            }
            return false;
        }

        private boolean isCallerSensitive(MethodNode method) {
            if (method.visibleAnnotations != null) {
                for (AnnotationNode annotation : method.visibleAnnotations) {
                    if (annotation.desc.equals(CALLER_SENSITIVE)) {
                        return true;
                    }
                }
            }
            return false;
        }

        private void addTwin(ClassVisitor cv, MethodNode method, boolean stubsOnly, int quietPlace) {
            try {
                StubReason.Reason reason = reasonForStub(method, stubsOnly);
                if (reason != null) {
                    throw new StubReason(reason, null);
                }
                int first = points.mark();
                try {
                    twin(method, quietPlace != NOT_QUIET).accept(cv);
                    if (quietPlace != NOT_QUIET) {
                        PinnedStubs.emitUnlessLoud(cv, host, method, quietPlace);
                    }
                    report.full(host.name, method);
                } catch (StubReason e) {
                    points.reset(first);
                    throw e;
                } catch (RuntimeException e) {
                    points.reset(first);
                    report.failed(host.name, method, e);
                    throw new StubReason(StubReason.Reason.FAILED, e.toString());
                }
            } catch (StubReason e) {
                if (quietPlace == NOT_QUIET) {
                    addStub(cv, method, e.reason());
                } else {
                    report.stub(host.name, method, e.reason());
                    PinnedStubs.emitLoud(cv, host, method);
                    PinnedStubs.emitUnlessLoud(cv, host, method, quietPlace);
                }
            }
        }

        /**
         * The full twin. Its frames keep what all variables refer to, unless it would be too large for that, or larger
         * than what the VM compiles.
         */
        private MethodNode twin(MethodNode method, boolean isLoud) throws StubReason {
            int first = points.mark();
            MethodNode keeping = null;
            if (world.keepsReferences()) {
                keeping = twinUnlessTooLarge(method, isLoud);
                if (keeping != null && TwinSize.isCompiled(keeping)) {
                    return keeping;
                }
                points.reset(first);
            }
            MethodNode lean = shortest(method, isLoud, false);
            return keeping != null && TwinSize.fits(keeping) && !TwinSize.isCompiled(lean) ? keeping : lean;
        }

        /** That keeps all references, or null. */
        private MethodNode twinUnlessTooLarge(MethodNode method, boolean isLoud) throws StubReason {
            try {
                return shortest(method, isLoud, true);
            } catch (StubReason e) {
                if (e.reason() != StubReason.Reason.TOO_LARGE) {
                    throw e;
                }
                return null;
            }
        }

        private MethodNode shortest(MethodNode method, boolean isLoud, boolean keepsReferences) throws StubReason {
            return TwinForms.chosen(method, points, chaos, form -> twin(method, isLoud, keepsReferences, form));
        }

        private MethodNode twin(MethodNode method, boolean isLoud, boolean keepsReferences, TwinEmitter.Form form)
                throws StubReason {
            MethodNode edited = PlainEdits.editBeforeSuper(plainCalls, host.name, withFrames(method));
            TwinPlan plan = planner.plan(edited, points, keepsReferences);
            ClassNode holder = new ClassNode(Opcodes.ASM9);
            if (isLoud) {
                TwinEmitter.emitLoud(plan, world, holder, form);
            } else {
                TwinEmitter.emit(plan, world, holder, form);
            }
            return holder.methods.get(0);
        }

        private MethodNode withFrames(MethodNode method) throws StubReason {
            boolean areMissing = MissingFrames.areMissing(method);
            boolean mayBeStale = (host.version & 0xFFFF) == Opcodes.V1_6 && MissingFrames.branches(method);
            if (!areMissing && !mayBeStale) {
                return method;
            }
            try {
                MethodNode inferred = MissingFrames.added(host.name, method);
                return areMissing || StaleFrames.areThere(host.name, method, inferred) ? inferred : method;
            } catch (RuntimeException e) {
                throw new StubReason(StubReason.Reason.NO_FRAMES, e.toString());
            }
        }

        private void addStub(ClassVisitor cv, MethodNode method, StubReason.Reason reason) {
            boolean isQuiet = reason == StubReason.Reason.NEVER_SUSPENDS;
            boolean isKnownQuiet = isQuiet && world.neverSuspends(host.name, method.name, method.desc);
            if (isKnownQuiet && !world.needsTwin(host.name, method.access, method.name, method.desc)) {
                return;
            }
            report.stub(host.name, method, reason);
            if (reason == StubReason.Reason.ABSTRACT && hasAbstractTwins()) {
                PinnedStubs.emitAbstract(cv, method);
                return;
            }
            if (isQuiet && PinnedStubs.isShort(method)) {
                PinnedStubs.emitCopy(cv, method);
            } else {
                PinnedStubs.emit(cv, host.name, isInterface, method);
            }
        }

        /** True for an interface whose abstract methods have abstract twins. */
        private boolean hasAbstractTwins() {
            return isInterface && (world.implementersHaveTwins() || initializesOnUse());
        }

        /**
         * True for an interface with an initializer and without default methods: one default method more, and the
         * initialization of an implementing class would initialize it (JLS 12.4.1). All who implement it are woven.
         */
        private boolean initializesOnUse() {
            if (!isInterface) {
                return false;
            }
            boolean hasInitializer = false;
            for (MethodNode method : host.methods) {
                hasInitializer |= method.name.equals("<clinit>");
                if ((method.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_STATIC)) == 0) {
                    return false;
                }
            }
            return hasInitializer;
        }

        private StubReason.Reason reasonForStub(MethodNode method, boolean stubsOnly) {
            if ((method.access & Opcodes.ACC_ABSTRACT) != 0) {
                return StubReason.Reason.ABSTRACT;
            } else if ((method.access & Opcodes.ACC_NATIVE) != 0) {
                return StubReason.Reason.NATIVE;
            } else if (tooLarge.contains(Names.twinName(method.name) + Names.twinDesc(method.desc))
                    || tooLarge.contains(Names.loudTwinName(method.name) + Names.twinDesc(method.desc))
                    || !Names.canHaveResumers(host.name, method.name)) {
                return StubReason.Reason.TOO_LARGE;
            } else if (world.neverSuspends(host.name, method.name, method.desc) || !planner.mayHavePoints(method)) {
                return StubReason.Reason.NEVER_SUSPENDS;
            } else if (stubsOnly) {
                return StubReason.Reason.STUBBED_CLASS;
            }
            return null;
        }
    }
}
