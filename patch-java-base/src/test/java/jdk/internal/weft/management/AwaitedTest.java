package jdk.internal.weft.management;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

/** What is made of what the kernel says of a thread's call. */
class AwaitedTest {
    private static final String REST =
            " 0x7f7f574f3000 0x20000 0x7f7f57586b60 0xffffffff 0x0 0x7ffd2983f128 0x7f7f5766";

    private static void assertAwaits(int descriptor, char purpose, String call, String arch) {
        Awaited awaited = Awaited.of(call + REST, arch);
        assertEquals(descriptor, awaited.descriptor);
        assertEquals(purpose, awaited.purpose);
    }

    @Test
    void callsOnDescriptorsAreKnownByTheirNumbers() {
        assertAwaits(3, 'R', "0 0x3", "amd64");
        assertAwaits(255, 'W', "18 0xff", "amd64");
        assertAwaits(7, 'S', "74 0x7", "amd64");
        assertAwaits(3, 'R', "63 0x3", "aarch64");
        assertAwaits(3, 'S', "83 0x3", "aarch64");
        // what is above the number of a descriptor is not the kernel's
        assertAwaits(3, 'R', "0 0xdeadbeef00000003", "amd64");
    }

    @Test
    void onlyCommandsThatWaitForALockDo() {
        assertEquals('L', Awaited.of("72 0x4 0x7 0x7f7f57586b60 0x0", "amd64").purpose);
        assertEquals('L', Awaited.of("25 0x4 0x26 0x7f7f57586b60 0x0", "aarch64").purpose);
        assertNull(Awaited.of("72 0x4 0x6 0x7f7f57586b60 0x0", "amd64"));
    }

    @Test
    void nothingIsSaidOfOthers() {
        for (String each :
                new String[] {"", "running", "-1 0x7ffd2983f128 0x7f7f5766", "202 0x3" + REST, "0 0x-" + REST}) {
            assertNull(Awaited.of(each, "amd64"), each);
        }
        assertNull(Awaited.of("0 0xffffffff" + REST, "amd64"));
        assertNull(Awaited.of("0 0x3" + REST, "riscv64"));
        assertNull(Awaited.of("202 0xffffffff" + REST, "aarch64"));
    }
}
