package dev.weft.programs;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.broker.TransportConnector;

/** The message broker ActiveMQ, with producers and consumers over TCP, each a thread and a connection. */
public final class ActiveMq {
    private static final int CONSUMERS = 5;
    private static final int MESSAGES = 10;

    private ActiveMq() {}

    /** Sends and receives. */
    public static void main(String[] args) throws Exception {
        Quiet.logback();
        Path folder = Files.createTempDirectory("broker");
        BrokerService broker = new BrokerService();
        broker.setPersistent(false);
        broker.setUseJmx(false);
        broker.setUseShutdownHook(false);
        broker.setDataDirectory(folder.toString());
        broker.setTmpDataDirectory(folder.toFile());
        TransportConnector connector = broker.addConnector("tcp://127.0.0.1:0");
        broker.start();
        broker.waitUntilStarted();
        ActiveMQConnectionFactory factory =
                new ActiveMQConnectionFactory(connector.getConnectUri().toString());
        int producers = Size.of(args, 20, 200);
        AtomicInteger missing = new AtomicInteger(producers * MESSAGES);
        AtomicLong sum = new AtomicLong();
        Thread[] consumers = new Thread[CONSUMERS];
        for (int i = 0; i < CONSUMERS; i++) {
            consumers[i] = new Thread(() -> receive(factory, missing, sum), "consumer-" + i);
            consumers[i].start();
        }
        Crowd.run("producer", producers, number -> send(factory, number));
        for (Thread each : consumers) {
            each.join();
        }
        System.out.println("sum " + sum);
        broker.stop();
        broker.waitUntilStopped();
    }

    private static int send(ActiveMQConnectionFactory factory, int number) throws JMSException {
        Connection connection = factory.createConnection();
        connection.start();
        boolean isTransacted = number % 2 == 0;
        Session session = connection.createSession(isTransacted, Session.AUTO_ACKNOWLEDGE);
        MessageProducer producer = session.createProducer(session.createQueue("queue"));
        for (int i = 0; i < MESSAGES; i++) {
            producer.send(session.createTextMessage(String.valueOf(number * MESSAGES + i)));
        }
        if (isTransacted) {
            session.commit();
        }
        connection.close();
        return number;
    }

    private static void receive(ActiveMQConnectionFactory factory, AtomicInteger missing, AtomicLong sum) {
        try {
            Connection connection = factory.createConnection();
            connection.start();
            Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
            MessageConsumer consumer = session.createConsumer(session.createQueue("queue"));
            while (missing.get() > 0) {
                TextMessage message = (TextMessage) consumer.receive(50);
                if (message != null) {
                    sum.addAndGet(Long.parseLong(message.getText()));
                    missing.decrementAndGet();
                }
            }
            connection.close();
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }
}
