package dev.weft.weaver.facts;

import dev.weft.agent.abi.Names;
import dev.weft.agent.facts.JdkFacts;
import dev.weft.agent.facts.Scope;
import dev.weft.agent.facts.Substitutions;
import dev.weft.agent.facts.World;
import dev.weft.weaver.facts.ClassFacts.Callee;
import dev.weft.weaver.facts.ClassFacts.Method;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.objectweb.asm.Opcodes;

/**
 * Knowledge of the whole JDK image: the class hierarchy, and which methods can never suspend. The latter is a fixpoint
 * over calls whose targets are all known: one of a method that an application's class could override may always
 * suspend.
 */
public final class ClosedWorld implements World {
    private final Map<String, ClassFacts> classes = new HashMap<>();
    private final Set<String> maySuspend = new HashSet<>();
    private final Set<String> explicitTwins;
    private final Overrides overrides;
    private final Map<String, String> resolved = new ConcurrentHashMap<>();

    /**
     * Facts about these classes, with recipes already applied.
     *
     * @param explicitTwins methods whose twins recipes write, and which may suspend: owner + "." + name + descriptor
     */
    public ClosedWorld(Iterable<byte[]> files, Set<String> explicitTwins) {
        this.explicitTwins = explicitTwins;
        for (byte[] file : files) {
            ClassFacts facts = ClassFacts.read(file);
            classes.put(facts.name, facts);
        }
        maySuspend.addAll(explicitTwins);
        overrides = new Overrides(classes);
        findSuspending();
    }

    /** Who calls what may suspend may suspend. */
    private void findSuspending() {
        Map<String, List<String>> callers = new HashMap<>();
        for (ClassFacts facts : classes.values()) {
            facts.methods.forEach((nameAndDesc, method) -> {
                String caller = facts.name + "." + nameAndDesc;
                Set<String> callees = Scope.isBrief(facts.name, nameAndDesc) ? Set.of() : callees(facts, method);
                if (callees == null) {
                    maySuspend.add(caller);
                } else {
                    callees.forEach(callee -> callers.computeIfAbsent(callee, name -> new ArrayList<>())
                            .add(caller));
                }
            });
        }
        Deque<String> unseen = new ArrayDeque<>(maySuspend);
        while (!unseen.isEmpty()) {
            for (String caller : callers.getOrDefault(unseen.remove(), List.of())) {
                if (maySuspend.add(caller)) {
                    unseen.add(caller);
                }
            }
        }
    }

    /** Methods that the method's twin calls the twins of; null if it may suspend, whichever of them do. */
    private Set<String> callees(ClassFacts facts, Method method) {
        if (method.is(Opcodes.ACC_ABSTRACT) || method.is(Opcodes.ACC_NATIVE) || Scope.isStubbed(facts.name)) {
            return Set.of();
        }
        if (method.entersMonitor) {
            return null;
        }
        if (method.isClosedIntrinsic()) {
            return Set.of();
        }
        Set<String> result = new HashSet<>();
        for (Callee callee : method.callees) {
            boolean isStatic = callee.opcode() == Opcodes.INVOKESTATIC;
            Substitutions.Target target = Substitutions.inTwin(callee.owner(), callee.name(), callee.desc(), isStatic);
            List<String> targets = target == null
                    ? targets(callee.owner(), callee.name(), callee.desc(), callee.opcode())
                    : target.suspends() ? null : List.of();
            if (targets == null) {
                return null;
            }
            result.addAll(targets);
        }
        return result;
    }

    @Override
    public boolean callsTwin(String owner, String name, String desc, int opcode) {
        List<String> targets = targets(owner, name, desc, opcode);
        return targets == null || targets.stream().anyMatch(maySuspend::contains);
    }

    /** Methods in whose twins a call may arrive; null if classes outside of the image may add to them. */
    private List<String> targets(String owner, String name, String desc, int opcode) {
        if (owner.startsWith("[") || Scope.isUnwoven(owner) || Scope.isStubbed(owner)) {
            return List.of();
        }
        String declaring = resolve(owner, name + desc);
        if (declaring == null || Scope.isUnwoven(declaring) || Scope.isStubbed(declaring)) {
            return List.of();
        }
        ClassFacts facts = classes.get(declaring);
        Method method = facts.methods.get(name + desc);
        boolean isHidden = facts.isInterface() && Names.isMethodOfObject(name, desc);
        if (isHidden
                || method.callerSensitive
                || Substitutions.isObjectMonitorMethod(name, desc, opcode == Opcodes.INVOKESTATIC)) {
            return List.of();
        }
        if (opcode == Opcodes.INVOKESPECIAL || isBound(facts, method, name)) {
            return method.is(Opcodes.ACC_ABSTRACT) ? List.of() : List.of(declaring + "." + name + desc);
        }
        return overrides.of(facts, name + desc);
    }

    private static boolean isBound(ClassFacts facts, Method method, String name) {
        return name.equals("<init>")
                || method.is(Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_FINAL)
                || facts.isFinal();
    }

    /** The class that declares the method a call means (JVMS 5.4.3.3, 5.4.3.4), or null. */
    private String resolve(String owner, String method) {
        String key = owner + "." + method;
        String found = resolved.get(key);
        if (found == null) {
            String declaring = find(owner, method);
            found = declaring == null ? "" : declaring;
            resolved.put(key, found);
        }
        return found.isEmpty() ? null : found;
    }

    private String find(String owner, String method) {
        for (ClassFacts at = classes.get(owner); at != null; at = classes.get(at.superName)) {
            if (at.methods.containsKey(method)) {
                return at.name;
            }
            if (at.superName == null) {
                break;
            }
        }
        for (ClassFacts at = classes.get(owner);
                at != null;
                at = at.superName == null ? null : classes.get(at.superName)) {
            String inherited = findInInterfaces(at, method);
            if (inherited != null) {
                return inherited;
            }
        }
        return null;
    }

    private String findInInterfaces(ClassFacts facts, String method) {
        for (String name : facts.interfaces) {
            ClassFacts at = classes.get(name);
            if (at != null) {
                if (at.methods.containsKey(method)) {
                    return at.name;
                }
                String further = findInInterfaces(at, method);
                if (further != null) {
                    return further;
                }
            }
        }
        return null;
    }

    @Override
    public boolean mayHaveInitializer(String className) {
        for (ClassFacts at = classes.get(className); at != null; at = classes.get(at.superName)) {
            if (at.methods.containsKey("<clinit>()V")) {
                return true;
            }
            if (at.superName == null) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean stubsOnly(String className) {
        return Scope.isStubbed(className);
    }

    @Override
    public boolean hasNoTwin(String owner, String name, String desc, boolean callerSensitive) {
        return callerSensitive || name.startsWith(Names.ADDED);
    }

    @Override
    public boolean neverSuspends(String owner, String name, String desc) {
        return !maySuspend.contains(owner + "." + name + desc);
    }

    @Override
    public boolean needsTwin(String owner, int access, String name, String desc) {
        ClassFacts facts = classes.get(owner);
        Method method = facts.methods.get(name + desc);
        if (!isBound(facts, method, name)) {
            return true;
        }
        boolean isInstance = !name.equals("<init>") && !method.is(Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC);
        if (isInstance && overrides(facts, name + desc)) {
            return true;
        }
        boolean isInheritable = !facts.isFinal()
                && !name.equals("<init>")
                && !method.is(Opcodes.ACC_PRIVATE)
                && !(facts.isInterface() && method.is(Opcodes.ACC_STATIC));
        return isInheritable && method.is(Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED);
    }

    /** True if a call of an inherited twin may arrive at this method. */
    private boolean overrides(ClassFacts facts, String method) {
        boolean isInherited = facts.superName != null
                && !facts.superName.equals("java/lang/Object")
                && resolve(facts.superName, method) != null;
        return isInherited || findInInterfaces(facts, method) != null || inheritsInterface(facts, method);
    }

    private boolean inheritsInterface(ClassFacts facts, String method) {
        for (ClassFacts at = classes.get(facts.superName); at != null; at = classes.get(at.superName)) {
            if (findInInterfaces(at, method) != null) {
                return true;
            }
            if (at.superName == null) {
                break;
            }
        }
        return false;
    }

    /** What load-time weaving has to know of this image. */
    public JdkFacts summary(boolean chaos) {
        List<Long> names = new ArrayList<>();
        List<Long> quiet = new ArrayList<>();
        List<Long> constructors = new ArrayList<>();
        Set<String> callerSensitive = new HashSet<>();
        for (ClassFacts facts : classes.values()) {
            names.add(JdkFacts.className(facts.name));
            facts.methods.forEach((nameAndDesc, method) -> {
                int at = nameAndDesc.indexOf('(');
                String name = nameAndDesc.substring(0, at);
                String desc = nameAndDesc.substring(at);
                long hash = JdkFacts.method(facts.name, name, desc);
                boolean suspends = maySuspend.contains(facts.name + "." + nameAndDesc);
                boolean isOwn = name.equals("<init>") || method.is(Opcodes.ACC_PRIVATE);
                if (method.callerSensitive && !isOwn && mayHaveHeirs(facts)) {
                    callerSensitive.add(JdkFacts.inherited(name, desc, method.is(Opcodes.ACC_STATIC)));
                }
                if (name.equals("<init>") && suspends && !method.callerSensitive) {
                    constructors.add(hash);
                } else if (method.callerSensitive || !suspends && isBound(facts, method, name)) {
                    quiet.add(hash);
                }
            });
        }
        return new JdkFacts(array(names), array(quiet), array(constructors), callerSensitive, chaos);
    }

    /** False for a class that programs cannot extend: final, or with private constructors and no heir that they can. */
    private boolean mayHaveHeirs(ClassFacts facts) {
        if (facts.isFinal()) {
            return false;
        }
        boolean isClosed = !facts.isInterface();
        for (Map.Entry<String, Method> each : facts.methods.entrySet()) {
            isClosed &= !each.getKey().startsWith("<init>") || each.getValue().is(Opcodes.ACC_PRIVATE);
        }
        return !isClosed
                || classes.values().stream().anyMatch(each -> facts.name.equals(each.superName) && mayHaveHeirs(each));
    }

    private static long[] array(List<Long> values) {
        return values.stream().mapToLong(Long::longValue).toArray();
    }

    /** Methods whose twins recipes write. */
    public Set<String> explicitTwins() {
        return explicitTwins;
    }
}
