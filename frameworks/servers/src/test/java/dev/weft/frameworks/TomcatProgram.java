package dev.weft.frameworks;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardVirtualThreadExecutor;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.AbstractProtocol;
import org.apache.tomcat.util.compat.JreCompat;

/** Tomcat 10.1 with its executor of virtual threads, and with {@code useVirtualThreads}. */
public final class TomcatProgram {
    private TomcatProgram() {}

    private static final class Answer extends HttpServlet {
        private static final long serialVersionUID = 1L;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.getWriter().print(Where.amI());
        }
    }

    private static void serve(String what, boolean withExecutor) throws Exception {
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(Files.createTempDirectory("tomcat").toString());
        Connector connector = new Connector();
        connector.setPort(0);
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
        context.addServletMappingDecoded("/", "answer");
        tomcat.start();
        Where.ask(what, connector.getLocalPort());
        tomcat.stop();
        tomcat.destroy();
    }

    public static void main(String[] args) throws Exception {
        Logger.getLogger("").setLevel(Level.WARNING);
        Where.say("isJre21Available", "" + JreCompat.isJre21Available());
        if (JreCompat.isJre21Available()) {
            serve("StandardVirtualThreadExecutor", true);
            serve("useVirtualThreads", false);
        }
    }
}
