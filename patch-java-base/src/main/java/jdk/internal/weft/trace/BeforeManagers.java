package jdk.internal.weft.trace;

import jdk.internal.weft.agent.ImageFiles;

/** What must be done before there is a security manager: the initializers of what it takes ask for permissions. */
public final class BeforeManagers {
    private BeforeManagers() {}

    /** Called by the initializer of {@code SecurityManager}, which gives a walker of all frames. */
    public static void prepare(StackWalker walker) {
        ClassContext.of(walker);
        ParkedFrames.walkBy(walker);
        ImageFiles.prepare();
    }
}
