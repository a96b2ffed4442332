package dev.weft.tck.programs;

import dev.weft.tck.Fibers;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;

/** The first waits for sockets and processes come while there are no more descriptors; a later one when there are. */
public final class NoDescriptors {
    private NoDescriptors() {}

    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket accepted = server.accept()) {
            // the JDK's own classes are initialized
            accepted.getOutputStream().write(1);
            System.out.println("before: " + client.getInputStream().read());
            Process process = new ProcessBuilder("cat").start();
            List<InputStream> all = Descriptors.takeAll();
            System.out.println("none is left");
            Thread ofSocket = reader("socket", client.getInputStream());
            Thread ofProcess = reader("process", process.getInputStream());
            Thread.sleep(50);
            accepted.getOutputStream().write(2);
            ofSocket.join();
            process.getOutputStream().write(3);
            process.getOutputStream().flush();
            ofProcess.join();
            for (InputStream each : all) {
                each.close();
            }
            ofSocket = reader("socket", client.getInputStream());
            Thread.sleep(50);
            accepted.getOutputStream().write(4);
            ofSocket.join();
            process.destroy();
            System.out.println("pinned: " + Fibers.pinned());
        }
    }

    private static Thread reader(String of, InputStream in) {
        Thread thread = new Thread(() -> {
            try {
                System.out.println(of + ": " + in.read());
            } catch (Throwable t) {
                System.out.println(of + ": " + t);
            }
        });
        thread.start();
        return thread;
    }
}
