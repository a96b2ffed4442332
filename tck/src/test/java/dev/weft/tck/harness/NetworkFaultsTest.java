package dev.weft.tck.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weft.tck.harness.Configuration.Launch;
import dev.weft.tck.programs.NetworkFaults;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * What befalls a network between two hosts is told to fibers as to threads. The hosts are network namespaces, which the
 * kernel lets the superuser make; where it does not, the test is skipped.
 */
@ExtendWith(Jvm.class)
class NetworkFaultsTest {
    private static final String OUTCOMES = "unreachable: {java.net.NoRouteToHostException: No route to host=20}\n"
            + "prohibited: {java.net.BindException: Permission denied=20}\n"
            + "no route: {java.net.SocketException: Network is unreachable=20}\n"
            + "nobody listens: {java.net.ConnectException: Connection refused=20}\n"
            + "nobody listens, datagrams: {java.net.PortUnreachableException=1}\n"
            + "the link is down now and then: {all bytes=20}\n"
            + "silence, a connection with a limit: {java.net.SocketTimeoutException: Connect timed out=20}\n"
            + "silence, a read with a limit: {java.net.SocketTimeoutException: Read timed out=20}\n"
            + "silence, closed by another thread: {java.nio.channels.AsynchronousCloseException=20}\n"
            + "the peer's process dies: {end=20}\n"
            + "the peer has forgotten: {java.net.SocketException: Connection reset=20}\n";

    @EachLaunch(
            value = {Launch.PLAIN, Launch.IMAGE},
            nightly = {Launch.PATCH, Launch.CHAOS})
    void whatBefallsTheNetworkIsTold(Launch launch) throws IOException, InterruptedException {
        assumeTrue(mayMakeHosts(), "this machine has no network namespaces for its user, or not the commands for them");
        ProcessBuilder builder = Jvm.command(launch, List.of(), NetworkFaults.class.getName());
        List<String> java = new ArrayList<>(builder.command());
        java.remove(NetworkFaults.class.getName());
        List<String> command = new ArrayList<>(List.of(
                "unshare", "-n", "sh", System.getProperty("basedir", ".") + "/src/test/resources/two-hosts.sh"));
        command.addAll(java);
        assertEquals(new Jvm.Result(0, OUTCOMES, ""), Jvm.run(builder.command(command), 120));
    }

    private static boolean mayMakeHosts() throws InterruptedException {
        try {
            String tried = "unshare -n sh -c 'ip link add weft0 type veth peer name weft1 && nsenter --version'";
            return new ProcessBuilder("sh", "-c", tried + " >/dev/null 2>&1")
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
