package dev.weft.weaver.recipe.io;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.tree.ClassNode;

/**
 * A connect that blocks succeeds as soon as the connection is there, whatever becomes of it then; a fiber's asks later,
 * and would fail if the peer has reset the connection meanwhile. The next read or write of the socket tells: see {@code
 * WeftLateErrors}.
 */
public final class ConnectDespiteResets implements Recipe {
    private static final String PACKAGE = "sun/nio/ch/";

    @Override
    public Set<String> classes() {
        return Set.of(PACKAGE + "NioSocketImpl", PACKAGE + "SocketChannelImpl");
    }

    /** {@code Net.pollConnectNow(fd)} becomes {@code WeftLateErrors.hasConnected(fd)}, where there is no timeout. */
    @Override
    public void apply(ClassNode target) {
        Edit.calls(
                target,
                Edit.methodNamed("connect"),
                Edit.named(PACKAGE + "Net", "pollConnectNow"),
                1,
                this,
                (method, call) -> method.instructions.set(
                        call, Edit.invoke(PACKAGE + "WeftLateErrors", "hasConnected", call.desc)));
    }
}
