package dev.weft.programs;

import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.subethamail.smtp.helper.SimpleMessageListener;
import org.subethamail.smtp.helper.SimpleMessageListenerAdapter;
import org.subethamail.smtp.server.SMTPServer;

/** The mail server SubEthaSMTP 3.1.7, a thread for each connection, and many clients at the same time. */
public final class Smtp {
    private Smtp() {}

    private static final class Box implements SimpleMessageListener {
        private final Map<String, String> mails = Collections.synchronizedMap(new TreeMap<>());

        @Override
        public boolean accept(String from, String recipient) {
            return !recipient.startsWith("nobody");
        }

        @Override
        public void deliver(String from, String recipient, InputStream data) throws java.io.IOException {
            String text = new String(data.readAllBytes());
            mails.put(from, recipient + text.substring(text.indexOf("Subject")));
        }
    }

    /** Sends. */
    public static void main(String[] args) throws Exception {
        Quiet.logback();
        Box box = new Box();
        SMTPServer server = new SMTPServer(new SimpleMessageListenerAdapter(box));
        server.setPort(0);
        server.setBindAddress(InetAddress.getLoopbackAddress());
        server.setMaxConnections(2_000);
        server.setHostName("localhost");
        server.setBacklog(1_000);
        server.start();
        Crowd.run("sender", Size.of(args, 50, 500), number -> send(server.getPort(), number));
        server.stop();
        System.out.println(box.mails.size() + " " + Digest.of(box.mails));
    }

    private static String send(int port, int number) throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream()));
            PrintWriter out = new PrintWriter(socket.getOutputStream(), true);
            Digest digest = new Digest().add(in.readLine().substring(0, 13));
            for (String line : new String[] {
                "HELO client",
                "MAIL FROM:<u" + number + "@example.com>",
                "RCPT TO:<nobody@example.com>",
                "RCPT TO:<v@example.com>",
                "DATA"
            }) {
                out.print(line + "\r\n");
                out.flush();
                digest.add(in.readLine());
            }
            out.print("Subject: " + number + "\r\n\r\nbody of " + number + "\r\n..dots\r\n.\r\n");
            out.flush();
            digest.add(in.readLine());
            out.print("QUIT\r\n");
            out.flush();
            return digest.add(in.readLine()).toString();
        }
    }
}
