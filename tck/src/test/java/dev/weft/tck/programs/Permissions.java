package dev.weft.tck.programs;

import dev.weft.tck.Suspend;
import java.net.URL;
import java.net.URLClassLoader;
import java.security.AccessControlException;
import java.security.AccessController;
import java.security.CodeSource;
import java.security.PermissionCollection;
import java.security.Policy;
import java.security.PrivilegedAction;
import java.security.ProtectionDomain;
import java.util.PropertyPermission;

/** Under a security manager, code without a permission is refused it, though it was suspended before it asks. */
@SuppressWarnings("removal")
public final class Permissions {
    private Permissions() {}

    /** Not generic: a bridge method would be one more caller. */
    public interface Calls {
        /** Runs the body. */
        void accept(Runnable body);
    }

    /** Runs a body; one of the copies of its class has no permissions. */
    public static final class Caller implements Calls {
        /** Found by its name. */
        public Caller() {}

        @Override
        public void accept(Runnable body) {
            Suspend.now();
            body.run();
            Suspend.now();
        }
    }

    private static final class Restricting extends Policy {
        @Override
        public PermissionCollection getPermissions(CodeSource code) {
            return new java.security.Permissions();
        }

        @Override
        public boolean implies(ProtectionDomain domain, java.security.Permission permission) {
            return !(domain.getClassLoader() instanceof Untrusted)
                    || !(permission instanceof PropertyPermission)
                            && !permission.getName().equals("modifyThreadGroup");
        }
    }

    private static final class Untrusted extends URLClassLoader {
        Untrusted(URL place) {
            super(new URL[] {place}, Permissions.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                if (!name.equals(Caller.class.getName())) {
                    return super.loadClass(name, resolve);
                }
                Class<?> known = findLoadedClass(name);
                return known == null ? findClass(name) : known;
            }
        }
    }

    private static String tried(Runnable body) {
        try {
            body.run();
            return "allowed";
        } catch (AccessControlException e) {
            return "refused";
        }
    }

    private static void ask() {
        Suspend.now();
        System.getProperty("user.home");
    }

    /** Asks for a permission below trusted and untrusted callers, with and without privileges. */
    public static void main(String[] args) throws Exception {
        URL place = Permissions.class.getProtectionDomain().getCodeSource().getLocation();
        Untrusted loader = new Untrusted(place);
        Calls untrusted = (Calls) loader.loadClass(Caller.class.getName())
                .getDeclaredConstructor()
                .newInstance();
        Policy.setPolicy(new Restricting());
        System.setSecurityManager(new SecurityManager());
        Runnable all = () -> {
            System.out.println("by trusted code: " + tried(() -> new Caller().accept(Permissions::ask)));
            System.out.println("by untrusted code: " + tried(() -> untrusted.accept(Permissions::ask)));
            System.out.println("privileged: "
                    + tried(() -> untrusted.accept(() -> AccessController.doPrivileged((PrivilegedAction<Void>) () -> {
                        ask();
                        return null;
                    }))));
            System.out.println("by untrusted code that has just gone on: "
                    + tried(() -> untrusted.accept(() -> System.getProperty("user.home"))));
            untrusted.accept(() -> inherit());
            untrusted.accept(Permissions::startMany);
        };
        Thread thread = new Thread(all);
        thread.start();
        thread.join();
    }

    /** So many threads that block their carriers, in class initializers, that these have to be replaced. */
    private static void startMany() {
        Thread[] threads = {
            new Thread(() -> System.out.println("untrusted code runs threads that wait: " + First.WAITED)),
            new Thread(() -> System.out.println("and blocks while it does: " + Second.WAITED))
        };
        for (Thread each : threads) {
            each.start();
            try {
                each.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    private static final class First {
        static final boolean WAITED = sleepBelowInitializer();
    }

    private static final class Second {
        static final boolean WAITED = sleepBelowInitializer();
    }

    private static boolean sleepBelowInitializer() {
        try {
            Thread other = new Thread(Suspend::now);
            other.start();
            other.join();
            Thread.sleep(1);
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }

    private static void inherit() {
        Thread[] child = new Thread[1];
        Suspend.now();
        child[0] = new Thread(() -> {
            Suspend.now();
            System.out.println("by a thread that untrusted code has made: " + tried(Permissions::ask));
        });
        child[0].start();
        try {
            child[0].join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
