package jdk.internal.weft.agent;

import java.lang.module.ModuleDescriptor;
import java.lang.reflect.Modifier;
import jdk.internal.loader.BuiltinClassLoader;

/** The VM's words for what a class may not use, which it does not say of a resumer. */
public final class Refusals {
    private static final int ACCESS = Modifier.PRIVATE | Modifier.PROTECTED;

    private Refusals() {}

    /** For a field that the host may not use. */
    public static String ofField(Class<?> host, Class<?> declarer, String name, int modifiers) {
        String access = Modifier.toString(modifiers & ACCESS);
        return "class " + host.getName() + " tried to access "
                + (access.isEmpty() ? "" : access + " ")
                + "field " + declarer.getName() + "." + name
                + " (" + places(host, declarer) + ")";
    }

    /** For a class that the host may not use. */
    static String ofClass(Class<?> host, Class<?> type) {
        Module from = host.getModule();
        Module to = type.getModule();
        boolean isRead = from.canRead(to);
        if (isRead && to.isExported(type.getPackageName(), from)) {
            return "failed to access class " + type.getName() + " from class " + host.getName() + " ("
                    + places(type, host) + ")";
        }
        return "class " + host.getName() + " (in " + text(from) + ") cannot access class " + type.getName() + " (in "
                + text(to) + ") because "
                + (isRead
                        ? text(to) + " does not export " + type.getPackageName() + " to " + text(from)
                        : text(from) + " does not read " + text(to));
    }

    private static String text(Module module) {
        return module.isNamed()
                ? "module " + module.getName()
                : "unnamed module @0x" + Integer.toHexString(System.identityHashCode(module));
    }

    private static String places(Class<?> one, Class<?> other) {
        return one.getModule() == other.getModule()
                ? one.getName() + " and " + other.getName() + " are in " + place(one)
                : one.getName() + " is in " + place(one) + "; " + other.getName() + " is in " + place(other);
    }

    private static String place(Class<?> type) {
        Module module = type.getModule();
        String name =
                module.isNamed() ? "module " + module.getName() + version(module.getDescriptor()) : "unnamed module";
        return name + " of loader " + text(type.getClassLoader());
    }

    /** The modules of the JDK are all of one version, which is not told. */
    private static String version(ModuleDescriptor module) {
        String version = module.rawVersion().orElse(null);
        ModuleDescriptor base = Object.class.getModule().getDescriptor();
        return version == null || version.equals(base.rawVersion().orElse(null)) ? "" : "@" + version;
    }

    private static String text(ClassLoader loader) {
        if (loader == null) {
            return "'bootstrap'";
        }
        String name = loader.getName() == null ? loader.getClass().getName() : "'" + loader.getName() + "'";
        return loader instanceof BuiltinClassLoader
                ? name
                : name + " @" + Integer.toHexString(System.identityHashCode(loader));
    }
}
