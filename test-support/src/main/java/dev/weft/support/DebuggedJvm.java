package dev.weft.support;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.AttachingConnector;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.IllegalConnectorArgumentsException;
import java.io.IOException;
import java.util.Map;

/** JVMs that wait for a debugger (JPDA). */
public final class DebuggedJvm {
    private DebuggedJvm() {}

    /**
     * Attaches to the one that listens there, on loopback.
     *
     * @param port as the JVM has printed it
     * @throws IOException if none listens
     */
    public static VirtualMachine attach(String port) throws IOException, IllegalConnectorArgumentsException {
        for (AttachingConnector each : Bootstrap.virtualMachineManager().attachingConnectors()) {
            if (each.transport().name().equals("dt_socket")) {
                Map<String, Connector.Argument> arguments = each.defaultArguments();
                arguments.get("hostname").setValue("127.0.0.1");
                arguments.get("port").setValue(port);
                return each.attach(arguments);
            }
        }
        throw new AssertionError("no connector");
    }
}
