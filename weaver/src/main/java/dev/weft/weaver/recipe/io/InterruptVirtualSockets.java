package dev.weft.weaver.recipe.io;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Sockets of {@code java.net} are interruptible for the virtual threads of JEP 444, and for nobody else: the wait ends
 * ({@code WeftSockets}), and the socket is closed where the user's object is at hand ({@code WeftInterrupts}).
 */
public final class InterruptVirtualSockets implements Recipe {
    private static final String CH = "sun/nio/ch/";
    private static final String SOCKETS = CH + "WeftSockets";
    private static final String WAITS = CH + "WeftWaits";
    private static final String INTERRUPTS = "java/net/WeftInterrupts";
    private static final String POLL = "(Ljava/io/FileDescriptor;IJ)I";
    private static final String DATAGRAMS = CH + "DatagramChannelImpl";
    private static final String ADAPTOR = CH + "DatagramSocketAdaptor";

    /**
     * Where calls are replaced.
     *
     * @param in the class, and the method if it is not any
     * @param callee the owner and the name of the method that is called no more
     * @param helper that is called instead, with the callee's receiver and arguments
     * @param addsThis whether it gets the caller's receiver besides
     */
    private record Site(
            String in, String method, String owner, String callee, String helper, int count, boolean addsThis) {}

    private static final List<Site> SITES = List.of(
            new Site(CH + "NioSocketImpl", "park", CH + "Net", "poll", SOCKETS + ".await", 1, false),
            new Site(DATAGRAMS, "trustedBlockingReceive", DATAGRAMS, "park", SOCKETS + ".park", 2, false),
            new Site(DATAGRAMS, "untrustedReceive", DATAGRAMS, "park", SOCKETS + ".park", 1, false),
            new Site(ADAPTOR, "receive", DATAGRAMS, "blockingReceive", SOCKETS + ".receive", 1, true),
            site("Socket$SocketInputStream", "read", "java/io/InputStream", "read"),
            site("Socket$SocketOutputStream", "write", "java/io/OutputStream", "write"),
            site("Socket", "connect", "java/net/SocketImpl", "connect"),
            site("ServerSocket", "implAccept", "java/net/SocketImpl", "accept"));

    private static Site site(String in, String method, String owner, String callee) {
        return new Site("java/net/" + in, method, owner, callee, INTERRUPTS + "." + callee, 1, true);
    }

    @Override
    public Set<String> classes() {
        Set<String> all = new java.util.HashSet<>(Set.of(WAITS));
        SITES.forEach(site -> all.add(site.in));
        return all;
    }

    @Override
    public Set<String> suspendingTwins() {
        return Set.of(WAITS + ".pollForVirtual" + POLL);
    }

    @Override
    public void apply(ClassNode target) {
        if (target.name.equals(WAITS)) {
            Edit.twinCalls(
                    target,
                    Edit.method(target, "pollForVirtual", POLL, this),
                    CH + "WeftPoller",
                    "pollForVirtual$weft",
                    true);
        }
        for (Site site : SITES) {
            if (site.in.equals(target.name)) {
                replace(target, site);
            }
        }
    }

    private void replace(ClassNode target, Site site) {
        int dot = site.helper.indexOf('.');
        Edit.calls(
                target,
                Edit.methodNamed(site.method),
                Edit.named(site.owner, site.callee),
                site.count,
                this,
                (method, call) -> {
                    StringBuilder desc = new StringBuilder("(");
                    if (call.getOpcode() != Opcodes.INVOKESTATIC) {
                        desc.append('L').append(call.owner).append(';');
                    }
                    for (Type argument : Type.getArgumentTypes(call.desc)) {
                        desc.append(argument);
                    }
                    if (site.addsThis) {
                        InsnList receiver = new InsnList();
                        receiver.add(new VarInsnNode(Opcodes.ALOAD, 0));
                        method.instructions.insertBefore(call, receiver);
                        method.maxStack += 1;
                        desc.append(thisType(target));
                    }
                    desc.append(')').append(Type.getReturnType(call.desc));
                    method.instructions.set(
                            call,
                            Edit.invoke(
                                    site.helper.substring(0, dot), site.helper.substring(dot + 1), desc.toString()));
                });
    }

    /** As what the helper takes the caller's receiver: a stream of a socket is of a private class. */
    private static String thisType(ClassNode target) {
        return "L" + (target.superName.startsWith("java/io/") ? target.superName : target.name) + ";";
    }
}
