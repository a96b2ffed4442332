package jdk.internal.weft.agent;

/** The jar of Weft's agent, in which nobody looks for anything once the JDK is woven. */
public final class AgentJar {
    private static final String NAME = "/weft-agent.jar";

    private AgentJar() {}

    /** Whether that is its path. */
    public static boolean isIt(String path) {
        return path.endsWith(NAME);
    }
}
