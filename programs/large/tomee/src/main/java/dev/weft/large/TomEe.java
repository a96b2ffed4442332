package dev.weft.large;

import java.nio.file.Path;
import org.apache.tomee.embedded.Configuration;
import org.apache.tomee.embedded.Container;

/** TomEE, embedded, with a war of servlets, enterprise beans, CDI, JAX-RS and the container's executor. */
public final class TomEe extends WebAppServer {
    private Container container;

    @Override
    protected void serve(Path folder, Path war, int port) throws Exception {
        Configuration configuration = new Configuration();
        configuration.setHttpPort(port);
        configuration.setStopPort(Ports.free());
        configuration.setDir(folder.resolve("tomee").toString());
        container = new Container(configuration);
        container.deploy("large", war.toFile());
    }

    @Override
    protected void stop() throws Exception {
        container.close();
    }
}
