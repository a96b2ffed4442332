package dev.weft.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.order.HandOver.Mutation;
import dev.weft.order.StoreBuffers.Step;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A fiber that is handed over goes on once, with its frames, however late stores are. */
class HandOverTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void whoIsWokenGoesOnOnce(int idle) {
        assertEquals(List.of(), new HandOver(Mutation.NONE).wrongParks(idle));
    }

    @Test
    void whoIsPinnedIsWoken() {
        assertEquals(List.of(), new HandOver(Mutation.NONE).wrongPins());
        assertEquals(List.of(), new HandOver(Mutation.BLOCKED_PLAIN).wrongPins(), "the state's update orders it");
        assertFalse(new HandOver(Mutation.BLOCKED_LATE).wrongPins().isEmpty());
    }

    @ParameterizedTest
    @EnumSource(
            value = Mutation.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"NONE", "BLOCKED_LATE", "BLOCKED_PLAIN"})
    void aBrokenHandOverIsFound(Mutation mutation) {
        assertFalse(new HandOver(mutation).wrongParks(2).isEmpty());
    }

    private static Set<List<Integer>> storeBuffering(boolean isVolatile) {
        Step[][] programs = new Step[2][];
        for (int i = 0; i < 2; i++) {
            int own = i;
            programs[i] = new Step[] {
                a -> {
                    if (isVolatile) {
                        a.writeVolatile(own, 1);
                    } else {
                        a.writeRelease(own, 1);
                    }
                    return 1;
                },
                a -> {
                    a.register(0, a.read(1 - own));
                    return 2;
                },
                a -> {
                    a.writeVolatile(2 + own, a.register(0));
                    return StoreBuffers.END;
                }
            };
        }
        return new StoreBuffers(programs).ends(4);
    }

    @Test
    void theMachineIsAsWeakAsItSays() {
        assertTrue(storeBuffering(false).contains(List.of(1, 1, 0, 0, 0)), "stores are late");
        assertFalse(storeBuffering(true).contains(List.of(1, 1, 0, 0, 0)), "but not volatile ones");
        Step[] writes = {
            a -> {
                a.write(0, 1);
                return 1;
            },
            a -> {
                a.write(1, 1);
                return StoreBuffers.END;
            }
        };
        Step[] reads = {
            a -> {
                a.register(0, a.read(1));
                return 1;
            },
            a -> {
                a.writeVolatile(2, a.register(0) * 2 + a.read(0));
                return StoreBuffers.END;
            }
        };
        assertTrue(new StoreBuffers(writes, reads).ends(3).contains(List.of(1, 1, 2, 0)), "stores pass each other");
    }
}
