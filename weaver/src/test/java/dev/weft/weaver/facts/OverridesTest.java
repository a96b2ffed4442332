package dev.weft.weaver.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

class OverridesTest {
    private static final int PUBLIC = Opcodes.ACC_PUBLIC;
    private static final int PACKAGE = 0;

    private final Map<String, ClassFacts> classes = new HashMap<>();

    private void add(String name, int access, String superName, int methodAccess) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V17, access | Opcodes.ACC_ABSTRACT, name, null, superName, null);
        if (methodAccess >= 0) {
            // abstract, so that no code is needed; what counts is who may override it
            writer.visitMethod(methodAccess | Opcodes.ACC_ABSTRACT, "m", "()V", null, null)
                    .visitEnd();
        }
        writer.visitEnd();
        classes.put(name, ClassFacts.read(writer.toByteArray()));
    }

    private Set<String> of(String name) {
        java.util.List<String> found = new Overrides(classes).of(classes.get(name), "m()V");
        return found == null ? null : new HashSet<>(found);
    }

    @Test
    void whatIsPrivateToAPackageIsOverriddenByTheImageAlone() {
        add("p/A", PUBLIC, "java/lang/Object", PACKAGE);
        add("p/B", PUBLIC, "p/A", -1);
        add("p/C", PUBLIC, "p/B", PACKAGE);
        assertEquals(Set.of("p/A.m()V", "p/C.m()V"), of("p/A"));
    }

    @Test
    void aPublicOverrideOfItCanBeOverriddenByAnybody() {
        add("p/A", PUBLIC, "java/lang/Object", PACKAGE);
        add("p/B", PUBLIC, "p/A", PUBLIC);
        assertNull(of("p/A"));
    }

    @Test
    void publicMethodsOfAnInheritableClassAreOpen() {
        add("p/A", PUBLIC, "java/lang/Object", PUBLIC);
        add("p/P", PUBLIC, "java/lang/Object", Opcodes.ACC_PROTECTED);
        assertNull(of("p/A"));
        assertNull(of("p/P"));
    }

    @Test
    void publicMethodsOfAPackagesClassAreClosedIfItsSubclassesAre() {
        add("p/A", PACKAGE, "java/lang/Object", PUBLIC);
        add("p/B", PACKAGE, "p/A", PUBLIC);
        assertEquals(Set.of("p/A.m()V", "p/B.m()V"), of("p/A"));
    }

    @Test
    void aPublicSubclassPassesThemOnUnlessItIsFinal() {
        add("p/A", PACKAGE, "java/lang/Object", PUBLIC);
        add("p/B", PACKAGE, "p/A", -1);
        add("p/C", PUBLIC, "p/B", -1);
        assertNull(of("p/A"));
        add("p/D", PACKAGE, "java/lang/Object", PUBLIC);
        add("p/E", PUBLIC | Opcodes.ACC_FINAL, "p/D", PUBLIC);
        assertEquals(Set.of("p/D.m()V", "p/E.m()V"), of("p/D"));
    }

    @Test
    void methodsOfInterfacesAreOpenSinceLambdasImplementThem() {
        add("p/I", Opcodes.ACC_INTERFACE, "java/lang/Object", PUBLIC);
        assertNull(of("p/I"));
    }
}
