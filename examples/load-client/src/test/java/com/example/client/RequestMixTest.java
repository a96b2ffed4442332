package com.example.client;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RequestMixTest {
    @Test
    void theSameSeedGivesTheSameRequests() {
        RequestMix one = new RequestMix("echo,sum,time,work,sleep,self", 5);
        RequestMix other = new RequestMix("echo,sum,time,work,sleep,self", 5);
        for (int i = 0; i < 100; i++) {
            Request request = one.next(i);
            Request same = other.next(i);
            assertArrayEquals(request.line(), same.line());
            assertArrayEquals(request.answer(), same.answer());
        }
    }

    @Test
    void onlyTheKindsThatWereAskedForAppear() {
        RequestMix mix = new RequestMix("sum:1,time:9", 5);
        Set<String> kinds = new HashSet<>();
        for (int i = 0; i < 300; i++) {
            kinds.add(mix.next(i).toString().replaceFirst(" .*", ""));
        }
        assertEquals(Set.of("SUM", "TIME"), kinds);
    }

    @Test
    void theAnswerToALongLineIsAsLongAsAsked() {
        Request request = RequestMix.longLine(100_000, 25);
        assertEquals(100_001, request.answer().length);
        assertTrue(new String(request.answer(), StandardCharsets.US_ASCII).startsWith("zab"));
    }
}
