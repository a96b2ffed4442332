package dev.weft.large;

import dev.weft.bench.macro.Place;
import jakarta.jms.Connection;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/** Artemis: a broker with a journal, and JMS over Netty: transacted sends, listeners, and roll-backs. */
public final class Artemis extends LargeProgram {
    private static final int MESSAGES = 50;

    private final EmbeddedActiveMQ broker = new EmbeddedActiveMQ();
    private final AtomicInteger number = new AtomicInteger();
    private ActiveMQConnectionFactory factory;

    @Override
    protected void start(Place place) throws Exception {
        String url = "tcp://127.0.0.1:" + Ports.free();
        Configuration configuration = new ConfigurationImpl()
                .setSecurityEnabled(false)
                .setJournalDirectory(place.folder().resolve("journal").toString())
                .setBindingsDirectory(place.folder().resolve("bindings").toString())
                .setPagingDirectory(place.folder().resolve("paging").toString())
                .setLargeMessagesDirectory(place.folder().resolve("messages").toString())
                .setJournalFileSize(1 << 20)
                .setMaxDiskUsage(-1)
                .addAcceptorConfiguration("tcp", url)
                .addAcceptorConfiguration("vm", "vm://0");
        broker.setConfiguration(configuration);
        broker.start();
        factory = new ActiveMQConnectionFactory(url);
    }

    @Override
    public int kinds() {
        return 2;
    }

    @Override
    public long unit(int worker, int kind) throws Exception {
        AtomicLong sum = new AtomicLong();
        CountDownLatch got = new CountDownLatch(MESSAGES);
        try (Connection connection = factory.createConnection();
                Session receiving = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
                Session sending = connection.createSession(true, Session.SESSION_TRANSACTED)) {
            connection.start();
            Queue queue = receiving.createQueue("large" + number.getAndIncrement());
            MessageConsumer consumer = receiving.createConsumer(queue);
            consumer.setMessageListener(message -> {
                try {
                    sum.addAndGet(((TextMessage) message).getText().hashCode());
                    got.countDown();
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            MessageProducer producer = sending.createProducer(queue);
            for (int i = 0; i < MESSAGES; i++) {
                producer.send(sending.createTextMessage("message " + i * kind));
                if (i == 10) {
                    sending.rollback();
                    i = -1;
                    sum.set(0);
                    // only once
                    for (i = 0; i < MESSAGES; i++) {
                        producer.send(sending.createTextMessage("message " + i * kind));
                    }
                }
            }
            sending.commit();
            expect(got.await(2, TimeUnit.MINUTES), got.getCount() + " messages are missing");
        }
        return sum.get();
    }

    @Override
    protected void stop() throws Exception {
        factory.close();
        broker.stop();
    }
}
