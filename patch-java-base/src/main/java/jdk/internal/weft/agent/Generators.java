package jdk.internal.weft.agent;

import java.lang.reflect.Executable;

/**
 * The generators of class files, which the agent lends to the runtime: the runtime knows nothing of class files.
 * Thread-safe.
 *
 * <p>What a generator cannot make is said on standard error, and the answer is the one that is correct without it.
 */
public interface Generators {
    /** Weaves a class that is loaded or redefined. Null to leave it as it is. */
    byte[] weave(ClassFile file);

    /** Told of each class of java.base that is loaded, which comes woven. */
    void baseClassLoaded();

    /** What other agents see, and what becomes of what they make. */
    ForeignAgents foreignAgents();

    /**
     * The class file of the resumer of a suspension point, with its name and loader.
     *
     * @param withCasts false for one that loads no class to restore the frame, but is slow
     * @throws IllegalStateException if the host's woven class file is not to be found
     */
    ClassFile resumer(Class<?> host, int point, boolean withCasts);

    /**
     * The names of those of their classes that have an initializer: one that first runs where there is no memory fails
     * for the life of the VM.
     */
    String[] initializers();

    /**
     * Loads and initializes what makes resumers, while there is memory for that; may be called more than once, takes
     * some 50 ms the first time.
     */
    void prepare();

    /** Where a frame of the suspension point is in the source. */
    SourceSite site(Class<?> host, int point);

    /** Indexes of those references of the point's frame that are monitors which the frame holds, outermost first. */
    int[] monitors(Class<?> host, int point);

    /** The message that a NullPointerException is to have which the point's resumer has thrown with the given one. */
    String message(Class<?> host, int point, String message);

    /**
     * The class file of the invoker of a method or constructor, or null to call it plainly.
     *
     * @param name of the class to be made, with slashes
     */
    byte[] invoker(Executable member, String name);

    /**
     * Weaves a class that no agent sees. Null to leave it as it is.
     *
     * @param host of a hidden class; null for a proxy
     */
    byte[] weaveUnseen(byte[] file, Class<?> host);

    /**
     * Weaves a class that the program defines beside a class of the JDK; the bytes themselves if that is not such a
     * one.
     */
    byte[] weaveBesideJdk(ClassFile file);

    /** The first fiber is about to start. */
    void fibersBegin();

    /**
     * Takes methods of that stack for loud that are called plainly because they were quiet so far.
     *
     * @param raw of a carrier, with generated names
     * @param onlyOutermost only the first of them that was called
     * @return whether there was one
     */
    boolean findLoud(StackTraceElement[] raw, boolean onlyOutermost);

    /**
     * Whether a method of that name is called plainly because it was quiet so far, or has been.
     *
     * @param className with dots
     */
    boolean isQuietSoFar(String className, String method);

    /**
     * Takes methods for quiet again that have been loud for some time.
     *
     * @return after how many nanoseconds the next one is due; 0 for none
     */
    long quietAgain();

    /** Takes all methods for loud, and in later runs, too: the program does what a pinned fiber must not. */
    void allAreLoud();

    /** The program ends: what is to be kept for its next run is written. */
    void exit();
}
