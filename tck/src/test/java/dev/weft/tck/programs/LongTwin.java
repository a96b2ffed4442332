package dev.weft.tck.programs;

/**
 * Calls, in a thread and often, methods of few bytes of code whose twins would have more than the 8,000 that the VM
 * compiles, if each point had a save block of its own, with a store for each value.
 */
public final class LongTwin {
    private static final int CALLS = 20_000;
    private static final int WAITS_EACH = 1_000;

    private LongTwin() {}

    /** Runs it in a thread, and prints a sum. */
    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> {
            long sum = 0;
            for (int i = 0; i < CALLS; i++) {
                sum += mix(i) + repeat(i);
            }
            System.out.println(sum);
        });
        thread.start();
        thread.join();
    }

    /** Each call finds more values that have to be kept than the one before. */
    private static long mix(long x) {
        long a = step(x);
        long b = step(a);
        long c = step(b);
        long d = step(c);
        long e = step(d);
        long f = step(e);
        long g = step(f);
        long h = step(g);
        long i = step(h);
        long j = step(i);
        long k = step(j);
        long l = step(k);
        long m = step(l);
        long n = step(m);
        long o = step(n);
        long p = step(o);
        long q = step(p);
        long r = step(q);
        long s = step(r);
        long t = step(s);
        long u = step(t);
        long v = step(u);
        long w = step(v);
        long y = step(w);
        long z = step(y);
        long first = step(a + b + c + d) + step(e + f + g + h) + step(i + j + k + l) + step(m + n + o + p);
        long second = step(q + r + s + t) + step(u + v + w + x) + step(y + z + a + first) + step(b + first);
        long third = step(a ^ b ^ c ^ d) ^ step(e ^ f ^ g ^ h) ^ step(i ^ j ^ k ^ l) ^ step(m ^ n ^ o ^ p);
        long fourth = step(q ^ r ^ s ^ t) ^ step(u ^ v ^ w ^ x) ^ step(y ^ z ^ a ^ third) ^ step(b ^ third);
        long fifth = step(a & b & c & d) + step(e & f & g & h) + step(i & j & k & l) + step(m & n & o & p);
        long sixth = step(q & r & s & t) + step(u & v & w & x) + step(y & z & a & fifth) + step(b & fifth);
        long seventh = step(a | b | c | d) + step(e | f | g | h) + step(i | j | k | l) + step(m | n | o | p);
        long eighth = step(q | r | s | t) + step(u | v | w | x) + step(y | z | a | seventh) + step(b | seventh);
        return first + second + third + fourth + fifth + sixth + seventh + eighth + a * b - c * d + e * f - g * h
                + i * j - k * l + m * n - o * p + q * r - s * t + u * v - w * x + y * z;
    }

    /** Many calls find the same values. */
    private static long repeat(long x) {
        long a = x + 0;
        long b = x + 1;
        long c = x + 2;
        long d = x + 3;
        long e = x + 4;
        long f = x + 5;
        long g = x + 6;
        long h = x + 7;
        a = step(a) ^ step(b) ^ step(c) ^ step(d) ^ step(e) ^ step(f) ^ step(g) ^ step(h);
        b = step(a) ^ step(b) ^ step(c) ^ step(d) ^ step(e) ^ step(f) ^ step(g) ^ step(h);
        c = step(a) ^ step(b) ^ step(c) ^ step(d) ^ step(e) ^ step(f) ^ step(g) ^ step(h);
        d = step(a) ^ step(b) ^ step(c) ^ step(d) ^ step(e) ^ step(f) ^ step(g) ^ step(h);
        e = step(a) ^ step(b) ^ step(c) ^ step(d) ^ step(e) ^ step(f) ^ step(g) ^ step(h);
        f = step(a) ^ step(b) ^ step(c) ^ step(d) ^ step(e) ^ step(f) ^ step(g) ^ step(h);
        g = step(a) ^ step(b) ^ step(c) ^ step(d) ^ step(e) ^ step(f) ^ step(g) ^ step(h);
        h = step(a) ^ step(b) ^ step(c) ^ step(d) ^ step(e) ^ step(f) ^ step(g) ^ step(h);
        a = step(a) ^ step(b) ^ step(c) ^ step(d) ^ step(e) ^ step(f) ^ step(g) ^ step(h);
        b = step(a) ^ step(b) ^ step(c) ^ step(d) ^ step(e) ^ step(f) ^ step(g) ^ step(h);
        c = step(a) ^ step(b) ^ step(c) ^ step(d) ^ step(e) ^ step(f) ^ step(g) ^ step(h);
        d = step(a) ^ step(b) ^ step(c) ^ step(d) ^ step(e) ^ step(f) ^ step(g) ^ step(h);
        e = step(a) ^ step(b) ^ step(c) ^ step(d) ^ step(e) ^ step(f) ^ step(g) ^ step(h);
        f = step(a) ^ step(b) ^ step(c) ^ step(d) ^ step(e) ^ step(f) ^ step(g) ^ step(h);
        g = step(a) ^ step(b) ^ step(c) ^ step(d) ^ step(e) ^ step(f) ^ step(g) ^ step(h);
        h = step(a) ^ step(b) ^ step(c) ^ step(d) ^ step(e) ^ step(f) ^ step(g) ^ step(h);
        a = step(a) ^ step(b) ^ step(c) ^ step(d) ^ step(e) ^ step(f) ^ step(g) ^ step(h);
        b = step(a) ^ step(b) ^ step(c) ^ step(d) ^ step(e) ^ step(f) ^ step(g) ^ step(h);
        c = step(a) ^ step(b) ^ step(c) ^ step(d) ^ step(e) ^ step(f) ^ step(g) ^ step(h);
        d = step(a) ^ step(b) ^ step(c) ^ step(d) ^ step(e) ^ step(f) ^ step(g) ^ step(h);
        e = step(a) ^ step(b) ^ step(c) ^ step(d) ^ step(e) ^ step(f) ^ step(g) ^ step(h);
        f = step(a) ^ step(b) ^ step(c) ^ step(d) ^ step(e) ^ step(f) ^ step(g) ^ step(h);
        g = step(a) ^ step(b) ^ step(c) ^ step(d) ^ step(e) ^ step(f) ^ step(g) ^ step(h);
        h = step(a) ^ step(b) ^ step(c) ^ step(d) ^ step(e) ^ step(f) ^ step(g) ^ step(h);
        return a + b + c + d + e + f + g + h;
    }

    private static long step(long x) {
        if (x % WAITS_EACH == 1) {
            Thread.yield();
        }
        return (x * 31 + 7) & 0xFFFF;
    }
}
