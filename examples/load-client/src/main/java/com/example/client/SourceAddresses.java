package com.example.client;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/**
 * The local addresses that connections come from. One address has about 28,000 free ports for one server; more
 * connections than that are spread over 127.0.0.2, 127.0.0.3, .., which Linux answers for without configuration.
 */
final class SourceAddresses {
    /** How many connections one address gets at most. */
    private static final int PER_ADDRESS = 20_000;

    private static final int MAX_ADDRESSES = 200;

    private final int addresses;

    /** For so many connections in all. */
    SourceAddresses(int connections) {
        addresses = (connections + PER_ADDRESS - 1) / PER_ADDRESS;
        if (addresses > MAX_ADDRESSES) {
            throw new IllegalArgumentException("more than " + MAX_ADDRESSES * PER_ADDRESS + " connections");
        }
    }

    /** The address to bind connection {@code index} to, or null if the system may choose. */
    InetSocketAddress of(int index) {
        if (addresses <= 1) {
            return null;
        }
        byte[] address = {127, 0, 0, (byte) (2 + index % addresses)};
        try {
            return new InetSocketAddress(InetAddress.getByAddress(address), 0);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("four bytes are an address", e);
        }
    }
}
