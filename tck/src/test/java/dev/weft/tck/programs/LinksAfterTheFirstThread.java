package dev.weft.tck.programs;

import java.util.regex.Pattern;

/**
 * Its first lambda has the JDK start its cleaner, which is the first thread, in the middle of an initializer: lambdas
 * that were linked there would be lost, such as those of regular expressions. Prints what one of these matches.
 */
public final class LinksAfterTheFirstThread {
    private LinksAfterTheFirstThread() {}

    /** See the class. */
    public static void main(String[] args) throws InterruptedException {
        Runnable nothing = () -> {};
        Thread thread = new Thread(nothing);
        thread.start();
        thread.join();
        System.out.println(Pattern.compile("\\d+\\w\\s").matcher("12a ").matches());
    }
}
