package java.net;

import java.weft.CarrierContext;
import java.weft.blocking.BlockingCall;
import java.weft.blocking.BlockingPool;

/** Host names, looked up in the pool for blocking calls; the twins of these methods are those of the native methods. */
final class WeftLookup extends BlockingCall {
    private final InetAddressImpl natives;
    private final String name;
    private final byte[] address;

    private WeftLookup(InetAddressImpl natives, String name, byte[] address) {
        this.natives = natives;
        this.name = name;
        this.address = address;
    }

    @Override
    protected Object call() throws UnknownHostException {
        return name == null ? natives.getHostByAddr(address) : natives.lookupAllHostAddr(name);
    }

    /** In place of {@code InetAddressImpl.lookupAllHostAddr}: a pinned fiber waits as others do. */
    static InetAddress[] lookUp(InetAddressImpl natives, String name) throws UnknownHostException {
        return CarrierContext.isInFiber() ? lookupAllHostAddr(natives, name) : natives.lookupAllHostAddr(name);
    }

    /** The same for {@code InetAddressImpl.getHostByAddr}. */
    static String lookUp(InetAddressImpl natives, byte[] address) throws UnknownHostException {
        return CarrierContext.isInFiber() ? getHostByAddr(natives, address) : natives.getHostByAddr(address);
    }

    /** See {@code InetAddressImpl.lookupAllHostAddr}. */
    static InetAddress[] lookupAllHostAddr(InetAddressImpl natives, String name) throws UnknownHostException {
        if (name == null) {
            throw new NullPointerException("host argument is null");
        }
        return (InetAddress[]) run(new WeftLookup(natives, name, null));
    }

    /** See {@code InetAddressImpl.getHostByAddr}. */
    static String getHostByAddr(InetAddressImpl natives, byte[] address) throws UnknownHostException {
        return (String) run(new WeftLookup(natives, null, address));
    }

    private static Object run(WeftLookup lookup) throws UnknownHostException {
        try {
            return BlockingPool.run(lookup);
        } catch (UnknownHostException e) {
            fillInHere(e);
            throw e;
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Gives the exception the trace that it would have if the caller had called the native method itself. */
    private static void fillInHere(UnknownHostException e) {
        StackTraceElement[] made = e.getStackTrace();
        if (made.length == 0) {
            return;
        }
        e.fillInStackTrace();
        StackTraceElement[] callers = e.getStackTrace();
        StackTraceElement[] trace = new StackTraceElement[callers.length + 1];
        trace[0] = made[0];
        System.arraycopy(callers, 0, trace, 1, callers.length);
        e.setStackTrace(trace);
    }
}
