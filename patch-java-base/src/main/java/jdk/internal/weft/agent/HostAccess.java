package jdk.internal.weft.agent;

import java.lang.reflect.Modifier;
import jdk.internal.loader.BootLoader;
import jdk.internal.loader.BuiltinClassLoader;
import jdk.internal.loader.ClassLoaders;
import jdk.internal.weft.InvokePackage;
import jdk.internal.weft.JdkAccess;
import sun.invoke.util.VerifyAccess;

/**
 * Access control (JVMS 5.4.4) for resumers, which the VM lets use any member of any class: a resumer may use what its
 * host may, and no more. Most uses are found to be right when the resumer is made; the others are asked about when
 * they are reached, as the VM would. Has no state of its own; safe for use by several threads.
 */
public abstract class HostAccess {
    /** In place of the kind of a reference (JVMS 5.4.3.5): a use of a class, not of a member. */
    public static final int CLASS = 0;

    /** The host may not use it, or it is not known yet: its class is not loaded. */
    public static final int UNSURE = 0;

    /** The host may use it, in this run. */
    public static final int ALLOWED = 1;

    /** Every class may use it, in every run on this JDK. */
    public static final int ALLOWED_TO_ALL = 2;

    /** All modes of a {@code Lookup} that looks as its own class does. */
    protected static final int ALL_MODES = 0x1F;

    private static final String OF_JAVA = "java/";

    private static final int INVOKE_VIRTUAL = 5;
    private static final int INVOKE_INTERFACE = 9;

    /** Made when a resumer first asks; has no state, so that any is as good as another. */
    private static HostAccess only;

    /**
     * What the loaders of the JDK's that define classes of the program's have defined, if the VM may take such classes
     * from an archive; else null. Set once, when the agent starts.
     */
    private static DefinedClasses ofApplication;

    private static DefinedClasses ofPlatform;

    /** For the class that asks the VM. */
    protected HostAccess() {}

    /** The VM may take classes of the program's from an archive; called before there are fibers. */
    public static void hasArchive() {
        ofPlatform = new DefinedClasses(ClassLoaders.platformClassLoader());
        ofApplication = new DefinedClasses(ClassLoaders.appClassLoader());
    }

    private static HostAccess get() {
        HostAccess known = only;
        if (known == null) {
            known = (HostAccess) InvokePackage.make("WeftMembers");
            only = known;
        }
        return known;
    }

    /**
     * Resolves a member as if a method of the host named it.
     *
     * @param kind of the reference (JVMS 5.4.3.5)
     * @return {@link #UNSURE} if the host may not use it, or if there is no such member; {@link #ALLOWED_TO_ALL} if it
     *     is public, whatever its class is
     */
    protected abstract int resolve(Class<?> host, Class<?> owner, String name, String desc, int kind);

    /**
     * The same, which says why.
     *
     * @throws IllegalAccessError if the host may not use it
     * @throws LinkageError if there is no such member
     */
    protected abstract void link(Class<?> host, Class<?> owner, String name, String desc, int kind);

    /** See {@link #offset(Class, String, String, boolean)}. */
    protected abstract long offsetOf(Class<?> host, String name, String desc, boolean isStatic);

    /**
     * Where a field that the class declares lies in its object, or in the class. Unlike reflection this loads none of
     * the types of its fields, and takes no permission.
     *
     * @throws LinkageError if there is no such field
     */
    public static long offset(Class<?> host, String name, String desc, boolean isStatic) {
        return get().offsetOf(host, name, desc, isStatic);
    }

    /**
     * Whether the host may use a member, as far as that can be told without loading a class of the program's.
     *
     * @param owner the class that the instruction names, with slashes; no array
     * @param kind of the reference; {@link #CLASS} for the class alone, whatever the other two say
     * @return {@link #UNSURE}, {@link #ALLOWED} or {@link #ALLOWED_TO_ALL}
     */
    public static int of(Class<?> host, String owner, String name, String desc, int kind) {
        Class<?> type = loaded(host, owner);
        if (type == null || !isAccessible(type, host)) {
            return UNSURE;
        }
        int member = kind == CLASS ? ALLOWED_TO_ALL : get().resolve(host, type, name, desc, kind);
        return member == ALLOWED_TO_ALL && !isOpenToAll(type) ? ALLOWED : member;
    }

    /** Whether a class declares or inherits a method, which is no static one. */
    public static boolean hasMethod(Class<?> type, String name, String desc) {
        return get().resolve(type, type, name, desc, INVOKE_VIRTUAL) != UNSURE;
    }

    private static boolean isOpenToAll(Class<?> type) {
        Module base = Object.class.getModule();
        return type.getModule() == base
                && Modifier.isPublic(type.getModifiers())
                && base.isExported(type.getPackageName());
    }

    /**
     * The class of that name, if the host's loader knows it, or if it is one of java.base's. A loader of the JDK's is
     * not asked where the VM may take the class from an archive: it would do so, without the lock that the loader has
     * for it, and a class could be defined twice.
     */
    private static Class<?> loaded(Class<?> host, String owner) {
        String name = owner.replace('/', '.');
        ClassLoader loader = host.getClassLoader();
        Class<?> known;
        if (loader == null) {
            known = name.equals(host.getName()) ? host : null;
        } else if (ofApplication != null && loader instanceof BuiltinClassLoader) {
            known = defined(loader, name);
        } else {
            known = JdkAccess.findLoadedClass0(loader, name);
        }
        return known != null || !owner.startsWith(OF_JAVA) ? known : BootLoader.loadClassOrNull(name);
    }

    /** The application's loader has the platform's classes, too; a package is of one of the two. */
    private static Class<?> defined(ClassLoader loader, String name) {
        Class<?> known = loader == ClassLoaders.appClassLoader() ? ofApplication.find(name) : null;
        return known == null ? ofPlatform.find(name) : known;
    }

    private static boolean isAccessible(Class<?> type, Class<?> host) {
        return type == host || VerifyAccess.isClassAccessible(type, host, null, ALL_MODES);
    }

    /**
     * As the VM loads the class that an instruction names: one that was not found is not looked for again, and the
     * loader is asked once, by this in place of the instruction.
     */
    private static Class<?> load(Class<?> host, String owner, String named) {
        String missing = GeneratedClasses.missing(host, owner);
        if (missing != null) {
            throw notFound(named, new ClassNotFoundException(missing));
        }
        try {
            return Class.forName(owner.replace('/', '.'), false, host.getClassLoader());
        } catch (ClassNotFoundException e) {
            GeneratedClasses.missing(host, owner, String.valueOf(e.getMessage()));
            throw notFound(named, e);
        }
    }

    private static NoClassDefFoundError notFound(String owner, ClassNotFoundException cause) {
        NoClassDefFoundError error = new NoClassDefFoundError(owner);
        error.initCause(cause);
        return error;
    }

    /**
     * Called by a resumer in front of an instruction whose use of a member was unsure.
     *
     * @param resumer the caller
     * @throws IllegalAccessError if the resumer's host may not use the member
     * @throws LinkageError if the class is not to be had. Errors of the member's resolution are left to the
     *     instruction.
     */
    public static void check(Class<?> resumer, int kind, String owner, String name, String desc) {
        Class<?> host = GeneratedClasses.hostOf(resumer);
        // the VM names the array whose class it looks for
        Class<?> type = load(host, owner, kind == CLASS && !desc.isEmpty() ? desc : owner);
        if (!isAccessible(type, host)) {
            throw new IllegalAccessError(Refusals.ofClass(host, type));
        }
        if (kind == CLASS) {
            return;
        }
        try {
            get().link(host, type, name, desc, kind);
        } catch (IllegalAccessError e) {
            if (kind == INVOKE_INTERFACE && isProtectedInObject(name, desc)) {
                return;
            }
            // the same, without the frames of what has asked
            throw new IllegalAccessError(e.getMessage());
        } catch (LinkageError e) {
            return;
        }
    }

    /**
     * Where an interface inherits such a method, which then is public, the VM finds the one of {@code Object} when it
     * is asked for a handle, and refuses it. It does not do so for the instruction (JVMS 5.4.3.4).
     */
    private static boolean isProtectedInObject(String name, String desc) {
        return name.equals("clone") && desc.equals("()Ljava/lang/Object;")
                || name.equals("finalize") && desc.equals("()V");
    }
}
