package java.lang;

import java.lang.reflect.Method;

/**
 * A method that the VM calls on the system class loader, into whose class the weaver merges it. Without it a program
 * with {@code -Djava.system.class.loader} would not start: the VM gives up if a loader has no such method for the jar
 * of an agent, and Weft is one.
 */
abstract class ClassLoaderMixin extends ClassLoader {
    private ClassLoaderMixin() {}

    /**
     * Adds the jar of Weft's agent to the JDK's own class path loader, to which the program's loader delegates.
     *
     * @throws NoSuchMethodError for the jar of another agent, with which the plain JDK does not start either
     */
    private void appendToClassPathForInstrumentation(String jar) throws ReflectiveOperationException {
        if (!jar.endsWith("/weft-agent.jar")) {
            throw new NoSuchMethodError("appendToClassPathForInstrumentation");
        }
        ClassLoader own = jdk.internal.loader.ClassLoaders.appClassLoader();
        Method append = own.getClass().getDeclaredMethod("appendToClassPathForInstrumentation", String.class);
        append.setAccessible(true);
        append.invoke(own, jar);
    }
}
