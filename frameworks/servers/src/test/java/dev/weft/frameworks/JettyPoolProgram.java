package dev.weft.frameworks;

import org.eclipse.jetty.util.thread.VirtualThreadPool;

/** Jetty 12 with a pool of virtual threads alone. */
public final class JettyPoolProgram {
    private JettyPoolProgram() {}

    public static void main(String[] args) throws Exception {
        JettyProgram.serve("VirtualThreadPool", new VirtualThreadPool());
    }
}
