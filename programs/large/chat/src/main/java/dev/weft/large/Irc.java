package dev.weft.large;

import dev.weft.bench.macro.Place;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import net.engio.mbassy.listener.Handler;
import org.kitteh.irc.client.library.Client;
import org.kitteh.irc.client.library.event.channel.ChannelJoinEvent;
import org.kitteh.irc.client.library.event.channel.ChannelMessageEvent;
import org.kitteh.irc.client.library.event.user.PrivateMessageEvent;
import org.kitteh.irc.client.library.feature.sending.SingleDelaySender;

/** IRC: Kitteh's clients, on Netty, talk in channels of a small server that has a thread for each connection. */
public final class Irc extends LargeProgram {
    private static final int CLIENTS = 4;

    private final Client[] clients = new Client[CLIENTS];
    private final Map<String, CountDownLatch> awaited = new ConcurrentHashMap<>();
    private final Map<String, Long> heard = new ConcurrentHashMap<>();
    private final AtomicLong number = new AtomicLong();
    private Server server;

    @Override
    protected void start(Place place) throws Exception {
        server = new Server();
        new Thread(server::accept, "irc-server").start();
        CountDownLatch joined = new CountDownLatch(CLIENTS);
        for (int i = 0; i < CLIENTS; i++) {
            clients[i] = Client.builder()
                    .nick("client" + i)
                    .server()
                    .host("127.0.0.1")
                    .port(server.port(), Client.Builder.Server.SecurityType.INSECURE)
                    .then()
                    .management()
                    .messageSendingQueueSupplier(SingleDelaySender.getSupplier(1))
                    .then()
                    .build();
            clients[i].getEventManager().registerEventListener(new Listener(i, joined));
            clients[i].connect();
            clients[i].addChannel("#large");
        }
        expect(joined.await(1, TimeUnit.MINUTES), joined.getCount() + " have not joined");
    }

    /** What a client hears. */
    public final class Listener {
        private final int self;
        private final CountDownLatch joined;

        Listener(int self, CountDownLatch joined) {
            this.self = self;
            this.joined = joined;
        }

        /** Somebody has joined. */
        @Handler
        public void joined(ChannelJoinEvent event) {
            joined.countDown();
        }

        /** Somebody has spoken in the channel: answered to whom has asked. */
        @Handler
        public void spoken(ChannelMessageEvent event) {
            event.getActor().sendMessage("answer of " + self + " to " + event.getMessage());
        }

        /** Somebody has answered. */
        @Handler
        public void answered(PrivateMessageEvent event) {
            String message = event.getMessage();
            String key = message.substring(message.indexOf(" to ") + 4);
            heard.merge(
                    key, (long) message.substring(0, message.indexOf(" to ")).hashCode(), Long::sum);
            awaited.get(key).countDown();
        }
    }

    @Override
    public long unit(int worker, int kind) throws Exception {
        String key = "question-" + number.incrementAndGet();
        CountDownLatch answers = new CountDownLatch(CLIENTS - 1);
        awaited.put(key, answers);
        clients[0].sendMessage("#large", key);
        expect(answers.await(20, TimeUnit.SECONDS), key + " lacks " + answers.getCount() + " answers");
        awaited.remove(key);
        return heard.remove(key);
    }

    @Override
    protected void stop() throws Exception {
        for (Client client : clients) {
            client.shutdown("bye");
        }
        server.socket.close();
    }

    /** As much of RFC 2812 as the clients need. */
    private static final class Server {
        private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        private final Map<String, PrintWriter> users = new ConcurrentHashMap<>();

        Server() throws IOException {}

        int port() {
            return socket.getLocalPort();
        }

        void accept() {
            try {
                while (true) {
                    Socket client = socket.accept();
                    new Thread(() -> serve(client), "irc-connection").start();
                }
            } catch (IOException closed) {
                // the program ends
            }
        }

        private void serve(Socket client) {
            try (client;
                    BufferedReader in =
                            new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
                    PrintWriter out = new PrintWriter(client.getOutputStream(), false, StandardCharsets.UTF_8)) {
                String nick = "*";
                for (String line = in.readLine(); line != null; line = in.readLine()) {
                    String[] words = line.split(" ", 3);
                    switch (words[0]) {
                            // after USER
                        case "NICK" -> {
                            nick = words[1];
                            users.put(nick, out);
                            say(out, ":large 001 " + nick + " :welcome");
                            say(out, ":large 004 " + nick + " large 1 i nt");
                            say(out, ":large 005 " + nick + " CHANTYPES=# PREFIX=(ov)@+ NETWORK=large :are supported");
                            say(out, ":large 376 " + nick + " :end");
                        }
                        case "PING" -> say(out, ":large PONG large :" + words[1].replace(":", ""));
                        case "JOIN" -> {
                            for (PrintWriter each : users.values()) {
                                say(each, ":" + nick + "!u@h JOIN " + words[1]);
                            }
                            say(out, ":large 353 " + nick + " = " + words[1] + " :" + String.join(" ", users.keySet()));
                            say(out, ":large 366 " + nick + " " + words[1] + " :end");
                        }
                        case "PRIVMSG" -> {
                            for (Map.Entry<String, PrintWriter> each : users.entrySet()) {
                                if (words[1].equals(each.getKey())
                                        || words[1].startsWith("#")
                                                && !each.getKey().equals(nick)) {
                                    say(each.getValue(), ":" + nick + "!u@h " + line);
                                }
                            }
                        }
                        default -> {}
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static void say(PrintWriter out, String line) {
            synchronized (out) {
                out.print(line + "\r\n");
                out.flush();
            }
        }
    }
}
