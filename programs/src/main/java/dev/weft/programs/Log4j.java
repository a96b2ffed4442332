package dev.weft.programs;

import java.util.Map;
import java.util.TreeMap;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.AsyncAppender;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.MDC;
import org.apache.log4j.PatternLayout;
import org.apache.log4j.spi.LoggingEvent;

/** log4j 1.2 with its blocking AsyncAppender: a small buffer, in whose monitor many threads wait. */
public final class Log4j {
    private Log4j() {}

    /** Keeps the messages of each thread in order. */
    private static final class Kept extends AppenderSkeleton {
        private final Map<String, StringBuilder> byThread = new TreeMap<>();
        private final PatternLayout pattern = new PatternLayout("%p %c{1} %X{n} %m%n");

        @Override
        protected void append(LoggingEvent event) {
            byThread.computeIfAbsent(event.getThreadName(), name -> new StringBuilder())
                    .append(pattern.format(event));
        }

        @Override
        public void close() {}

        @Override
        public boolean requiresLayout() {
            return false;
        }
    }

    /** Logs. */
    public static void main(String[] args) throws Exception {
        Kept kept = new Kept();
        AsyncAppender async = new AsyncAppender();
        async.setBufferSize(4);
        async.setBlocking(true);
        async.addAppender(kept);
        Logger logger = Logger.getLogger("dev.weft.log");
        logger.setLevel(Level.INFO);
        logger.setAdditivity(false);
        logger.addAppender(async);
        Crowd.run("writer", Size.of(args, 100, 1_000), number -> {
            MDC.put("n", number);
            for (int i = 0; i < 5; i++) {
                logger.info("message " + i);
                logger.debug("never");
            }
            logger.error("failed", new IllegalStateException("no " + number));
            return MDC.get("n");
        });
        async.close();
        Digest digest = new Digest();
        kept.byThread.forEach((thread, text) -> digest.add(thread + text));
        System.out.println(digest + " " + kept.byThread.get("writer-7"));
    }
}
