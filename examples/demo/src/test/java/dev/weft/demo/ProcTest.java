package dev.weft.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Numbers of the kernel, and the client's. */
class ProcTest {
    @Test
    void threadsAndResidentMemoryAreTakenFromTheStatus() throws DemoException {
        String status = "Name:\tjava\nVmHWM:\t   99999 kB\nVmRSS:\t   12345 kB\nThreads:\t10023\nSigQ:\t0/1\n";
        assertEquals(new ProcStatus(10_023, 12_345), ProcStatus.parse(status));
    }

    @Test
    void aStatusWithoutTheLinesIsRefused() {
        DemoException e = assertThrows(DemoException.class, () -> ProcStatus.parse("Name:\tkthreadd\nThreads:\t1\n"));
        assertTrue(e.getMessage().contains("VmRSS"), e.getMessage());
    }

    @Test
    void theStatusOfThisProcessCanBeRead() throws DemoException {
        ProcStatus status = ProcStatus.of(ProcessHandle.current().pid());
        assertTrue(status.threads() > 1 && status.residentKb() > 1_000, status.toString());
    }

    @Test
    void aProcessThatDoesNotExistIsAClearError() {
        DemoException e = assertThrows(DemoException.class, () -> ProcStatus.of(Integer.MAX_VALUE));
        assertTrue(e.getMessage().contains("/proc/2147483647/status"), e.getMessage());
    }

    @Test
    void nothingIsLoweredWhereTheLimitsAllowIt() {
        Limits limits = new Limits(20_000, 32_768, 65_530, 200);
        assertEquals(new Limits.Allowed(10_000, ""), limits.connections(10_000, true));
        assertEquals(new Limits.Allowed(19_700, ""), limits.connections(19_700, false));
    }

    @Test
    void theLimitOnOpenFilesLowersConnections() {
        Limits limits = new Limits(1_024, Long.MAX_VALUE, Long.MAX_VALUE, 0);
        Limits.Allowed allowed = limits.connections(10_000, false);
        assertEquals(724, allowed.connections());
        assertEquals(
                "connections lowered from 10,000 to 724 by the limit on open files (ulimit -n): 1024",
                allowed.reason());
    }

    @Test
    void theLimitOnThreadsLowersConnectionsOnlyWhereEachNeedsOne() {
        Limits limits = new Limits(1_000_000, 4_096, 65_530, 300);
        assertEquals(3_296, limits.connections(10_000, true).connections());
        assertTrue(limits.connections(10_000, true).reason().contains("pid_max"));
        assertEquals(10_000, limits.connections(10_000, false).connections());
    }

    @Test
    void theLimitOnMappingsLowersConnectionsOfThreads() {
        Limits limits = new Limits(1_000_000, Long.MAX_VALUE, 65_530, 0);
        assertEquals(31_265, limits.connections(50_000, true).connections());
    }

    @Test
    void theLimitsOfThisSystemCanBeRead() {
        Limits limits = Limits.read();
        assertTrue(limits.openFiles() > 100 && limits.threads() > 100, limits.toString());
        assertTrue(limits.maps() > 100 && limits.threadsInUse() > 0, limits.toString());
    }

    @Test
    void theClientsSummaryIsParsed() throws DemoException {
        String json = "{\"mode\":\"load\",\"connections\":200,\"held\":199,\"active\":20,\"heldAtEnd\":200,"
                + "\"requests\":71376,\"wrong\":1,\"errors\":2,\"seconds\":3.000,\"throughput\":23788.5,\"p50\":540,"
                + "\"p99\":5318,\"max\":13850,\"problem\":\"wrong answer to ECHO \\\"held\\\":3\"}";
        assertEquals(
                new ClientReport(199, 71_376, 1, 2, 23_788.5, 540, 5_318, "wrong answer to ECHO \\\"held\\\":3"),
                ClientReport.parse(json));
        assertThrows(DemoException.class, () -> ClientReport.parse("{\"mode\":\"load\"}"));
    }
}
