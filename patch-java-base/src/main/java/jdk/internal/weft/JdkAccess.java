package jdk.internal.weft;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.security.AccessControlContext;
import java.security.DomainCombiner;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import jdk.internal.reflect.ConstructorAccessor;
import jdk.internal.reflect.MethodAccessor;

/**
 * Access to members of JDK classes that the runtime needs and that are private, or do not exist before weaving.
 *
 * <p>The methods that are declared native get their bodies from the recipe {@code ImplementAccessors}. For
 * {@code x(T target, ..)}: if T has a field x of that type, it is read or written; else if it has a method x with the
 * remaining parameters, that is called; else a field {@code weft$x} is added to T, hidden from reflection.
 *
 * <p>The class stays whole because it is a list: one access to a member of the JDK after the other.
 */
@SuppressWarnings("removal")
public final class JdkAccess {
    private JdkAccess() {}

    /**
     * What this thread is to the runtime: a fiber, a context of a carrier, the scheduler of one that is to be a fiber,
     * or null. One field, since each has its price in bytes; who owns the field's values has typed methods for it.
     */
    public static native Object role(Thread thread);

    /** Sets {@link #role(Thread)}. */
    public static native void role(Thread thread, Object role);

    /** The class' suspension points by number, elements and array may be null; of a resumer its host. */
    public static native Object[] points(Class<?> host);

    /** What is kept for the class as long as it lives, by what it is; null if nothing is. */
    public static native Object kept(Class<?> host);

    /** Sets {@link #kept(Class)}. */
    public static native void kept(Class<?> host, Object kept);

    /** {@code Class.getProtectionDomain0()}: null for a class of the JDK that has all permissions. */
    public static native ProtectionDomain getProtectionDomain0(Class<?> type);

    /** {@code Class.privateGetDeclaredMethods}: the class' own methods, not to be changed. */
    public static native Method[] privateGetDeclaredMethods(Class<?> type, boolean publicOnly);

    /** Sets {@link #points(Class)}. */
    public static native void points(Class<?> host, Object[] points);

    /**
     * The suspension points of the parked frames below an exception's own stack, with null behind each segment, or
     * null.
     */
    public static native Object[] outer(Throwable exception);

    /** Sets {@link #outer(Throwable)}. */
    public static native void outer(Throwable exception, Object[] sites);

    /**
     * {@code Module.addExportsToAll0}: exports a package to all modules in the VM, but not for reflection.
     *
     * @param target any module
     * @param name of the package, with dots
     */
    static native void addExportsToAll0(Module target, Module from, String name);

    /** Null for an error that the VM has made without a constructor, since memory had ended. */
    public static native List<Throwable> suppressedExceptions(Throwable exception);

    /** {@code Throwable.depth}: the number of elements that its stack trace has. */
    public static native int depth(Throwable exception);

    /**
     * {@code StackTraceElement.initStackTraceElements}: as the VM has them, with loader and version in full.
     *
     * @param any ignored
     * @param elements as many as the depth
     */
    public static native void initStackTraceElements(
            StackTraceElement any, StackTraceElement[] elements, Throwable exception);

    /** {@code Throwable.backtrace}: the VM's own record of the stack. */
    public static native Object backtrace(Throwable exception);

    /** The native {@code FileInputStream.open0}: opens that file, in the stream's descriptor. */
    public static native void open0(FileInputStream stream, String name) throws FileNotFoundException;

    /** The native {@code FileInputStream.readBytes}. */
    public static native int readBytes(FileInputStream stream, byte[] bytes, int start, int length) throws IOException;

    /** The native {@code RandomAccessFile.seek0}. */
    public static native void seek0(RandomAccessFile file, long position) throws IOException;

    /** The native {@code FileDescriptor.close0}. */
    public static native void close0(FileDescriptor fd) throws IOException;

    /** {@code Thread.eetop}: address of the VM's thread; nonzero makes {@code isAlive} true. */
    public static native long eetop(Thread thread);

    /** Sets {@link #eetop(Thread)}. */
    public static native void eetop(Thread thread, long address);

    /** {@code Thread.exit()}: leaves the thread group and drops what the thread refers to. */
    public static native void exit(Thread thread);

    /** {@code Thread.name}, which may not be made yet. */
    public static native String name(Thread thread);

    /** Sets {@code Thread.name}; the kernel is not told. */
    public static native void name(Thread thread, String name);

    /** {@code Thread.uncaughtExceptionHandler}: the thread's own, or null. */
    public static native Thread.UncaughtExceptionHandler uncaughtExceptionHandler(Thread thread);

    /** Sets {@link #uncaughtExceptionHandler(Thread)}. */
    public static native void uncaughtExceptionHandler(Thread thread, Thread.UncaughtExceptionHandler handler);

    /** {@code Thread.stackSize}: what its constructor was given, or 0. */
    public static native long stackSize(Thread thread);

    /** {@code Thread.tid}: its identifier, whatever {@code getId} is overridden to return. */
    public static native long tid(Thread thread);

    /** {@code Thread.nextThreadID()}: the identifier of a thread that is being made. */
    static native long nextThreadID(Thread made);

    /** {@code Thread.threadLocalRandomProbe}: 0 before the thread has a seed. */
    public static native int threadLocalRandomProbe(Thread thread);

    /** Sets {@link #threadLocalRandomProbe(Thread)}. */
    public static native void threadLocalRandomProbe(Thread thread, int probe);

    /** Sets {@code Thread.threadLocalRandomSeed}. */
    public static native void threadLocalRandomSeed(Thread thread, long seed);

    /** A field of the JDK's that it does not use any more (the weaver's recipe {@code MoveRandomsToCarriers}). */
    private static native int threadLocalRandomSecondarySeed(Thread thread);

    private static native void threadLocalRandomSecondarySeed(Thread thread, int number);

    /** The number in the name of a thread that was made without one. */
    public static int number(Thread thread) {
        return threadLocalRandomSecondarySeed(thread);
    }

    /** Sets {@link #number(Thread)}. */
    public static void number(Thread thread, int number) {
        threadLocalRandomSecondarySeed(thread, number);
    }

    /** To whom the values of the thread local belong, one of {@code CarrierLocals}' numbers. */
    public static native byte owner(ThreadLocal<?> local);

    /** Sets {@link #owner(ThreadLocal)}. */
    public static native void owner(ThreadLocal<?> local, byte owner);

    /** The context locals' bindings that the thread has now, or null: see {@code dev.weft.ContextLocal}. */
    public static native Object[] bindings(Thread thread);

    /** Sets {@link #bindings(Thread)}. */
    public static native void bindings(Thread thread, Object[] bindings);

    /** {@code Thread.setPriority0(int)}: tells the kernel. */
    public static native void setPriority0(Thread thread, int priority);

    /** {@code Thread.inheritedAccessControlContext}. */
    public static native AccessControlContext inheritedAccessControlContext(Thread thread);

    /** {@code AccessControlContext.combiner}, or null. */
    public static native DomainCombiner combiner(AccessControlContext context);

    /** {@code AccessControlContext.context}: its domains, not to be changed, or null. */
    public static native ProtectionDomain[] context(AccessControlContext context);

    /** Where in its group the thread was put, or moved; it may have come nearer to the front since. */
    public static native int groupIndex(Thread thread);

    /** Sets {@link #groupIndex(Thread)}. */
    public static native void groupIndex(Thread thread, int index);

    /** {@code ThreadGroup.threads}. */
    public static native Thread[] threads(ThreadGroup group);

    /** Sets {@link #threads(ThreadGroup)}. */
    public static native void threads(ThreadGroup group, Thread[] threads);

    /** {@code ThreadGroup.nthreads}: how many of {@link #threads(ThreadGroup)} there are. */
    public static native int nthreads(ThreadGroup group);

    /** Sets {@link #nthreads(ThreadGroup)}. */
    public static native void nthreads(ThreadGroup group, int count);

    /** {@code ThreadGroup.groups}: those that have this as their parent, and null behind the last one. */
    public static native ThreadGroup[] groups(ThreadGroup group);

    /** {@code ThreadGroup.nUnstartedThreads}. */
    public static native int nUnstartedThreads(ThreadGroup group);

    /** Sets {@link #nUnstartedThreads(ThreadGroup)}. */
    public static native void nUnstartedThreads(ThreadGroup group, int count);

    /** {@code Thread.interrupted}. */
    public static native boolean interrupted(Thread thread);

    /** Sets {@link #interrupted(Thread)}. */
    public static native void interrupted(Thread thread, boolean value);

    /** {@code Thread.threadStatus}, a JVMTI thread state. */
    public static native int threadStatus(Thread thread);

    /** Sets {@link #threadStatus(Thread)}. */
    public static native void threadStatus(Thread thread, int status);

    /** {@code Thread.parkBlocker}. */
    public static native Object parkBlocker(Thread thread);

    /** {@code ThreadGroup.addUnstarted()}: a thread was made that is to come. */
    public static native void addUnstarted(ThreadGroup group);

    /** {@code ThreadGroup.threadTerminated(Thread)}: the thread leaves the group. */
    public static native void threadTerminated(ThreadGroup group, Thread thread);

    /** {@code ThreadGroup.add(Thread)}: the thread comes to the group. */
    public static native void add(ThreadGroup group, Thread thread);

    /** {@code ThreadGroup.add(ThreadGroup)}: the group comes to its parent. */
    public static native void add(ThreadGroup parent, ThreadGroup group);

    /** {@code ThreadGroup.parent}; null for the root. */
    public static native ThreadGroup parent(ThreadGroup group);

    /**
     * {@code ThreadGroup.enumerate(Thread[], int, boolean)}: puts live threads into the list; returns where it ends.
     */
    public static native int enumerate(ThreadGroup group, Thread[] list, int start, boolean recurse);

    /** {@code Thread.contextClassLoader}. */
    public static native ClassLoader contextClassLoader(Thread thread);

    /** Sets {@link #contextClassLoader(Thread)}. */
    public static native void contextClassLoader(Thread thread, ClassLoader loader);

    /** {@code Thread.group}. */
    public static native ThreadGroup group(Thread thread);

    /** Sets {@code Thread.group}. */
    public static native void group(Thread thread, ThreadGroup group);

    /** {@code Thread.target}: what the thread was given to run, or null. */
    public static native Runnable target(Thread thread);

    /** What was chosen for the thread alone, one of {@code Choice}'s numbers. */
    public static native byte choice(Thread thread);

    /** Sets {@link #choice(Thread)}; before the thread starts. */
    public static native void choice(Thread thread, byte choice);

    /** Sets {@code Thread.inheritedAccessControlContext}. */
    @SuppressWarnings("removal")
    public static native void inheritedAccessControlContext(Thread thread, AccessControlContext context);

    /** {@code Thread.stillborn}: whether it was stopped before its start, and is not to run. */
    public static native boolean stillborn(Thread thread);

    /** {@code Thread.daemon}. */
    public static native boolean daemon(Thread thread);

    /** Sets {@link #daemon(Thread)}. */
    static native void daemon(Thread thread, boolean value);

    /** Sets {@code Thread.priority}. */
    static native void priority(Thread thread, int value);

    /** {@code Thread.start0()}: starts a kernel thread. */
    public static native void start0(Thread thread);

    /** {@code Thread.interrupt0()}: wakes a kernel thread. */
    public static native void interrupt0(Thread thread);

    /**
     * The interrupt status of a kernel thread is set again, which was taken so that it could wait: by no method that
     * the thread's class may override, as who has interrupted it has called that already.
     */
    public static void giveInterrupt(Thread thread) {
        interrupted(thread, true);
        interrupt0(thread);
    }

    /** {@code Thread.sleep(long)}: blocks the calling kernel thread; the thread argument is not used. */
    public static native void sleep(Thread thread, long millis) throws InterruptedException;

    /** {@code StackTraceElement.format}: which parts its text leaves out. */
    public static native byte format(StackTraceElement element);

    /** Sets {@link #format(StackTraceElement)}. */
    public static native void format(StackTraceElement element, byte format);

    /** Sets {@code StackTraceElement.declaringClassObject}, from which {@link #computeFormat} finds the format. */
    public static native void declaringClassObject(StackTraceElement element, Class<?> declaringClass);

    /** {@code StackTraceElement.computeFormat()}. */
    public static native void computeFormat(StackTraceElement element);

    /** The invoker of a method, or a mark that it has none; null before it was asked for. */
    public static native Object invoker(Method method);

    /** Sets {@link #invoker(Method)}. */
    public static native void invoker(Method method, Object invoker);

    /** {@code Method.methodAccessor}: null before the method is first called plainly. */
    public static native MethodAccessor methodAccessor(Method method);

    /** {@code Method.root}: the method that this one is a copy of, or null. */
    public static native Method root(Method method);

    /** The same of a constructor. */
    public static native Object invoker(Constructor<?> constructor);

    /** Sets {@link #invoker(Constructor)}. */
    public static native void invoker(Constructor<?> constructor, Object invoker);

    /** {@code Constructor.constructorAccessor}: null before the constructor is first called plainly. */
    public static native ConstructorAccessor constructorAccessor(Constructor<?> constructor);

    /** {@code Constructor.root}: the constructor that this one is a copy of, or null. */
    public static native Constructor<?> root(Constructor<?> constructor);

    /** {@code Constructor.parameterTypes}, not to be changed. */
    public static native Class<?>[] parameterTypes(Constructor<?> constructor);

    /** {@code Method.parameterTypes}, not to be changed. */
    public static native Class<?>[] parameterTypes(Method method);

    /** {@code AccessibleObject.override}: whether access checks are off. */
    public static native boolean override(AccessibleObject member);

    /** Sets {@link #override(AccessibleObject)}; a security manager, which is the program's code, is not asked. */
    public static native void override(AccessibleObject member, boolean isOff);

    /** {@code AccessibleObject.checkAccess}. */
    public static native void checkAccess(
            AccessibleObject member, Class<?> caller, Class<?> memberClass, Class<?> targetClass, int modifiers)
            throws IllegalAccessException;

    /** {@code ClassLoader.findLoadedClass}: the class that the VM knows the loader to give for that name, or null. */
    public static native Class<?> findLoadedClass0(ClassLoader loader, String name);

    /** {@code ClassLoader.classes}: those that the loader has defined, to be read under the list's monitor. */
    public static native ArrayList<Class<?>> classes(ClassLoader loader);

    /** {@code AbstractOwnableSynchronizer.exclusiveOwnerThread}. */
    public static native Thread exclusiveOwnerThread(AbstractOwnableSynchronizer synchronizer);

    /** {@code Thread.dumpThreads}: the VM's stack traces; the first argument is not used. */
    public static native StackTraceElement[][] dumpThreads(Thread thread, Thread[] threads);

    /** {@code Thread.getThreads}: the live threads that the VM knows; the argument is not used. */
    public static native Thread[] getThreads(Thread thread);

    /** {@code ReferenceQueue.poll()}, whatever a subclass has made of it: takes a reference out, or returns null. */
    public static native Reference<?> poll(ReferenceQueue<?> queue);

    /** The list of the {@code Remover}s that wait for the queue, or null; volatile. */
    public static native Object removers(ReferenceQueue<?> queue);

    /** Sets {@link #removers(ReferenceQueue)}. */
    public static native void removers(ReferenceQueue<?> queue, Object first);
}
