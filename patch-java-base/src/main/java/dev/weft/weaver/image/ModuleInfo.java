package dev.weft.weaver.image;

import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.Attribute;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.ModuleVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.ModuleHashesAttribute;
import org.objectweb.asm.commons.ModuleResolutionAttribute;
import org.objectweb.asm.commons.ModuleTargetAttribute;

/** Rewrites a {@code module-info.class} for the woven image. */
final class ModuleInfo {
    private static final Attribute[] KNOWN = {
        new ModuleHashesAttribute(), new ModuleResolutionAttribute(), new ModuleTargetAttribute()
    };

    private ModuleInfo() {}

    /** The same without the hashes of other modules, which are those of the unwoven ones. */
    static byte[] withoutHashes(byte[] moduleInfo) {
        return rewrite(moduleInfo, Set.of(), Set.of());
    }

    /**
     * That of java.base, with more packages and without hashes.
     *
     * @param packages what Weft adds, with slashes
     * @param exported those of them that every module may use
     */
    static byte[] javaBase(byte[] moduleInfo, Set<String> packages, Set<String> exported) {
        return rewrite(moduleInfo, new TreeSet<>(packages), new TreeSet<>(exported));
    }

    private static byte[] rewrite(byte[] moduleInfo, Set<String> packages, Set<String> exported) {
        ClassWriter writer = new ClassWriter(0);
        new ClassReader(moduleInfo).accept(new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public ModuleVisitor visitModule(String name, int access, String version) {
                return new Extend(super.visitModule(name, access, version), packages, exported);
            }

            @Override
            public void visitAttribute(Attribute attribute) {
                if (!(attribute instanceof ModuleHashesAttribute)) {
                    super.visitAttribute(attribute);
                }
            }
        }, KNOWN, 0);
        return writer.toByteArray();
    }

    private static final class Extend extends ModuleVisitor {
        private final Set<String> packages;
        private final Set<String> exported;

        Extend(ModuleVisitor next, Set<String> packages, Set<String> exported) {
            super(Opcodes.ASM9, next);
            this.packages = packages;
            this.exported = exported;
        }

        @Override
        public void visitEnd() {
            packages.forEach(name -> visitPackage(name));
            exported.forEach(name -> visitExport(name, 0));
            super.visitEnd();
        }
    }
}
