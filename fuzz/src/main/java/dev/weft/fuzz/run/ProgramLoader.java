package dev.weft.fuzz.run;

import java.util.Map;

/** Defines the classes of one program; forgotten with them. */
final class ProgramLoader extends ClassLoader {
    private final Map<String, byte[]> classes;

    /** For class files by internal name. */
    ProgramLoader(Map<String, byte[]> classes) {
        super(ProgramLoader.class.getClassLoader());
        this.classes = classes;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] file = classes.get(name.replace('.', '/'));
        if (file == null) {
            throw new ClassNotFoundException(name);
        }
        Class<?> mutant = Mutant.define(this, name.replace('.', '/'), file);
        return mutant == null ? defineClass(name, file, 0, file.length) : mutant;
    }
}
