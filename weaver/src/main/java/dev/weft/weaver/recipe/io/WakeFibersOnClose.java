package dev.weft.weaver.recipe.io;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Whoever closes a descriptor, or shuts it down, gives its number to a file that is always ready, and signals the
 * native threads that block in an operation on it. A fiber has none: it is woken through the poller. Where only fibers
 * are in operations on a socket or pipe, and something has come for the one that reads, its number is left what it is:
 * a fiber that has already been woken still takes it, as a native thread would, and the last one closes. Where nobody
 * is left to be woken, the poller forgets who has waited for the descriptor, or it would keep a thread that has ended.
 */
public final class WakeFibersOnClose implements Recipe {
    private static final String PACKAGE = "sun/nio/ch/";
    private static final String DISPATCHER = PACKAGE + "FileDispatcherImpl";
    private static final String SOCKETS = PACKAGE + "WeftSockets";

    /** Waited for by its own descriptor. */
    private static final String SELECTOR = PACKAGE + "EPollSelectorImpl";

    /** Likewise, by the threads of a group of asynchronous channels. */
    private static final String PORT = PACKAGE + "EPollPort";

    private static final String CHANNEL = PACKAGE + "SocketChannelImpl";
    private static final String FD = "Ljava/io/FileDescriptor;";

    /** A descriptor, and the native threads of those that read and write it. */
    private static final String USERS = FD + "JJ";

    /** The fields of the native threads that are in an operation; the first one reads, or is the only one. */
    private static final List<String> THREADS = List.of("readerThread", "thread", "writerThread");

    /**
     * Until 17.0.19 each kind of socket signals, and each dispatcher replaces; later updates do both in
     * {@code FileDispatcherImpl}, and the sockets name their threads to it.
     */
    private static final Set<String> OLDER = Set.of(
            PACKAGE + "DatagramDispatcher",
            PACKAGE + "SocketDispatcher",
            PACKAGE + "DatagramChannelImpl",
            PACKAGE + "NioSocketImpl",
            PACKAGE + "ServerSocketChannelImpl",
            PACKAGE + "SinkChannelImpl",
            PACKAGE + "SourceChannelImpl");

    @Override
    public Set<String> classes() {
        Set<String> all = new HashSet<>(OLDER);
        all.add(CHANNEL);
        all.add(DISPATCHER);
        all.add(SELECTOR);
        all.add(PORT);
        return all;
    }

    @Override
    public Set<String> classesOfSomeUpdates() {
        return OLDER;
    }

    @Override
    public void apply(ClassNode target) {
        int signals = Edit.allCalls(
                target,
                method -> true,
                Edit.named(PACKAGE + "NativeThread", "signal"),
                (method, call) -> method.instructions.set(call, Edit.invoke(SOCKETS, "signal", "(J)V")));
        if (target.name.equals(CHANNEL)) {
            Edit.calls(
                    target,
                    method -> method.name.startsWith("shutdown"),
                    Edit.named(SOCKETS, "signal"),
                    2,
                    this,
                    WakeFibersOnClose::addDescriptor);
        }
        Edit.allCalls(
                target,
                method -> true,
                Edit.named(PACKAGE + "NativeDispatcher", "preClose"),
                (method, call) -> addUsers(target, method, call));
        int replaced = Edit.allCalls(
                target, method -> true, Edit.named(DISPATCHER, "preClose0"), WakeFibersOnClose::addWakeUp);
        int closed = Edit.allCalls(
                target,
                method -> true,
                Edit.named(DISPATCHER, "close0").or(Edit.named(DISPATCHER, "closeIntFD")),
                WakeFibersOnClose::addForgetting);
        if (Set.of(SELECTOR, PORT).contains(target.name) && closed == 0) {
            throw Edit.mismatch(this, target, "calls of closeIntFD", 1, 0);
        }
        if (target.name.equals(DISPATCHER) && replaced != 1 || target.name.equals(CHANNEL) && signals == 0) {
            throw Edit.mismatch(this, target, "calls", 1, 0);
        }
    }

    /** Who shuts a channel down signals with the descriptor as it is: {@code WeftSockets.signal(thread, this.fd)}. */
    private static void addDescriptor(MethodNode method, MethodInsnNode call) {
        method.instructions.insertBefore(call, new VarInsnNode(Opcodes.ALOAD, 0));
        method.instructions.insertBefore(call, new FieldInsnNode(Opcodes.GETFIELD, CHANNEL, "fd", FD));
        method.instructions.set(call, Edit.invoke(SOCKETS, "signal", "(J" + FD + ")V"));
        method.maxStack++;
    }

    /** A class may know one thread only. */
    private void addUsers(ClassNode target, MethodNode method, MethodInsnNode call) {
        List<FieldInsnNode> threads = new ArrayList<>();
        for (String name : THREADS) {
            if (target.fields.stream().anyMatch(each -> each.name.equals(name) && each.desc.equals("J"))) {
                threads.add(new FieldInsnNode(Opcodes.GETFIELD, target.name, name, "J"));
            }
        }
        if (threads.isEmpty() || threads.size() > 2) {
            throw Edit.mismatch(this, target, "fields of native threads", 2, threads.size());
        }
        InsnList reading = new InsnList();
        reading.add(new VarInsnNode(Opcodes.ALOAD, 0));
        reading.add(Edit.invoke(SOCKETS, "reading", "(JLjava/lang/Object;)J"));
        if (call.desc.equals("(" + USERS + ")V")) {
            // nd.preClose(fd, WeftSockets.reading(readerThread, this), writerThread)
            method.instructions.insert(loadOf(threads.get(0), target, call), reading);
            method.maxStack++;
            return;
        }
        // WeftSockets.preClose(fd, WeftSockets.reading(readerThread, this), writerThread)
        InsnList users = new InsnList();
        users.add(new InsnNode(Opcodes.SWAP));
        users.add(new InsnNode(Opcodes.POP));
        users.add(new VarInsnNode(Opcodes.ALOAD, 0));
        users.add(threads.get(0));
        users.add(reading);
        if (threads.size() == 1) {
            users.add(new InsnNode(Opcodes.LCONST_0));
        } else {
            users.add(new VarInsnNode(Opcodes.ALOAD, 0));
            users.add(threads.get(1));
        }
        method.instructions.insertBefore(call, users);
        method.instructions.set(call, Edit.invoke(SOCKETS, "preClose", "(" + USERS + ")V"));
        method.maxStack += 3;
    }

    /** The nearest read of the field before that call. */
    private AbstractInsnNode loadOf(FieldInsnNode field, ClassNode target, MethodInsnNode call) {
        AbstractInsnNode insn = call;
        while (insn != null) {
            if (insn.getOpcode() == Opcodes.GETFIELD && ((FieldInsnNode) insn).name.equals(field.name)) {
                return insn;
            }
            insn = insn.getPrevious();
        }
        throw Edit.mismatch(this, target, "reads of " + field.name, 1, 0);
    }

    private static void addForgetting(MethodNode method, MethodInsnNode call) {
        // WeftPoller.forget(fd); close0(fd); and the same with the number
        String desc = call.desc.substring(0, call.desc.indexOf(')')) + ")V";
        method.maxStack++;
        method.instructions.insertBefore(call, new InsnNode(Opcodes.DUP));
        method.instructions.insertBefore(call, Edit.invoke(PACKAGE + "WeftPoller", "forget", desc));
    }

    private static void addWakeUp(MethodNode method, MethodInsnNode call) {
        // the descriptor is the first parameter of the method
        int descriptor = (method.access & Opcodes.ACC_STATIC) != 0 ? 0 : 1;
        if (method.desc.equals("(" + USERS + ")V")) {
            // WeftSockets.preClose(fd, reader, writer)
            method.instructions.insertBefore(call, new VarInsnNode(Opcodes.LLOAD, descriptor + 1));
            method.instructions.insertBefore(call, new VarInsnNode(Opcodes.LLOAD, descriptor + 3));
            method.instructions.set(call, Edit.invoke(SOCKETS, "preClose", "(" + USERS + ")V"));
            method.maxStack += 4;
            return;
        }
        // preClose0(fd); WeftPoller.closed(fd)
        method.instructions.insert(call, Edit.invoke(PACKAGE + "WeftPoller", "closed", "(" + FD + ")V"));
        method.instructions.insert(call, new VarInsnNode(Opcodes.ALOAD, descriptor));
    }
}
