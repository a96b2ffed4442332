package dev.weft.large;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jboss.as.controller.client.helpers.standalone.ServerDeploymentHelper;
import org.wildfly.core.embedded.EmbeddedProcessFactory;
import org.wildfly.core.embedded.StandaloneServer;

/** WildFly, embedded, with a war of servlets, enterprise beans, CDI, JAX-RS and the container's executor. */
public final class WildFly extends WebAppServer {
    private StandaloneServer server;

    @Override
    protected void serve(Path folder, Path war, int port) throws Exception {
        String home = System.getProperty("large.home");
        Path base = folder.resolve("standalone");
        Folders.copy(Path.of(home, "standalone"), base);
        System.setProperty("jboss.server.base.dir", base.toString());
        System.setProperty("jboss.bind.address", "127.0.0.1");
        System.setProperty("jboss.http.port", String.valueOf(port));
        System.setProperty("jboss.https.port", String.valueOf(Ports.free()));
        System.setProperty("jboss.management.http.port", String.valueOf(Ports.free()));
        System.setProperty("jboss.management.https.port", String.valueOf(Ports.free()));
        server = EmbeddedProcessFactory.createStandaloneServer(home, null);
        server.start();
        try (InputStream in = Files.newInputStream(war)) {
            new ServerDeploymentHelper(server.getModelControllerClient()).deploy("large.war", in);
        }
    }

    @Override
    protected void stop() {
        server.stop();
    }
}
