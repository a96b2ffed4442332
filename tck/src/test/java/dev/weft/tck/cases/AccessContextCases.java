package dev.weft.tck.cases;

import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Suspend;
import java.io.InputStream;
import java.security.AccessControlContext;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.security.ProtectionDomain;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Access control contexts where no security manager is installed: what they consist of can be seen by comparing them.
 */
@SuppressWarnings("removal")
public final class AccessContextCases {
    private static final ProtectionDomain OWN = AccessContextCases.class.getProtectionDomain();

    private AccessContextCases() {}

    private static AccessControlContext of(ProtectionDomain... domains) {
        return new AccessControlContext(domains);
    }

    @Case("in a privileged action with a context, the current one has the domains of both")
    public static void actionWithContext() {
        ProtectionDomain other = new ProtectionDomain(null, null);
        AccessControlContext[] seen = new AccessControlContext[2];
        AccessController.doPrivileged(
                (PrivilegedAction<Void>) () -> {
                    seen[0] = AccessController.getContext();
                    Suspend.now();
                    seen[1] = AccessController.getContext();
                    return null;
                },
                of(other));
        Check.equal(of(OWN, other), seen[0]);
        Check.equal(of(OWN, other), seen[1]);
        Check.equal(of(OWN), AccessController.getContext());
    }

    @Case("a privileged action without a context hides that of an outer one")
    public static void actionWithoutContext() {
        AccessControlContext seen = AccessController.doPrivileged(
                (PrivilegedAction<AccessControlContext>) () -> AccessController.doPrivileged(
                        (PrivilegedAction<AccessControlContext>) () -> Suspend.with(AccessController.getContext())),
                of(new ProtectionDomain(null, null)));
        Check.equal(of(OWN), seen);
    }

    @Case("threads of a privileged factory run with the context in which it was made")
    public static void privilegedFactory() throws Exception {
        ProtectionDomain other = new ProtectionDomain(null, null);
        ExecutorService pool = AccessController.doPrivileged(
                (PrivilegedAction<ExecutorService>)
                        () -> Executors.newSingleThreadExecutor(Executors.privilegedThreadFactory()),
                of(other));
        try {
            CompletableFuture<AccessControlContext> seen = new CompletableFuture<>();
            pool.execute(() -> seen.complete(AccessController.getContext()));
            Check.equal(of(OWN, other), seen.get(60, TimeUnit.SECONDS));
        } finally {
            pool.shutdown();
        }
    }

    /** Calls what it is given; one copy of it is defined in another domain. */
    public static final class Between implements UnaryOperator<Object> {
        @Override
        public Object apply(Object supplier) {
            return ((Supplier<?>) supplier).get();
        }
    }

    @Case("the context has the domains of all callers, before they were suspended and after")
    public static void domainsOfCallers() throws Exception {
        ProtectionDomain other = new ProtectionDomain(null, null);
        String name = Between.class.getName();
        byte[] file;
        try (InputStream in = AccessContextCases.class.getResourceAsStream("/" + name.replace('.', '/') + ".class")) {
            file = in.readAllBytes();
        }
        ClassLoader loader = new ClassLoader(AccessContextCases.class.getClassLoader()) {
            @Override
            protected Class<?> loadClass(String wanted, boolean resolve) throws ClassNotFoundException {
                if (!wanted.equals(name)) {
                    return super.loadClass(wanted, resolve);
                }
                Class<?> loaded = findLoadedClass(name);
                return loaded != null ? loaded : defineClass(name, file, 0, file.length, other);
            }
        };
        @SuppressWarnings("unchecked")
        UnaryOperator<Object> between =
                (UnaryOperator<Object>) loader.loadClass(name).getConstructor().newInstance();
        Supplier<AccessControlContext> body = () -> {
            Check.equal(of(OWN, other), AccessController.getContext());
            Suspend.now();
            return AccessController.getContext();
        };
        Check.equal(of(OWN, other), between.apply(body));
    }
}
