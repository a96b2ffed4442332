package dev.weft.tck.programs;

import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.util.List;
import java.util.TreeSet;

/** Loads and links all classes of the image; links are verified if the VM's options say so. Prints what it has met. */
public final class LoadAll {
    private int linked;
    private int unlinkable;
    private int verifyErrors;

    private LoadAll() {}

    /** With the argument control a class is loaded, too, that cannot be verified. */
    public static void main(String[] args) throws Exception {
        LoadAll all = new LoadAll();
        for (ModuleReference module : ModuleFinder.ofSystem().findAll()) {
            all.loadAll(module);
        }
        if (List.of(args).contains("control")) {
            all.load(Broken.class.getName(), new BrokenLoader());
        }
        System.out.println("linked: " + all.linked);
        System.out.println("not linkable: " + all.unlinkable);
        System.out.println("verify errors: " + all.verifyErrors);
    }

    private void loadAll(ModuleReference module) throws IOException {
        ClassLoader loader = ModuleLayer.boot()
                .findModule(module.descriptor().name())
                .map(Module::getClassLoader)
                .orElse(null);
        try (ModuleReader reader = module.open()) {
            for (String name : new TreeSet<>(reader.list().toList())) {
                if (name.endsWith(".class") && !name.endsWith("module-info.class")) {
                    load(name.substring(0, name.length() - 6).replace('/', '.'), loader);
                }
            }
        }
    }

    private void load(String name, ClassLoader loader) {
        try {
            Class.forName(name, false, loader).getDeclaredMethods();
            linked++;
        } catch (VerifyError e) {
            verifyErrors++;
            System.out.println("verify error: " + name + ": " + e.getMessage().replace('\n', ' '));
        } catch (ClassNotFoundException | LinkageError e) {
            unlinkable++;
        }
    }

    /** Becomes wrong in {@link BrokenLoader}. */
    static final class Broken {
        private Broken() {}

        static Object nothing() {
            return null;
        }
    }

    /** Defines {@link Broken} with a method that returns a number where an object is due. */
    private static final class BrokenLoader extends ClassLoader {
        private static final byte ACONST_NULL = 0x01;
        private static final byte ICONST_0 = 0x03;
        private static final byte ARETURN = (byte) 0xb0;

        BrokenLoader() {
            super(LoadAll.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals(Broken.class.getName())) {
                return super.loadClass(name, resolve);
            }
            try (InputStream in = LoadAll.class.getResourceAsStream("LoadAll$Broken.class")) {
                byte[] bytes = in.readAllBytes();
                for (int i = 0; i + 1 < bytes.length; i++) {
                    if (bytes[i] == ACONST_NULL && bytes[i + 1] == ARETURN) {
                        bytes[i] = ICONST_0;
                    }
                }
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
