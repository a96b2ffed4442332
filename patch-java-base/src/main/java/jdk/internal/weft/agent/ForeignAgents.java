package jdk.internal.weft.agent;

/** What agents other than Weft's see of a class, and what becomes of what they make of it. Thread-safe. */
public interface ForeignAgents {
    /**
     * Called before another agent is first asked about a class: loads what this class' methods need. Later the agent
     * would be asked about that, too, and the VM never finds a class that is needed while it is being loaded.
     */
    void prepare();

    /**
     * The class file that an agent is given in place of the VM's: without what was woven. Null to leave the class out.
     */
    byte[] shown(ClassFile file);

    /**
     * What the VM is given in place of an agent's answer: the same, woven.
     *
     * @param file what the VM has given
     * @param shown what {@link #shown} has returned for it
     * @param answer the agent's; not null
     * @return null to leave the class as the VM has it
     */
    byte[] rewoven(ClassFile file, byte[] shown, byte[] answer);
}
