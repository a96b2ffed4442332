package com.example.client;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Faults of connections that end early, or send lines in odd pieces. */
final class LineFaults {
    private static final int PEERS = 20;
    private static final int LONG_LINE = 100_000;

    private LineFaults() {}

    static String resetMidLine(FaultClient client) throws IOException {
        for (FaultPeer peer : client.open(PEERS, 0)) {
            peer.ask(new Request("ECHO first", "first"));
            peer.send("ECHO half of a li");
            peer.reset();
        }
        return "";
    }

    static String resetWhileAnswering(FaultClient client) throws IOException {
        for (FaultPeer peer : client.open(PEERS, 0)) {
            peer.send("SLEEP 100\nLONG 100000 1\nLONG 100000 2\nECHO x\n");
            peer.reset();
        }
        client.open().ask(new Request("ECHO other", "other"));
        return "";
    }

    static String halfClosed(FaultClient client) throws IOException {
        RequestMix mix = new RequestMix("echo,sum,time,work,sleep,long", 7);
        List<FaultPeer> peers = client.open(PEERS, 0);
        List<List<Request>> sent = new ArrayList<>();
        for (int i = 0; i < PEERS; i++) {
            List<Request> requests = new ArrayList<>();
            for (int j = 0; j < 10; j++) {
                Request request = mix.next(i);
                peers.get(i).send(request.line());
                requests.add(request);
            }
            peers.get(i).halfClose();
            sent.add(requests);
        }
        for (int i = 0; i < PEERS; i++) {
            for (Request request : sent.get(i)) {
                peers.get(i).expect(request);
            }
            peers.get(i).expectEnd();
        }
        return "";
    }

    static String halfClosedMidLine(FaultClient client) throws IOException {
        for (FaultPeer peer : client.open(PEERS, 0)) {
            peer.send("ECHO no end");
            peer.halfClose();
            peer.expect(new Request("ECHO no end", "no end"));
            peer.expectEnd();
        }
        return "";
    }

    static String closedAtOnce(FaultClient client) throws IOException {
        for (FaultPeer peer : client.open(PEERS, 0)) {
            peer.close();
        }
        return "";
    }

    static String byteByByte(FaultClient client) throws IOException {
        List<FaultPeer> peers = client.open(4, 0);
        List<Request> requests = new ArrayList<>();
        int length = 0;
        for (int i = 0; i < peers.size(); i++) {
            String text = "two: \u00e4, three: \u20ac, four: \ud83e\uddf5, of peer " + i;
            requests.add(new Request("ECHO " + text, text));
            length = requests.get(i).line().length;
        }
        for (int position = 0; position < length; position++) {
            for (int i = 0; i < peers.size(); i++) {
                peers.get(i).send(new byte[] {requests.get(i).line()[position]});
            }
        }
        for (int i = 0; i < peers.size(); i++) {
            peers.get(i).expect(requests.get(i));
        }
        return "";
    }

    static String longLines(FaultClient client) throws IOException {
        SplittableRandom random = new SplittableRandom(11);
        List<FaultPeer> peers = client.open(6, 0);
        for (int round = 0; round < 5; round++) {
            List<Request> requests = new ArrayList<>();
            int[] sent = new int[peers.size()];
            for (int i = 0; i < peers.size(); i++) {
                String text = RequestMix.letters(LONG_LINE, 3 * i + round);
                requests.add(i % 2 == 0 ? new Request("ECHO " + text, text) : RequestMix.crc(text));
            }
            boolean more = true;
            while (more) {
                more = false;
                for (int i = 0; i < sent.length; i++) {
                    byte[] line = requests.get(i).line();
                    int end = Math.min(line.length, sent[i] + random.nextInt(1, 9_000));
                    peers.get(i).send(Arrays.copyOfRange(line, sent[i], end));
                    sent[i] = end;
                    more |= end < line.length;
                }
            }
            for (int i = 0; i < sent.length; i++) {
                peers.get(i).expect(requests.get(i));
            }
        }
        return "";
    }

    static String pipelined(FaultClient client) throws IOException {
        RequestMix mix = new RequestMix("echo,sum,time,work", 13);
        List<FaultPeer> peers = client.open(8, 0);
        List<List<Request>> sent = new ArrayList<>();
        for (int i = 0; i < peers.size(); i++) {
            List<Request> requests = new ArrayList<>();
            ByteArrayOutputStream lines = new ByteArrayOutputStream();
            for (int j = 0; j < 300; j++) {
                Request request = mix.next(i);
                requests.add(request);
                lines.writeBytes(request.line());
            }
            peers.get(i).send(lines.toByteArray());
            sent.add(requests);
        }
        for (int i = 0; i < peers.size(); i++) {
            for (Request request : sent.get(i)) {
                peers.get(i).expect(request);
            }
        }
        return "";
    }

    static String noise(FaultClient client) throws IOException {
        SplittableRandom random = new SplittableRandom(17);
        FaultPeer peer = client.open();
        for (int i = 0; i < 50; i++) {
            byte[] bytes = new byte[random.nextInt(1, 3_000)];
            random.nextBytes(bytes);
            for (int j = 0; j < bytes.length; j++) {
                bytes[j] = bytes[j] == '\n' || bytes[j] == '\r' ? (byte) 0xff : bytes[j];
            }
            peer.send(bytes);
            String answer = peer.ask("");
            if (!answer.startsWith("ERROR ")) {
                throw new IOException("noise was answered with " + answer);
            }
        }
        peer.ask(new Request("ECHO still here", "still here"));
        return "";
    }
}
