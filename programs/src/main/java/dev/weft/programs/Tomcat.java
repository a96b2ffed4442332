package dev.weft.programs;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.Context;

/** The server Tomcat 10.1, with a servlet that blocks on its request. */
public final class Tomcat {
    private static final Logger LOGGERS = Logger.getLogger("org.apache");

    private Tomcat() {}

    private static final class Echo extends HttpServlet {
        private static final long serialVersionUID = 1L;

        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
            if (request.getRequestURI().equals("/fail")) {
                throw new IllegalStateException("meant");
            }
            String body = new String(request.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            response.setContentType("text/plain");
            response.getWriter().print(WebClient.answer(request.getMethod(), request.getRequestURI(), body));
        }
    }

    /** Serves. */
    public static void main(String[] args) throws Exception {
        LOGGERS.setLevel(Level.OFF);
        org.apache.catalina.startup.Tomcat tomcat = new org.apache.catalina.startup.Tomcat();
        tomcat.setBaseDir(Files.createTempDirectory("tomcat").toString());
        tomcat.setPort(0);
        Context context = tomcat.addContext("", null);
        org.apache.catalina.startup.Tomcat.addServlet(context, "echo", new Echo());
        context.addServletMappingDecoded("/*", "echo");
        tomcat.getConnector().setProperty("maxThreads", "20");
        tomcat.start();
        WebClient.run(tomcat.getConnector().getLocalPort(), args);
        tomcat.stop();
        tomcat.destroy();
        System.out.println(tomcat.getServer().getStateName());
    }
}
