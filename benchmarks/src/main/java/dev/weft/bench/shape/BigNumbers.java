package dev.weft.bench.shape;

import java.math.BigInteger;

/** Arithmetic of {@code BigInteger}: a factorial, its digits, and powers modulo a prime. */
final class BigNumbers {
    private static final BigInteger PRIME = BigInteger.ONE.shiftLeft(127).subtract(BigInteger.ONE);

    private BigNumbers() {}

    static long run() {
        long sum = 0;
        for (int round = 0; round < 4; round++) {
            BigInteger factorial = BigInteger.ONE;
            for (int i = 2; i <= 500 + round; i++) {
                factorial = factorial.multiply(BigInteger.valueOf(i));
            }
            sum += factorial.toString().hashCode() & 0xffff;
            BigInteger power = BigInteger.valueOf(3 + round);
            for (int i = 0; i < 40; i++) {
                power = power.modPow(BigInteger.valueOf(65_537 + i), PRIME);
            }
            sum += power.longValue() & 0xffff;
        }
        return sum;
    }
}
