package dev.weft.programs;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.HexFormat;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.KeyAgreement;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;

/** {@code java.security} and {@code javax.crypto}, and two TLS engines that talk through buffers. */
public final class Security {
    private Security() {}

    /** Computes. */
    public static void main(String[] args) throws Exception {
        byte[] data = "the quick brown fiber ".repeat(Size.of(args, 50, 2_000)).getBytes(StandardCharsets.US_ASCII);
        for (String name : new String[] {"MD5", "SHA-1", "SHA-256", "SHA-512", "SHA3-256"}) {
            System.out.println(name + " "
                    + HexFormat.of().formatHex(MessageDigest.getInstance(name).digest(data)));
        }
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(new byte[32], "mac"));
        System.out.println("mac " + HexFormat.of().formatHex(mac.doFinal(data)));
        signatures(data);
        ciphers(data);
        SSLContext context = Certificate.context();
        for (String protocol : new String[] {"TLSv1.3", "TLSv1.2"}) {
            System.out.println(protocol + ": " + talk(context, protocol, data));
        }
    }

    private static void signatures(byte[] data) throws GeneralSecurityException {
        for (String[] each : new String[][] {
            {"RSA", "SHA256withRSA"}, {"EC", "SHA256withECDSA"}, {"Ed25519", "Ed25519"}, {"DSA", "SHA256withDSA"}
        }) {
            KeyPairGenerator generator = KeyPairGenerator.getInstance(each[0]);
            if (each[0].equals("EC")) {
                generator.initialize(new ECGenParameterSpec("secp256r1"));
            } else if (!each[0].equals("Ed25519")) {
                generator.initialize(1024);
            }
            KeyPair keys = generator.generateKeyPair();
            Signature signature = Signature.getInstance(each[1]);
            signature.initSign(keys.getPrivate());
            signature.update(data);
            byte[] bytes = signature.sign();
            signature.initVerify(KeyFactory.getInstance(each[0])
                    .generatePublic(new X509EncodedKeySpec(keys.getPublic().getEncoded())));
            signature.update(data);
            boolean isRight = signature.verify(bytes);
            signature.update(data, 1, data.length - 1);
            System.out.println(each[1] + " " + isRight + " " + signature.verify(bytes));
        }
        KeyPairGenerator generator = KeyPairGenerator.getInstance("X25519");
        KeyPair one = generator.generateKeyPair();
        KeyPair two = generator.generateKeyPair();
        KeyAgreement first = KeyAgreement.getInstance("X25519");
        first.init(one.getPrivate());
        first.doPhase(two.getPublic(), true);
        KeyAgreement second = KeyAgreement.getInstance("X25519");
        second.init(two.getPrivate());
        second.doPhase(one.getPublic(), true);
        System.out.println("agreed: " + MessageDigest.isEqual(first.generateSecret(), second.generateSecret()));
    }

    private static void ciphers(byte[] data) throws GeneralSecurityException {
        SecretKeySpec key = new SecretKeySpec(
                SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                        .generateSecret(new PBEKeySpec("pass".toCharArray(), new byte[16], 500, 128))
                        .getEncoded(),
                "AES");
        Cipher cbc = Cipher.getInstance("AES/CBC/PKCS5Padding");
        cbc.init(Cipher.ENCRYPT_MODE, key, new IvParameterSpec(new byte[16]));
        System.out.println("cbc " + Digest.of(cbc.doFinal(data)));
        Cipher gcm = Cipher.getInstance("AES/GCM/NoPadding");
        gcm.init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(128, new byte[12]));
        gcm.updateAAD(new byte[5]);
        byte[] sealed = gcm.doFinal(data);
        System.out.println("gcm " + Digest.of(sealed));
        sealed[3]++;
        gcm.init(Cipher.DECRYPT_MODE, key, new GCMParameterSpec(128, new byte[12]));
        gcm.updateAAD(new byte[5]);
        try {
            gcm.doFinal(sealed);
        } catch (AEADBadTagException e) {
            System.out.println(e.getMessage());
        }
    }

    /** A handshake, the data from the client to the server and back, and the end. */
    private static String talk(SSLContext context, String protocol, byte[] data) throws Exception {
        SSLEngine client = context.createSSLEngine("localhost", 1);
        client.setUseClientMode(true);
        client.setEnabledProtocols(new String[] {protocol});
        SSLEngine server = context.createSSLEngine();
        server.setUseClientMode(false);
        server.setNeedClientAuth(true);
        ByteBuffer toServer = ByteBuffer.allocate(60_000);
        ByteBuffer toClient = ByteBuffer.allocate(60_000);
        ByteBuffer sent = ByteBuffer.wrap(data);
        ByteBuffer received = ByteBuffer.allocate(data.length + 20_000);
        for (int i = 0; i < 1_000 && received.position() < data.length; i++) {
            step(client, sent, toClient, toServer, ByteBuffer.allocate(20_000));
            step(server, ByteBuffer.allocate(0), toServer, toClient, received);
        }
        received.flip();
        byte[] got = new byte[received.remaining()];
        received.get(got);
        return Digest.of(got) + " " + server.getSession().getPeerPrincipal() + " "
                + client.getSession().getProtocol() + " " + client.getSession().getCipherSuite();
    }

    private static void step(SSLEngine engine, ByteBuffer plain, ByteBuffer in, ByteBuffer out, ByteBuffer received)
            throws Exception {
        in.flip();
        SSLEngineResult result;
        do {
            result = engine.unwrap(in, received);
            runTasks(engine);
        } while (in.hasRemaining() && result.bytesConsumed() > 0);
        in.compact();
        do {
            result = engine.wrap(plain, out);
            runTasks(engine);
        } while (result.bytesProduced() > 0
                && (plain.hasRemaining() || result.getHandshakeStatus() == HandshakeStatus.NEED_WRAP)
                && out.remaining() > 20_000);
    }

    private static void runTasks(SSLEngine engine) {
        for (Runnable task; (task = engine.getDelegatedTask()) != null; ) {
            task.run();
        }
    }
}
