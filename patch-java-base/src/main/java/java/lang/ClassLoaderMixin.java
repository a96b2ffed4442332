package java.lang;

import jdk.internal.weft.agent.AgentJar;

/**
 * A method that the VM calls on the system class loader, into whose class the weaver merges it. Without it a program
 * with {@code -Djava.system.class.loader} would not start: the VM gives up if a loader has no such method for the jar
 * of an agent, and Weft is one.
 */
abstract class ClassLoaderMixin extends ClassLoader {
    private ClassLoaderMixin() {}

    /**
     * Leaves the jar of Weft's agent alone, in which nobody looks for anything.
     *
     * @throws NoSuchMethodError for the jar of another agent, with which the plain JDK does not start either
     */
    private void appendToClassPathForInstrumentation(String jar) {
        if (!AgentJar.isIt(jar)) {
            throw new NoSuchMethodError("appendToClassPathForInstrumentation");
        }
    }
}
