package dev.weft.bench.shape;

/** Text is made, taken apart and read. */
final class Strings {
    private static final int ROUNDS = 4_000;

    private Strings() {}

    static long run() {
        long sum = 0;
        for (int i = 0; i < ROUNDS; i++) {
            StringBuilder line = new StringBuilder();
            for (int j = 0; j < 8; j++) {
                line.append(i).append(',').append("name").append(j).append(';');
            }
            String text = "line " + i + ": " + line + '.';
            for (String part : text.split(";")) {
                int comma = part.indexOf(',');
                if (comma > 0) {
                    sum += part.substring(comma + 1)
                                    .toUpperCase(java.util.Locale.ROOT)
                                    .hashCode()
                            & 0xff;
                }
            }
            sum += Integer.parseInt(String.valueOf(i)) + text.strip().length();
        }
        return sum;
    }
}
