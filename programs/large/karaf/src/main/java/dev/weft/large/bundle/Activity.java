package dev.weft.large.bundle;

import java.util.Hashtable;
import java.util.concurrent.Callable;
import java.util.concurrent.SynchronousQueue;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

/** The activator of a bundle: as long as that runs, a thread answers what its service is asked. */
public final class Activity implements BundleActivator {
    private final SynchronousQueue<Long> answers = new SynchronousQueue<>();
    private Thread thread;

    @Override
    public void start(BundleContext context) {
        String name = context.getBundle().getSymbolicName();
        thread = new Thread(this::answer, name);
        thread.start();
        Hashtable<String, String> properties = new Hashtable<>();
        properties.put("large.name", name);
        Callable<Long> service = answers::take;
        context.registerService(Callable.class, service, properties);
    }

    private void answer() {
        try {
            for (long i = 1; ; i++) {
                Thread.sleep(1);
                answers.put(i * 17);
            }
        } catch (InterruptedException e) {
            // stopped
        }
    }

    @Override
    public void stop(BundleContext context) throws InterruptedException {
        thread.interrupt();
        thread.join();
    }
}
