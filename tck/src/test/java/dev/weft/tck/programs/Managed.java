package dev.weft.tck.programs;

import dev.weft.tck.Suspend;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.security.Permission;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;

/**
 * A program under a security manager: the default one with next to no permissions, or (argument {@code own}) one of its
 * own that refuses everybody, the JDK too, what reading the JDK's classes takes. Says what happens; the same on each
 * JDK.
 */
public final class Managed {
    private Managed() {}

    @SuppressWarnings("removal")
    private static final class Own extends SecurityManager {
        @Override
        public void checkPermission(Permission permission) {
            if (permission.getName().equals("accessSystemModules")) {
                throw new SecurityException("refused");
            }
        }
    }

    /** Loaded when the manager is there. */
    public static final class Late implements Serializable {
        private static final long serialVersionUID = 1;

        /** Called in several ways. */
        public static String call(String text) {
            return Suspend.with(text);
        }
    }

    private static Object copy(Object object) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ObjectOutputStream out = new ObjectOutputStream(bytes);
        out.writeObject(object);
        return new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
    }

    private static List<Object> all() throws Throwable {
        List<Object> said = new ArrayList<>();
        Callable<String> lambda = () -> Late.call("lambda");
        said.add(lambda.call());
        MethodHandle handle = MethodHandles.lookup()
                .findStatic(Late.class, "call", MethodType.methodType(String.class, String.class));
        said.add((String) handle.invokeExact("exact"));
        said.add(handle.invoke((Object) "adapted"));
        said.add(handle.invokeWithArguments("arguments"));
        said.add(Late.class.getMethod("call", String.class).invoke(null, "reflection"));
        said.add(copy(new Late()).getClass().getSimpleName());
        ArrayBlockingQueue<String> queue = new ArrayBlockingQueue<>(1);
        Thread other = new Thread(() -> {
            Suspend.now();
            queue.add("taken");
        });
        other.start();
        said.add(queue.take());
        said.add(queue.poll(1, TimeUnit.MILLISECONDS));
        CyclicBarrier barrier = new CyclicBarrier(2);
        Exchanger<String> exchanger = new Exchanger<>();
        Thread partner = new Thread(() -> {
            try {
                barrier.await();
                exchanger.exchange("exchanged");
            } catch (Exception e) {
                said.add(e);
            }
        });
        partner.start();
        barrier.await();
        said.add(exchanger.exchange("mine"));
        try {
            Late.call(null).length();
        } catch (NullPointerException e) {
            said.add(e.getStackTrace()[0].getMethodName());
        }
        return said;
    }

    /** Says it all from a thread. */
    @SuppressWarnings("removal")
    public static void main(String[] args) throws Exception {
        // the JDK finds its filters with the first stream
        copy("text");
        if (args.length > 0) {
            System.setSecurityManager(new Own());
        }
        Thread thread = new Thread(() -> {
            try {
                System.out.println(all());
            } catch (Throwable t) {
                System.out.println(t);
            }
        });
        thread.start();
        thread.join();
    }
}
