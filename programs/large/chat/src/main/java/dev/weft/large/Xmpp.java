package dev.weft.large;

import dev.weft.bench.macro.Place;
import java.io.File;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.X509TrustManager;
import org.apache.vysper.mina.TCPEndpoint;
import org.apache.vysper.storage.StorageProviderRegistry;
import org.apache.vysper.storage.inmemory.MemoryStorageProviderRegistry;
import org.apache.vysper.xmpp.addressing.EntityImpl;
import org.apache.vysper.xmpp.authorization.AccountManagement;
import org.apache.vysper.xmpp.server.XMPPServer;
import org.jivesoftware.smack.ConnectionConfiguration;
import org.jivesoftware.smack.SmackException;
import org.jivesoftware.smack.chat2.ChatManager;
import org.jivesoftware.smack.roster.Roster;
import org.jivesoftware.smack.tcp.XMPPTCPConnection;
import org.jivesoftware.smack.tcp.XMPPTCPConnectionConfiguration;
import org.jxmpp.jid.EntityBareJid;
import org.jxmpp.jid.impl.JidCreate;

/** XMPP: the server Vysper, on Mina, and Smack's clients, over TLS: presence, and messages that are answered. */
public final class Xmpp extends LargeProgram {
    private static final int CLIENTS = 3;
    private static final int TRIES = 5;
    private static final String DOMAIN = "large.test";

    private final XMPPTCPConnection[] clients = new XMPPTCPConnection[CLIENTS];
    private final Map<String, CountDownLatch> awaited = new ConcurrentHashMap<>();
    private final AtomicLong number = new AtomicLong();
    private XMPPServer server;

    @Override
    protected void start(Place place) throws Exception {
        Path keys = place.folder().resolve("keys");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "server",
                        "-keyalg",
                        "RSA",
                        "-dname",
                        "CN=" + DOMAIN,
                        "-storetype",
                        "JKS",
                        "-storepass",
                        "changeit",
                        "-keypass",
                        "changeit",
                        "-keystore",
                        keys.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        same(0, keytool.waitFor(), "keytool's exit code");
        StorageProviderRegistry storage = new MemoryStorageProviderRegistry();
        AccountManagement accounts = (AccountManagement) storage.retrieve(AccountManagement.class);
        for (int i = 0; i < CLIENTS; i++) {
            accounts.addUser(EntityImpl.parseUnchecked("user" + i + "@" + DOMAIN), "secret");
        }
        server = new XMPPServer(DOMAIN);
        server.setStorageProviderRegistry(storage);
        TCPEndpoint endpoint = new TCPEndpoint();
        int port = Ports.free();
        endpoint.setPort(port);
        server.addEndpoint(endpoint);
        server.setTLSCertificateInfo(new File(keys.toString()), "changeit");
        server.start();
        for (int i = 0; i < CLIENTS; i++) {
            clients[i] = connected(i, port);
            Roster.getInstanceFor(clients[i]).setSubscriptionMode(Roster.SubscriptionMode.accept_all);
            answer(clients[i], i);
        }
    }

    /** Now and then a login fails, on the plain JDK as well: the server mixes up the streams before and after TLS. */
    private static XMPPTCPConnection connected(int user, int port) throws Exception {
        for (int tries = 1; ; tries++) {
            XMPPTCPConnection client = new XMPPTCPConnection(XMPPTCPConnectionConfiguration.builder()
                    .setXmppDomain(DOMAIN)
                    .setHost("127.0.0.1")
                    .setPort(port)
                    .setUsernameAndPassword("user" + user, "secret")
                    .setSecurityMode(ConnectionConfiguration.SecurityMode.required)
                    .setCustomX509TrustManager(new TrustsAll())
                    .setHostnameVerifier((host, session) -> true)
                    .setResource("large")
                    .build());
            client.setReplyTimeout(10_000);
            try {
                client.connect().login();
                return client;
            } catch (SmackException e) {
                client.instantShutdown();
                if (tries == TRIES) {
                    throw e;
                }
            }
        }
    }

    private void answer(XMPPTCPConnection client, int self) {
        ChatManager.getInstanceFor(client).addIncomingListener((from, message, chat) -> {
            String body = message.getBody();
            if (body.startsWith("answer ")) {
                awaited.get(body.substring(9)).countDown();
            } else {
                try {
                    chat.send("answer " + self + " " + body);
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }
        });
    }

    @Override
    public int kinds() {
        return 2;
    }

    @Override
    public long unit(int worker, int kind) throws Exception {
        if (kind == 1) {
            Roster roster = Roster.getInstanceFor(clients[1]);
            roster.reloadAndWait();
            return roster.getEntryCount();
        }
        String key = "question " + number.incrementAndGet();
        CountDownLatch answers = new CountDownLatch(CLIENTS - 1);
        awaited.put(key, answers);
        for (int i = 1; i < CLIENTS; i++) {
            EntityBareJid user = JidCreate.entityBareFrom("user" + i + "@" + DOMAIN);
            ChatManager.getInstanceFor(clients[0]).chatWith(user).send(key);
        }
        expect(answers.await(20, TimeUnit.SECONDS), key + " lacks " + answers.getCount() + " answers");
        awaited.remove(key);
        return CLIENTS;
    }

    @Override
    protected void stop() {
        for (XMPPTCPConnection client : clients) {
            client.instantShutdown();
        }
        server.stop();
    }

    /** Asks nothing of a certificate. */
    private static final class TrustsAll implements X509TrustManager {
        @Override
        public void checkClientTrusted(java.security.cert.X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(java.security.cert.X509Certificate[] chain, String type) {}

        @Override
        public java.security.cert.X509Certificate[] getAcceptedIssuers() {
            return new java.security.cert.X509Certificate[0];
        }
    }
}
