package dev.weft.large;

import dev.weft.bench.macro.Place;
import dev.weft.large.bundle.Activity;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import javax.security.auth.Subject;
import org.apache.karaf.jaas.boot.principal.RolePrincipal;
import org.apache.karaf.main.Main;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;

/**
 * Karaf, with the class path, the patched modules and the properties of its start script: commands of its shell,
 * bundles that come and go, and its beans, asked by RMI.
 */
public final class Karaf extends LargeProgram {
    private static final String SESSIONS = "org.apache.karaf.shell.api.console.SessionFactory";
    private static final String BOOT_FINISHED = "org.apache.karaf.features.BootFinished";
    private static final String NAME = "large.bundle";
    private static final String[] COMMANDS = {
        "each [3 1 2] { echo \"weft $it\" } | sort",
        "feature:list | grep -i started",
        "config:property-list --pid org.apache.karaf.shell | grep sshR",
    };

    private final AtomicInteger bundles = new AtomicInteger();
    private Main main;
    private BundleContext context;
    private Object sessions;
    private JMXServiceURL beans;
    private byte[] classFile;

    @Override
    protected void start(Place place) throws Exception {
        Path base = place.folder().resolve("karaf");
        Path etc = base.resolve("etc");
        Files.createDirectories(base);
        Folders.copy(Path.of(System.getProperty("karaf.home"), "etc"), etc);
        int registry = Ports.free();
        set(etc, "org.apache.karaf.shell.cfg", Map.of("sshPort", Ports.free(), "sshHost", "127.0.0.1"));
        set(
                etc,
                "org.apache.karaf.management.cfg",
                Map.of(
                        "rmiRegistryPort",
                        registry,
                        "rmiRegistryHost",
                        "127.0.0.1",
                        "rmiServerPort",
                        0,
                        "rmiServerHost",
                        "127.0.0.1"));
        Files.writeString(etc.resolve("users.properties"), "karaf = karaf,admin,manager,viewer,systembundles,ssh\n");
        System.setProperty("karaf.base", base.toString());
        System.setProperty("karaf.data", base.resolve("data").toString());
        System.setProperty("karaf.etc", etc.toString());
        System.setProperty("karaf.log", base.resolve("data/log").toString());
        System.setProperty("karaf.instances", base.resolve("instances").toString());
        System.setProperty("karaf.startLocalConsole", "false");
        System.setProperty("karaf.startRemoteShell", "true");
        System.setProperty("java.rmi.server.hostname", "127.0.0.1");
        beans = new JMXServiceURL("service:jmx:rmi:///jndi/rmi://127.0.0.1:" + registry + "/karaf-root");
        try (InputStream in = Activity.class.getResourceAsStream("Activity.class")) {
            classFile = in.readAllBytes();
        }
        main = new Main(new String[0]);
        main.launch();
        context = main.getFramework().getBundleContext();
        service(BOOT_FINISHED, null);
        sessions = service(SESSIONS, null);
        for (String command : COMMANDS) {
            awaitKnown(command);
        }
    }

    /** The shell learns the commands of a bundle some time after the bundle has started, which the boot waits for. */
    private void awaitKnown(String command) throws Exception {
        long patience = System.nanoTime() + Place.PATIENCE.toNanos();
        while (said(command).contains("CommandNotFoundException")) {
            expect(System.nanoTime() < patience, "no command " + command);
            Thread.sleep(20);
        }
    }

    private static void set(Path etc, String name, Map<String, Object> values) throws IOException {
        Path file = etc.resolve(name);
        String text = Files.readString(file);
        for (Map.Entry<String, Object> value : values.entrySet()) {
            Matcher line =
                    Pattern.compile("(?m)^" + value.getKey() + "\\s*=.*$").matcher(text);
            expect(line.find(), name + " has no " + value.getKey());
            text = line.replaceAll(value.getKey() + " = " + value.getValue());
        }
        Files.writeString(file, text);
    }

    /** Waits for a service; its class may be one of a bundle's own. */
    private Object service(String type, String filter) throws InvalidSyntaxException, InterruptedException {
        long patience = System.nanoTime() + Place.PATIENCE.toNanos();
        while (System.nanoTime() < patience) {
            ServiceReference<?>[] found = context.getAllServiceReferences(type, filter);
            if (found != null) {
                return context.getService(found[0]);
            }
            Thread.sleep(20);
        }
        throw new IllegalStateException("no service " + type);
    }

    @Override
    public int kinds() {
        return COMMANDS.length + 2;
    }

    @Override
    public long unit(int worker, int kind) throws Exception {
        if (kind < COMMANDS.length) {
            List<String> lines = said(COMMANDS[kind]).lines().sorted().toList();
            expect(lines.size() > 1, lines);
            return lines.hashCode();
        }
        return kind == COMMANDS.length ? installed() : managed();
    }

    /** What a command prints, as the shell of an administrator. */
    private String said(String command) throws Exception {
        Subject subject =
                new Subject(true, Set.of(new RolePrincipal("admin"), new RolePrincipal("manager")), Set.of(), Set.of());
        return Subject.doAs(subject, (PrivilegedExceptionAction<String>) () -> execute(command));
    }

    private String execute(String command) throws ReflectiveOperationException {
        Class<?> type = sessions.getClass().getClassLoader().loadClass(SESSIONS);
        Method create = type.getMethod("create", InputStream.class, PrintStream.class, PrintStream.class);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        Object session = create.invoke(sessions, new ByteArrayInputStream(new byte[0]), out, out);
        try {
            create.getReturnType().getMethod("execute", CharSequence.class).invoke(session, command);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(command, e.getCause());
        } finally {
            create.getReturnType().getMethod("close").invoke(session);
        }
        out.flush();
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private long installed() throws Exception {
        String name = NAME + bundles.incrementAndGet();
        Bundle bundle = started(name);
        Callable<?> service = (Callable<?>) service(Callable.class.getName(), "(large.name=" + name + ")");
        long sum = (Long) service.call() + (Long) service.call() * 31;
        synchronized (bundles) {
            bundle.stop();
            bundle.uninstall();
        }
        return sum;
    }

    /** One after the other: where bundles come and go at once, some are in no region yet when they are resolved. */
    private Bundle started(String name) throws BundleException, IOException {
        synchronized (bundles) {
            // as one of the shell's: what the framework itself installs is in a region that imports nothing
            BundleContext shell = FrameworkUtil.getBundle(sessions.getClass()).getBundleContext();
            Bundle bundle = shell.installBundle("large:" + name, new ByteArrayInputStream(jar(name)));
            bundle.start();
            return bundle;
        }
    }

    private byte[] jar(String name) throws IOException {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.putValue("Bundle-ManifestVersion", "2");
        attributes.putValue("Bundle-SymbolicName", name);
        attributes.putValue("Bundle-Activator", Activity.class.getName());
        attributes.putValue("Import-Package", "org.osgi.framework");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JarOutputStream out = new JarOutputStream(bytes, manifest)) {
            out.putNextEntry(new JarEntry(Activity.class.getName().replace('.', '/') + ".class"));
            out.write(classFile);
        }
        return bytes.toByteArray();
    }

    /** Asks again where nobody answers: what does is started anew when its configuration has been read. */
    private long managed() throws JMException, InterruptedException, IOException {
        long patience = System.nanoTime() + Place.PATIENCE.toNanos();
        while (true) {
            try {
                return startLevel();
            } catch (IOException | InstanceNotFoundException e) {
                if (System.nanoTime() > patience) {
                    throw e;
                }
                Thread.sleep(50);
            }
        }
    }

    private long startLevel() throws JMException, IOException {
        Map<String, ?> environment = Map.of(JMXConnector.CREDENTIALS, new String[] {"karaf", "karaf"});
        try (JMXConnector connector = JMXConnectorFactory.connect(beans, environment)) {
            Object level = connector
                    .getMBeanServerConnection()
                    .getAttribute(new ObjectName("org.apache.karaf:type=system,name=root"), "StartLevel");
            return ((Number) level).longValue();
        }
    }

    @Override
    protected void stop() throws Exception {
        expect(main.destroy(), "it did not stop in time");
    }
}
