package dev.weft.weaver.recipe.io;

import dev.weft.weaver.recipe.Recipe;
import java.util.List;

/** The recipes that let blocking I/O park the fiber. */
public final class IoRecipes {
    private IoRecipes() {}

    /** All of them, in order; each changes other instructions than the others do, so any order would do. */
    public static List<Recipe> all() {
        return List.of(
                new PollByParking(),
                new SelectByParking(),
                new ClearBlockingModeInFibers(),
                new KeepDescriptorsNonBlocking(),
                new WriteAllInBlockingMode(),
                new TellLateErrors(),
                new ConnectDespiteResets(),
                new AwaitUrgentData(),
                new WakeFibersOnClose(),
                new MoveBufferCachesToCarriers(),
                new KeepVectorIoOnCarrier(),
                new ConnectUnixSocketsByTrying(),
                new AwaitStreams(),
                new InterruptVirtualSockets(),
                new AwaitFileLocks(),
                new AwaitTransfers(),
                new NoteNoThreadAcrossMonitors(),
                new AnnounceFileCalls(),
                new LookUpHostsInPool());
    }
}
