package dev.weft.programs;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.net.ftp.FTP;
import org.apache.commons.net.ftp.FTPClient;
import org.apache.commons.net.ftp.FTPFile;
import org.apache.ftpserver.ConnectionConfigFactory;
import org.apache.ftpserver.FtpServer;
import org.apache.ftpserver.FtpServerFactory;
import org.apache.ftpserver.listener.Listener;
import org.apache.ftpserver.listener.ListenerFactory;
import org.apache.ftpserver.usermanager.impl.BaseUser;
import org.apache.ftpserver.usermanager.impl.WritePermission;

/** Apache FtpServer (on Mina) and the client of Commons Net: uploads, listings, downloads. */
public final class Ftp {
    private Ftp() {}

    /** Transfers. */
    public static void main(String[] args) throws Exception {
        Quiet.logback();
        Path home = Files.createTempDirectory("ftp");
        ListenerFactory listeners = new ListenerFactory();
        listeners.setPort(0);
        listeners.setServerAddress("127.0.0.1");
        FtpServerFactory factory = new FtpServerFactory();
        Listener listener = listeners.createListener();
        factory.addListener("default", listener);
        ConnectionConfigFactory connections = new ConnectionConfigFactory();
        connections.setMaxThreads(50);
        connections.setMaxLogins(500);
        factory.setConnectionConfig(connections.createConnectionConfig());
        BaseUser user = new BaseUser();
        user.setName("u");
        user.setPassword("p");
        user.setHomeDirectory(home.toString());
        user.setAuthorities(List.of(new WritePermission()));
        factory.getUserManager().save(user);
        FtpServer server = factory.createServer();
        server.start();
        int port = listener.getPort();
        Crowd.run("client", Size.of(args, 5, 30), number -> transfer(port, number));
        server.stop();
        try (var files = Files.list(home)) {
            System.out.println(files.map(file -> file.getFileName().toString())
                    .sorted()
                    .toList()
                    .hashCode());
        }
    }

    private static String transfer(int port, int number) throws Exception {
        FTPClient client = new FTPClient();
        client.connect("127.0.0.1", port);
        Digest digest = new Digest().add(client.login("u", "p"));
        client.enterLocalPassiveMode();
        client.setFileType(FTP.BINARY_FILE_TYPE);
        byte[] data = ("content of " + number + "\n").repeat(2_000).getBytes();
        client.makeDirectory("d" + number);
        client.changeWorkingDirectory("d" + number);
        for (int i = 0; i < 3; i++) {
            digest.add(client.storeFile("f" + i, new ByteArrayInputStream(data)));
        }
        client.rename("f1", "g1");
        client.deleteFile("f2");
        for (FTPFile file : Arrays.stream(client.listFiles())
                .sorted((a, b) -> a.getName().compareTo(b.getName()))
                .toList()) {
            ByteArrayOutputStream got = new ByteArrayOutputStream();
            digest.add(file.getName()
                    + file.getSize()
                    + client.retrieveFile(file.getName(), got)
                    + Digest.of(got.toByteArray()));
        }
        digest.add(client.retrieveFile("missing", new ByteArrayOutputStream())).add(client.getReplyCode());
        client.logout();
        client.disconnect();
        return digest.toString();
    }
}
