package dev.weft.macro;

import dev.weft.bench.macro.Place;
import dev.weft.bench.macro.Web;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** The server Jetty 12, with a page of two kilobytes. */
public final class Jetty extends Web {
    private static final String TEXT = "text ".repeat(400);

    private final QueuedThreadPool pool = new QueuedThreadPool(50);
    private final Server server = new Server(pool);

    /** Answers. */
    private static final class Page extends Handler.Abstract {
        private final Place place;

        Page(Place place) {
            this.place = place;
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain");
            String text = Request.getPathInContext(request) + " " + TEXT;
            response.getHeaders().put(HttpHeader.CONTENT_LENGTH, text.length());
            place.curve().add(1);
            Content.Sink.write(response, true, text, callback);
            return true;
        }
    }

    @Override
    protected int serve(Place place) throws Exception {
        if (Place.isVirtual()) {
            pool.setVirtualThreadsExecutor(VirtualThreads.getNamedVirtualThreadsExecutor("jetty"));
        }
        ServerConnector connector = new ServerConnector(server);
        connector.setHost("127.0.0.1");
        // the kernel drops a request for a connection beyond that, and the client waits a second
        connector.setAcceptQueueSize(Integer.parseInt(Place.setting("connections", "200")));
        server.addConnector(connector);
        server.setHandler(new Page(place));
        server.start();
        return connector.getLocalPort();
    }

    @Override
    protected void stop() throws Exception {
        server.stop();
    }
}
