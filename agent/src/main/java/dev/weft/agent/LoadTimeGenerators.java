package dev.weft.agent;

import dev.weft.agent.resume.HostClass;
import dev.weft.agent.resume.OperandNames;
import dev.weft.agent.resume.ResumerGenerator;
import java.lang.reflect.Executable;
import jdk.internal.weft.agent.ClassFile;
import jdk.internal.weft.agent.ForeignAgents;
import jdk.internal.weft.agent.Generators;
import jdk.internal.weft.agent.SourceSite;
import jdk.internal.weft.management.DumpSignal;
import jdk.internal.weft.management.FiberAccounts;
import org.objectweb.asm.ClassReader;

/** The generators as the runtime sees them; each call is answered by the class whose subject it is. */
final class LoadTimeGenerators implements Generators {
    private final WovenClasses classes;
    private final LoadedClasses loaded;
    private final OtherAgents others;
    private final HiddenClasses hidden;
    private final ResumerFiles resumers;
    private final InvokerFiles invokers;
    private final ArchiveChoice archives;
    private final Observation observation;
    private final LoudFrames loud;

    LoadTimeGenerators(
            WovenClasses classes,
            LoadedClasses loaded,
            OtherAgents others,
            HiddenClasses hidden,
            ResumerFiles resumers,
            InvokerFiles invokers,
            ArchiveChoice archives,
            Observation observation,
            LoudFrames loud) {
        this.observation = observation;
        this.loud = loud;
        this.classes = classes;
        this.loaded = loaded;
        this.others = others;
        this.hidden = hidden;
        this.resumers = resumers;
        this.invokers = invokers;
        this.archives = archives;
    }

    @Override
    public byte[] weave(ClassFile file) {
        return loaded.weave(file);
    }

    @Override
    public void baseClassLoaded() {
        archives.count();
    }

    @Override
    public ForeignAgents foreignAgents() {
        return others;
    }

    @Override
    public ClassFile resumer(Class<?> host, int point, boolean withCasts) {
        byte[] file = resumers.of(host, point, withCasts);
        String name = new ClassReader(file).getClassName();
        return new ClassFile(host.getModule(), host.getClassLoader(), name, null, file);
    }

    @Override
    public String[] initializers() {
        return OwnInitializers.names();
    }

    @Override
    public void prepare() {
        resumers.prepare();
    }

    @Override
    public SourceSite site(Class<?> host, int point) {
        HostClass parsed = classes.parsed(host, point);
        synchronized (parsed) {
            return new SourceSite(ResumerGenerator.place(parsed, point), ResumerGenerator.descriptor(parsed, point));
        }
    }

    @Override
    public int[] monitors(Class<?> host, int point) {
        HostClass parsed = classes.parsed(host, point);
        synchronized (parsed) {
            return ResumerGenerator.monitors(parsed, point);
        }
    }

    @Override
    public String message(Class<?> host, int point, String message) {
        HostClass parsed = classes.parsed(host, point);
        synchronized (parsed) {
            return OperandNames.mend(parsed, point, message);
        }
    }

    @Override
    public byte[] invoker(Executable member, String name) {
        return invokers.of(member, name);
    }

    @Override
    public byte[] weaveUnseen(byte[] file, Class<?> host) {
        return hidden.weave(file, host);
    }

    @Override
    public byte[] weaveBesideJdk(ClassFile file) {
        return loaded.weaveBesideJdk(file);
    }

    @Override
    public void fibersBegin() {
        observation.begin();
        DumpSignal.install();
        FiberAccounts.begin();
    }

    @Override
    public boolean findLoud(StackTraceElement[] raw, boolean onlyOutermost) {
        return loud.find(raw, onlyOutermost);
    }

    @Override
    public boolean isQuietSoFar(String className, String method) {
        return loud.isQuietSoFar(className, method);
    }

    @Override
    public long quietAgain() {
        return loud.quietAgain();
    }

    @Override
    public void allAreLoud() {
        loud.allAreLoud();
    }

    @Override
    public void exit() {
        observation.end();
        archives.run();
    }
}
