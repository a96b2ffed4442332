package dev.weft.tck.programs;

import java.security.Permission;

/** A thread asks for what the security manager that was named at the start refuses; then the program ends. */
public final class ManagerAtStart {
    private static final int REFUSED = 7;

    private ManagerAtStart() {}

    /** Allows all but one exit code. */
    @SuppressWarnings("removal")
    public static final class Manager extends SecurityManager {
        @Override
        public void checkPermission(Permission permission) {
            // all is allowed
        }

        @Override
        public void checkExit(int code) {
            if (code == REFUSED) {
                throw new SecurityException("not with " + code);
            }
        }
    }

    /** Prints what the thread was told. */
    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> {
            try {
                System.exit(REFUSED);
            } catch (SecurityException e) {
                System.out.println(e.getMessage());
            }
        });
        thread.start();
        thread.join();
    }
}
