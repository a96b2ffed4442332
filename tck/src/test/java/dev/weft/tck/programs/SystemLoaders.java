package dev.weft.tck.programs;

import java.util.Arrays;

/** Runs below a system class loader of its own, by {@code -Djava.system.class.loader}. */
public final class SystemLoaders extends ClassLoader {
    /** Called by the VM, with the JDK's own system class loader. */
    public SystemLoaders(ClassLoader parent) {
        super(parent);
    }

    public static void main(String[] args) throws Exception {
        String[] names = new String[2];
        Thread thread = new Thread(() -> {
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            names[0] = ClassLoader.getSystemClassLoader().getClass().getSimpleName();
        });
        thread.start();
        thread.join();
        names[1] = Arrays.stream(ClassLoader.class.getDeclaredMethods())
                        .anyMatch(each -> each.getName().startsWith("appendTo"))
                ? "a method that is not the author's"
                : "hidden";
        System.out.println(String.join(" ", names));
    }
}
