package dev.weft.frameworks;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.ThreadPool;

/** Jetty 12 with a pool of threads that has an executor of virtual ones; where there are none, it stays without. */
public final class JettyProgram {
    private JettyProgram() {}

    private static final class Answer extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            response.write(true, ByteBuffer.wrap(Where.amI().getBytes(StandardCharsets.UTF_8)), callback);
            return true;
        }
    }

    static void serve(String what, ThreadPool pool) throws Exception {
        Server server = new Server(pool);
        ServerConnector connector = new ServerConnector(server);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setHandler(new Answer());
        server.start();
        Where.ask(what, connector.getLocalPort());
        server.stop();
    }

    public static void main(String[] args) throws Exception {
        Where.say("areSupported", "" + VirtualThreads.areSupported());
        QueuedThreadPool pool = new QueuedThreadPool();
        pool.setVirtualThreadsExecutor(VirtualThreads.getDefaultVirtualThreadsExecutor());
        serve("QueuedThreadPool", pool);
    }
}
