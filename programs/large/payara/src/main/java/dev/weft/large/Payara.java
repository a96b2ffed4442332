package dev.weft.large;

import fish.payara.micro.PayaraMicro;
import fish.payara.micro.PayaraMicroRuntime;
import java.nio.file.Path;

/** Payara Micro, with a war of servlets, enterprise beans, CDI, JAX-RS and the container's executor. */
public final class Payara extends WebAppServer {
    private PayaraMicroRuntime runtime;

    @Override
    protected void serve(Path folder, Path war, int port) throws Exception {
        runtime = PayaraMicro.getInstance()
                .setRootDir(folder.toFile())
                .setHttpPort(port)
                .setNoCluster(true)
                .addDeployment(war.toString())
                .bootStrap();
    }

    @Override
    protected void stop() throws Exception {
        runtime.shutdown();
    }
}
