package dev.weft.weaver.image;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Attribute;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.ModuleVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.ModuleHashesAttribute;
import org.objectweb.asm.commons.ModuleResolutionAttribute;
import org.objectweb.asm.commons.ModuleTargetAttribute;

/** Rewrites the {@code module-info.class} of a module for the woven image. */
final class ModuleInfo {
    private static final Attribute[] KNOWN = {
        new ModuleHashesAttribute(), new ModuleResolutionAttribute(), new ModuleTargetAttribute()
    };

    private ModuleInfo() {}

    /** The hash of a woven module. */
    interface Hashes {
        /** The hash of that module, or null if there is no such module. */
        byte[] of(String module) throws IOException;
    }

    /**
     * With more packages, and with the hashes of the woven modules in the place of those that it has.
     *
     * @param packages what Weft adds, with slashes
     * @param exported those of them that every module may use
     * @param hashes null to leave out those that it has
     */
    static byte[] extended(byte[] moduleInfo, Set<String> packages, Set<String> exported, Hashes hashes)
            throws IOException {
        ModuleHashesAttribute[] found = new ModuleHashesAttribute[1];
        ClassWriter writer = new ClassWriter(0);
        new ClassReader(moduleInfo)
                .accept(
                        new ClassVisitor(Opcodes.ASM9, writer) {
                            @Override
                            public ModuleVisitor visitModule(String name, int access, String version) {
                                return new Extend(super.visitModule(name, access, version), packages, exported);
                            }

                            @Override
                            public void visitAttribute(Attribute attribute) {
                                if (attribute instanceof ModuleHashesAttribute) {
                                    found[0] = (ModuleHashesAttribute) attribute;
                                } else {
                                    super.visitAttribute(attribute);
                                }
                            }
                        },
                        KNOWN,
                        0);
        if (found[0] != null && hashes != null) {
            writer.visitAttribute(woven(found[0], hashes));
        }
        return writer.toByteArray();
    }

    private static ModuleHashesAttribute woven(ModuleHashesAttribute old, Hashes hashes) throws IOException {
        List<String> modules = new ArrayList<>();
        List<byte[]> values = new ArrayList<>();
        for (String module : old.modules) {
            byte[] hash = hashes.of(module);
            if (hash != null) {
                modules.add(module);
                values.add(hash);
            }
        }
        return new ModuleHashesAttribute(ModuleHash.ALGORITHM, modules, values);
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
            packages.forEach(this::visitPackage);
            exported.forEach(name -> visitExport(name, 0));
            super.visitEnd();
        }
    }
}
