package jdk.internal.weft.agent;

/**
 * A class file on its way to the VM, with what {@code java.lang.instrument} tells of it.
 *
 * @param module the class' module; may be null where {@code redefined} is not
 * @param loader its loader; null for the boot loader
 * @param name its name, with slashes; null if whoever defines it did not say
 * @param redefined the class that it is to replace, or null if the class is being loaded
 * @param bytes the class file; not to be changed
 */
public record ClassFile(Module module, ClassLoader loader, String name, Class<?> redefined, byte[] bytes) {
    /**
     * Whether it is one of the agent's own. It asks no other class, as that may be the very one that is being loaded:
     * the VM would never find it again.
     */
    public boolean isOfAgent() {
        return loader == null && name != null && name.startsWith("dev/weft/agent/");
    }

    /** The module, which the class itself knows if nobody has said it. */
    public Module home() {
        return module == null && redefined != null ? redefined.getModule() : module;
    }
}
