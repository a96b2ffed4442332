package dev.weft.bench.shape;

/** {@code StringBuilder} alone: appended to, inserted into, reversed, searched. */
final class Builders {
    private static final int ROUNDS = 200;

    private Builders() {}

    static long run() {
        long sum = 0;
        StringBuilder text = new StringBuilder();
        for (int round = 0; round < ROUNDS; round++) {
            text.setLength(0);
            for (int i = 0; i < 200; i++) {
                text.append(i)
                        .append(' ')
                        .append((char) ('a' + i % 26))
                        .append(i * 0.5f)
                        .append(i % 3 == 0);
            }
            text.insert(10, "inserted").reverse().deleteCharAt(5);
            sum += text.indexOf("detresni") + text.length() + text.charAt(round);
        }
        return sum;
    }
}
