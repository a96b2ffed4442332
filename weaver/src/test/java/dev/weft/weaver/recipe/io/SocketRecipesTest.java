package dev.weft.weaver.recipe.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.weaver.recipe.ClassFiles;
import dev.weft.weaver.recipe.Recipe;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.SimpleVerifier;

/** What single recipes make of the JDK's classes. */
class SocketRecipesTest {
    private static final String PACKAGE = "sun/nio/ch/";

    private static List<String> callsIn(ClassNode node, String method) {
        return ClassFiles.names(ClassFiles.calls(ClassFiles.method(node, method)));
    }

    @Test
    void theTwinOfPollCallsThePollerAndTheNativeMethodStays() {
        ClassNode net = ClassFiles.changedBy(new PollByParking(), PACKAGE + "Net");
        assertEquals(List.of("WeftPoller.poll$weft"), callsIn(net, "poll$weft"));
        assertTrue((ClassFiles.method(net, "poll").access & Opcodes.ACC_NATIVE) != 0);
        assertEquals(
                "(Ljava/io/FileDescriptor;IJLjava/weft/CarrierContext;)I", ClassFiles.method(net, "poll$weft").desc);
    }

    @Test
    void theTwinOfEpollWaitCallsThePoller() {
        ClassNode epoll = ClassFiles.changedBy(new SelectByParking(), PACKAGE + "EPoll");
        assertEquals(List.of("WeftPoller.select$weft"), callsIn(epoll, "wait$weft"));
    }

    @Test
    void everyOperationOfASocketPreparesItsDescriptor() {
        Recipe recipe = new ClearBlockingModeInFibers();
        ClassNode socket = ClassFiles.changedBy(recipe, PACKAGE + "NioSocketImpl");
        for (String begin : List.of("beginRead", "beginWrite", "beginConnect", "beginAccept")) {
            assertTrue(callsIn(socket, begin).contains("WeftSockets.enter"), begin);
        }
        for (String name : recipe.classes()) {
            List<String> calls = ClassFiles.names(ClassFiles.calls(ClassFiles.changedBy(recipe, name)));
            assertFalse(calls.contains("NativeThread.current"), name);
        }
    }

    @Test
    void theModeOfAnAcceptedDescriptorIsSetAsBefore() {
        ClassNode server = ClassFiles.changedBy(new KeepDescriptorsNonBlocking(), PACKAGE + "ServerSocketChannelImpl");
        assertTrue(callsIn(server, "finishAccept").contains("IOUtil.configureBlocking"));
        assertTrue(callsIn(server, "lockedConfigureBlocking").contains("WeftSockets.configureBlocking"));
    }

    @Test
    void fibersAreWokenAfterTheDescriptorWasReplaced() throws Exception {
        Recipe recipe = new WakeFibersOnClose();
        int replacing = 0;
        for (String name : recipe.classes()) {
            for (MethodNode method : ClassFiles.changedBy(recipe, name).methods) {
                List<String> calls = ClassFiles.names(ClassFiles.calls(method));
                assertFalse(calls.contains("NativeThread.signal"), name + "." + method.name);
                int replaced = calls.indexOf("FileDispatcherImpl.preClose0");
                if (replaced >= 0) {
                    replacing++;
                    assertEquals("WeftPoller.closed", calls.get(replaced + 1), name + "." + method.name);
                    new Analyzer<>(new SimpleVerifier()).analyze(name, method);
                }
                if (name.endsWith("FileDispatcherImpl") && calls.contains("WeftSockets.preClose")) {
                    replacing++;
                }
            }
        }
        assertTrue(replacing > 0);
    }

    @Test
    void whoClosesASocketOrPipeNamesThoseThatUseIt() throws Exception {
        int closing = 0;
        for (String name : new WakeFibersOnClose().classes()) {
            closing += naming(ClassFiles.read(name));
        }
        assertEquals(6, closing, "sockets, three kinds of channels, and both ends of a pipe");
    }

    /** As until 17.0.19, and later; the one that is not at hand is made up. */
    @Test
    void bothFormsOfAChannelNameThoseThatUseIt() throws Exception {
        ClassNode channel = ClassFiles.read(PACKAGE + "SocketChannelImpl");
        for (MethodNode method : channel.methods) {
            for (AbstractInsnNode insn : method.instructions.toArray()) {
                if (insn instanceof MethodInsnNode call && call.name.equals("preClose")) {
                    addOrRemoveThreads(method, call);
                }
            }
        }
        assertEquals(1, naming(channel));
    }

    private static void addOrRemoveThreads(MethodNode method, MethodInsnNode call) {
        InsnList added = new InsnList();
        if (call.desc.equals("(Ljava/io/FileDescriptor;JJ)V")) {
            call.desc = "(Ljava/io/FileDescriptor;)V";
            added.add(new InsnNode(Opcodes.POP2));
            added.add(new InsnNode(Opcodes.POP2));
        } else {
            call.desc = "(Ljava/io/FileDescriptor;JJ)V";
            for (String thread : List.of("readerThread", "writerThread")) {
                added.add(new VarInsnNode(Opcodes.ALOAD, 0));
                added.add(new FieldInsnNode(Opcodes.GETFIELD, PACKAGE + "SocketChannelImpl", thread, "J"));
            }
            method.maxStack += 4;
        }
        method.instructions.insertBefore(call, added);
    }

    /** How many methods of a class name the threads that use what they close. */
    private static int naming(ClassNode target) throws Exception {
        new WakeFibersOnClose().apply(target);
        int closing = 0;
        for (MethodNode method : target.methods) {
            List<String> calls = ClassFiles.names(ClassFiles.calls(method));
            int reading = calls.indexOf("WeftSockets.reading");
            if (reading >= 0) {
                closing++;
                String next = calls.get(reading + 1);
                assertTrue(
                        List.of("WeftSockets.preClose", "NativeDispatcher.preClose")
                                .contains(next),
                        next);
            } else {
                assertFalse(calls.contains("NativeDispatcher.preClose"), target.name + "." + method.name);
            }
            new Analyzer<>(new SimpleVerifier()).analyze(target.name, method);
        }
        return closing;
    }

    /** As from 17.0.20 on; made up where another one is at hand. */
    @Test
    void aDispatcherThatIsToldOfItsUsersDoesNotReplaceWhatOnlyFibersUse() throws Exception {
        ClassNode dispatcher = ClassFiles.read(PACKAGE + "FileDispatcherImpl");
        MethodNode method = dispatcher.methods.stream()
                .filter(each -> ClassFiles.names(ClassFiles.calls(each)).contains("FileDispatcherImpl.preClose0"))
                .findAny()
                .orElseThrow();
        if (method.desc.equals("(Ljava/io/FileDescriptor;)V")) {
            method.desc = "(Ljava/io/FileDescriptor;JJ)V";
            method.maxLocals += 4;
        }
        new WakeFibersOnClose().apply(dispatcher);
        List<String> calls = ClassFiles.names(ClassFiles.calls(method));
        assertTrue(calls.contains("WeftSockets.preClose"), calls.toString());
        assertFalse(calls.contains("FileDispatcherImpl.preClose0"), calls.toString());
        new Analyzer<>(new SimpleVerifier()).analyze(dispatcher.name, method);
    }

    @Test
    void whoHasWaitedIsForgottenWhereADescriptorIsClosed() throws Exception {
        Recipe recipe = new WakeFibersOnClose();
        int closing = 0;
        for (String name : recipe.classes()) {
            for (MethodNode method : ClassFiles.changedBy(recipe, name).methods) {
                List<String> calls = ClassFiles.names(ClassFiles.calls(method));
                for (int i = 0; i < calls.size(); i++) {
                    if (calls.get(i).matches("FileDispatcherImpl\\.close(0|IntFD)")) {
                        closing++;
                        assertEquals("WeftPoller.forget", calls.get(i - 1), name + "." + method.name);
                        new Analyzer<>(new SimpleVerifier()).analyze(name, method);
                    }
                }
            }
        }
        assertTrue(closing >= 2, () -> "a selector and a socket at least");
    }

    @Test
    void noCacheOfBuffersIsTakenFromTheFiber() {
        Recipe recipe = new MoveBufferCachesToCarriers();
        for (String name : recipe.classes()) {
            List<String> calls = ClassFiles.names(ClassFiles.calls(ClassFiles.changedBy(recipe, name)));
            assertTrue(calls.contains("CarrierLocals.get"), name);
            assertFalse(calls.contains("ThreadLocal.get") || calls.contains("ThreadLocal.set"), name);
        }
    }

    @Test
    void noStreamCallsItsNativeReadOrCloseItself() {
        AwaitStreams recipe = new AwaitStreams();
        List<String> in = ClassFiles.names(ClassFiles.calls(ClassFiles.changedBy(recipe, "java/io/FileInputStream")));
        assertEquals(1, Collections.frequency(in, "WeftFiles.read0"));
        assertEquals(2, Collections.frequency(in, "WeftFiles.readBytes"));
        assertFalse(in.contains("FileInputStream.read0") || in.contains("FileInputStream.readBytes"));
        ClassNode descriptor = ClassFiles.changedBy(recipe, "java/io/FileDescriptor");
        assertEquals(List.of("FileDescriptor.unregisterCleanup", "WeftFiles.close"), callsIn(descriptor, "close"));
    }

    @Test
    void whatWaitsInTheKernelLooksFirstWhetherAFiberIsPinned() {
        List<String> channel =
                ClassFiles.names(ClassFiles.calls(ClassFiles.changedBy(new PollByParking(), PACKAGE + "SelChImpl")));
        assertTrue(channel.contains("WeftWaits.poll") && !channel.contains("Net.poll"), channel.toString());
        for (String name : List.of("EPollSelectorImpl", "EPollPort$EventHandlerTask")) {
            List<String> calls =
                    ClassFiles.names(ClassFiles.calls(ClassFiles.changedBy(new SelectByParking(), PACKAGE + name)));
            assertTrue(calls.contains("WeftWaits.select") && !calls.contains("EPoll.wait"), calls.toString());
        }
    }

    @Test
    void whatAVirtualThreadsInterruptMustEndWaitsInAWayOfItsOwn() {
        InterruptVirtualSockets recipe = new InterruptVirtualSockets();
        List<String> socket =
                ClassFiles.names(ClassFiles.calls(ClassFiles.changedBy(recipe, PACKAGE + "NioSocketImpl")));
        assertTrue(socket.contains("WeftSockets.await") && !socket.contains("Net.poll"));
        ClassNode datagrams = ClassFiles.changedBy(recipe, PACKAGE + "DatagramChannelImpl");
        assertTrue(callsIn(datagrams, "untrustedReceive").contains("WeftSockets.park"));
        List<String> server = ClassFiles.names(ClassFiles.calls(ClassFiles.changedBy(recipe, "java/net/ServerSocket")));
        assertTrue(server.contains("WeftInterrupts.accept") && !server.contains("SocketImpl.accept"));
    }

    @Test
    void onlyTheLockThatMayWaitIsMarkedAsAFibers() {
        ClassNode channel = ClassFiles.changedBy(new AwaitFileLocks(), PACKAGE + "FileChannelImpl");
        assertTrue(callsIn(channel, "lock").contains("WeftSockets.enter"));
        assertTrue(callsIn(channel, "force").contains("NativeThreadSet.add"));
    }
}
