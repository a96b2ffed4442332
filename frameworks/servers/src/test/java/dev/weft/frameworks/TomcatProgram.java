package dev.weft.frameworks;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardVirtualThreadExecutor;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.AbstractProtocol;
import org.apache.tomcat.util.compat.JreCompat;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;

/** Tomcat 10.1 with its executor of virtual threads, and with {@code useVirtualThreads}. */
public final class TomcatProgram {
    private static final String PASSWORD = "changeit";

    private TomcatProgram() {}

    private static final class Answer extends HttpServlet {
        private static final long serialVersionUID = 1L;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.getWriter().print(Where.amI());
        }
    }

    private static void secure(Connector connector, Path keys) {
        connector.setScheme("https");
        connector.setSecure(true);
        connector.setProperty("SSLEnabled", "true");
        SSLHostConfig host = new SSLHostConfig();
        SSLHostConfigCertificate certificate =
                new SSLHostConfigCertificate(host, SSLHostConfigCertificate.Type.UNDEFINED);
        certificate.setCertificateKeystoreFile(keys.toString());
        certificate.setCertificateKeystorePassword(PASSWORD);
        host.addCertificate(certificate);
        connector.addSslHostConfig(host);
    }

    /** A certificate for this machine, made by the JDK's keytool. */
    private static Path keys() throws Exception {
        Path keys = Files.createTempDirectory("tls").resolve("keys.p12");
        List<String> keytool =
                new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/keytool", "-genkeypair"));
        keytool.addAll(List.of("-alias", "server", "-keyalg", "EC", "-dname", "CN=localhost"));
        keytool.addAll(List.of("-ext", "san=dns:localhost,ip:127.0.0.1", "-storetype", "PKCS12"));
        keytool.addAll(List.of("-storepass", PASSWORD, "-keystore", keys.toString()));
        Process made = new ProcessBuilder(keytool).inheritIO().start();
        if (made.waitFor() != 0) {
            throw new IllegalStateException("keytool: " + made.exitValue());
        }
        return keys;
    }

    private static void serve(String what, boolean withExecutor, Path keys) throws Exception {
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(Files.createTempDirectory("tomcat").toString());
        Connector connector = new Connector();
        connector.setPort(0);
        if (keys != null) {
            secure(connector, keys);
        }
        if (withExecutor) {
            StandardVirtualThreadExecutor executor = new StandardVirtualThreadExecutor();
            executor.setName("virtual");
            tomcat.getService().addExecutor(executor);
            ((AbstractProtocol<?>) connector.getProtocolHandler()).setExecutor(executor);
        } else {
            connector.setProperty("useVirtualThreads", "true");
        }
        tomcat.getService().addConnector(connector);
        tomcat.setConnector(connector);
        Context context = tomcat.addContext("", null);
        Tomcat.addServlet(context, "answer", new Answer());
        context.addServletMapping("/", "answer");
        tomcat.start();
        if (keys != null) {
            // not before: the server would take it for that of its clients
            System.setProperty("javax.net.ssl.trustStore", keys.toString());
            System.setProperty("javax.net.ssl.trustStorePassword", PASSWORD);
        }
        Where.ask(what, connector.getScheme(), connector.getLocalPort());
        tomcat.stop();
        tomcat.destroy();
    }

    public static void main(String[] args) throws Exception {
        Logger.getLogger("").setLevel(Level.WARNING);
        Where.say("isJre21Available", "" + JreCompat.isJre21Available());
        // these releases have methods that this one has not
        Where.say("isJre20Available", "" + JreCompat.isJre20Available());
        Where.say("isCanonCachesDisabled", "" + JreCompat.getInstance().isCanonCachesDisabled());
        if (JreCompat.isJre21Available()) {
            serve("StandardVirtualThreadExecutor", true, null);
            serve("useVirtualThreads", false, null);
            serve("useVirtualThreads, TLS", false, keys());
        }
    }
}
