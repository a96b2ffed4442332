package dev.weft.agent.dump;

import java.util.List;

/**
 * A thread of a dump.
 *
 * @param kind platform, carrier, fiber (of a constructor of Thread) or virtual
 * @param seconds for how many it has been in that state, about; -1 if that is not known
 * @param isTimed whether it waits for a limited time; of fibers only
 * @param carrier the name of the carrier that it is mounted on; empty if it is not mounted
 * @param carrierId and its id
 * @param waits what it does with {@code lock}: ENTERING, WAITING, PARKED; empty if there is none
 * @param ownerId of the thread that has it; 0 if none is known
 * @param pinnedBy the frame that keeps it on its carrier; empty if none does
 * @param awaited the descriptor for which it waits, or null
 * @param synchronizers ownable ones that it has, as far as they are known
 */
public record ThreadEntry(
        long id,
        String name,
        String group,
        String kind,
        boolean isDaemon,
        String state,
        long seconds,
        boolean isTimed,
        String carrier,
        long carrierId,
        String waits,
        String lock,
        long ownerId,
        String ownerName,
        String pinnedBy,
        Awaited awaited,
        List<String> stack,
        List<Held> monitors,
        List<String> synchronizers) {
    /** A monitor that it holds, and the index of the frame; negative for one of native code. */
    public record Held(int depth, String monitor) {}

    /**
     * A descriptor that a thread waits for.
     *
     * @param events what for: read, write, read or write, sync or lock
     * @param what it is, such as a socket with its addresses; empty if that is not known
     */
    public record Awaited(int number, String events, String what) {}
}
