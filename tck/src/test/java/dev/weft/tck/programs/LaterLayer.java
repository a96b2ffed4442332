package dev.weft.tck.programs;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/**
 * A program that was started with few modules, and loads the JDK's HTTP server in a layer of its own: classes of the
 * image that are not in the boot layer. Prints what the server answers.
 */
public final class LaterLayer {
    private LaterLayer() {}

    public static void main(String[] args) throws Exception {
        Object[] answer = new Object[1];
        Thread thread = new Thread(() -> {
            try {
                answer[0] = ask();
            } catch (Exception e) {
                answer[0] = e;
            }
        });
        thread.start();
        thread.join();
        System.out.println(answer[0]);
    }

    private static String ask() throws Exception {
        ModuleLayer boot = ModuleLayer.boot();
        String module = "jdk.httpserver";
        Configuration configuration =
                boot.configuration().resolve(ModuleFinder.of(), ModuleFinder.ofSystem(), Set.of(module));
        ModuleLayer layer = boot.defineModulesWithOneLoader(configuration, ClassLoader.getSystemClassLoader());
        Class<?> type = layer.findLoader(module).loadClass("com.sun.net.httpserver.HttpServer");
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        Object server =
                type.getMethod("create", InetSocketAddress.class, int.class).invoke(null, any, 0);
        type.getMethod("start").invoke(server);
        InetSocketAddress address =
                (InetSocketAddress) type.getMethod("getAddress").invoke(server);
        try (Socket socket = new Socket(address.getAddress(), address.getPort())) {
            socket.getOutputStream().write("GET / HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            return new BufferedReader(new InputStreamReader(socket.getInputStream())).readLine()
                    + (type.getModule().getLayer() == boot ? " from the boot layer" : "");
        } finally {
            type.getMethod("stop", int.class).invoke(server, 0);
        }
    }
}
