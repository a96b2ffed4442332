package com.example.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class SourceAddressesTest {
    @Test
    void connectionsOfOneAddressAreNotBound() {
        SourceAddresses few = new SourceAddresses(20_000);
        assertNull(few.of(19_999));
    }

    @Test
    void manyConnectionsAreSpreadOverLoopbackAddresses() {
        SourceAddresses many = new SourceAddresses(30_000);
        assertEquals("/127.0.0.2:0", many.of(0).toString());
        assertEquals("/127.0.0.3:0", many.of(1).toString());
        assertEquals("/127.0.0.2:0", many.of(29_998).toString());
        assertFalse(many.of(29_999).isUnresolved());
    }

    @Test
    void moreConnectionsThanAllAddressesCanHoldAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> new SourceAddresses(5_000_000));
    }

    @Test
    void theServerSeesTheAddressThatWasChosen() throws IOException {
        InetSocketAddress local = new SourceAddresses(30_000).of(1);
        try (TestServer server = new TestServer((line, number) -> TestServer.honest(line));
                Engine engine = new Engine(new InetSocketAddress("127.0.0.1", server.port()))) {
            engine.events(new Holding(engine, new Report(), new RequestMix("echo", 1)));
            engine.connect(1, local);
            while (server.peers().isEmpty()) {
                engine.poll(10);
            }
            assertEquals("/127.0.0.3", server.peers().get(0));
        }
    }
}
