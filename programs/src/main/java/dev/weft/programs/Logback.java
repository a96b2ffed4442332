package dev.weft.programs;

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.Map;
import java.util.TreeMap;

/** Logback with a small AsyncAppender that many threads wait for. */
public final class Logback {
    private Logback() {}

    /** Keeps the messages of each thread in order; logback calls it within a monitor. */
    private static final class Kept extends AppenderBase<ILoggingEvent> {
        private final Map<String, StringBuilder> byThread = new TreeMap<>();
        private final PatternLayout pattern;

        Kept(PatternLayout pattern) {
            this.pattern = pattern;
        }

        @Override
        protected void append(ILoggingEvent event) {
            byThread.computeIfAbsent(event.getThreadName(), name -> new StringBuilder())
                    .append(pattern.doLayout(event));
        }
    }

    /** Logs. */
    public static void main(String[] args) throws Exception {
        LoggerContext context = new LoggerContext();
        PatternLayout pattern = new PatternLayout();
        pattern.setContext(context);
        pattern.setPattern("%level %logger{0} %msg %ex{1}%n");
        pattern.start();
        Kept kept = new Kept(pattern);
        kept.setContext(context);
        kept.start();
        AsyncAppender async = new AsyncAppender();
        async.setContext(context);
        async.setQueueSize(4);
        async.setDiscardingThreshold(0);
        async.setMaxFlushTime(0);
        async.addAppender(kept);
        async.start();
        Logger logger = context.getLogger("dev.weft.log");
        logger.setAdditive(false);
        logger.addAppender(async);
        logger.addAppender(kept);
        Crowd.run("writer", Size.of(args, 100, 1_000), number -> {
            for (int i = 0; i < 5; i++) {
                logger.info("message {} of {}", i, number);
                logger.trace("never {}", i);
            }
            return logger.isDebugEnabled();
        });
        async.stop();
        Digest digest = new Digest();
        kept.byThread.forEach(
                (thread, text) -> digest.add(thread + text.toString().length()));
        System.out.println(digest);
    }
}
