package jdk.internal.weft.agent;

import java.lang.reflect.Executable;
import java.security.AccessController;
import java.security.PrivilegedAction;
import jdk.internal.weft.StackProbe;

/**
 * Generators with the permissions of java.base, whoever has loaded or resumed the class in question: under a security
 * manager the program may not read class files, and the agent may.
 *
 * <p>{@link #weave} and {@link #baseClassLoaded} go straight through: they ask for their permissions themselves, since
 * each call above them counts where hardly any stack is left.
 */
@SuppressWarnings("removal")
final class PrivilegedGenerators implements Generators {
    private static final int SITE = 1;
    private static final int MONITORS = 2;
    private static final int MESSAGE = 4;
    private static final int INVOKER = 8;
    private static final int WEAVE_UNSEEN = 16;
    private static final int WEAVE_BESIDE_JDK = 32;

    private final Generators generators;
    private final ForeignAgents foreign;

    /** The kinds of work that were done once, so that their classes are initialized; a bit for each. */
    private volatile int used;

    PrivilegedGenerators(Generators generators) {
        this.generators = generators;
        foreign = new PrivilegedForeignAgents(generators.foreignAgents());
    }

    private <R> R privileged(int kind, PrivilegedAction<R> action) {
        if ((used & kind) != 0) {
            return privileged(action);
        }
        // an initializer of the generators' that meets the end of the stack has failed for ever
        StackProbe.beforeInitialization();
        R result = privileged(action);
        synchronized (this) {
            used |= kind;
        }
        return result;
    }

    private static <R> R privileged(PrivilegedAction<R> action) {
        return System.getSecurityManager() == null ? action.run() : AccessController.doPrivileged(action);
    }

    @Override
    public byte[] weave(ClassFile file) {
        return generators.weave(file);
    }

    @Override
    public void baseClassLoaded() {
        generators.baseClassLoaded();
    }

    @Override
    public ForeignAgents foreignAgents() {
        return foreign;
    }

    @Override
    public ClassFile resumer(Class<?> host, int point, boolean withCasts) {
        return privileged(new PrivilegedAction<ClassFile>() {
            @Override
            public ClassFile run() {
                return generators.resumer(host, point, withCasts);
            }
        });
    }

    @Override
    public String[] initializers() {
        return generators.initializers();
    }

    @Override
    public void prepare() {
        privileged(new PrivilegedAction<Void>() {
            @Override
            public Void run() {
                generators.prepare();
                return null;
            }
        });
    }

    @Override
    public SourceSite site(Class<?> host, int point) {
        return privileged(SITE, new PrivilegedAction<SourceSite>() {
            @Override
            public SourceSite run() {
                return generators.site(host, point);
            }
        });
    }

    @Override
    public int[] monitors(Class<?> host, int point) {
        return privileged(MONITORS, new PrivilegedAction<int[]>() {
            @Override
            public int[] run() {
                return generators.monitors(host, point);
            }
        });
    }

    @Override
    public String message(Class<?> host, int point, String message) {
        return privileged(MESSAGE, new PrivilegedAction<String>() {
            @Override
            public String run() {
                return generators.message(host, point, message);
            }
        });
    }

    @Override
    public byte[] invoker(Executable member, String name) {
        return privileged(INVOKER, new PrivilegedAction<byte[]>() {
            @Override
            public byte[] run() {
                return generators.invoker(member, name);
            }
        });
    }

    @Override
    public byte[] weaveUnseen(byte[] file, Class<?> host) {
        return privileged(WEAVE_UNSEEN, new PrivilegedAction<byte[]>() {
            @Override
            public byte[] run() {
                return generators.weaveUnseen(file, host);
            }
        });
    }

    @Override
    public byte[] weaveBesideJdk(ClassFile file) {
        return privileged(WEAVE_BESIDE_JDK, new PrivilegedAction<byte[]>() {
            @Override
            public byte[] run() {
                return generators.weaveBesideJdk(file);
            }
        });
    }

    @Override
    public void fibersBegin() {
        generators.fibersBegin();
    }

    @Override
    public boolean findLoud(StackTraceElement[] raw, boolean onlyOutermost) {
        return privileged(new PrivilegedAction<Boolean>() {
            @Override
            public Boolean run() {
                return generators.findLoud(raw, onlyOutermost);
            }
        });
    }

    @Override
    public boolean isQuietSoFar(String className, String method) {
        return privileged(new PrivilegedAction<Boolean>() {
            @Override
            public Boolean run() {
                return generators.isQuietSoFar(className, method);
            }
        });
    }

    @Override
    public long quietAgain() {
        return generators.quietAgain();
    }

    @Override
    public void allAreLoud() {
        privileged(new PrivilegedAction<Void>() {
            @Override
            public Void run() {
                generators.allAreLoud();
                return null;
            }
        });
    }

    @Override
    public void exit() {
        generators.exit();
    }

    /** The same for what other agents see. */
    private static final class PrivilegedForeignAgents implements ForeignAgents {
        private final ForeignAgents agents;

        PrivilegedForeignAgents(ForeignAgents agents) {
            this.agents = agents;
        }

        @Override
        public void prepare() {
            privileged(new PrivilegedAction<Void>() {
                @Override
                public Void run() {
                    agents.prepare();
                    return null;
                }
            });
            // their classes are needed for each class that is loaded then, themselves too
            showing(null);
            reweaving(null, null, null);
        }

        @Override
        public byte[] shown(ClassFile file) {
            return privileged(showing(file));
        }

        private PrivilegedAction<byte[]> showing(ClassFile file) {
            return new PrivilegedAction<byte[]>() {
                @Override
                public byte[] run() {
                    return agents.shown(file);
                }
            };
        }

        @Override
        public byte[] rewoven(ClassFile file, byte[] shown, byte[] answer) {
            return privileged(reweaving(file, shown, answer));
        }

        private PrivilegedAction<byte[]> reweaving(ClassFile file, byte[] shown, byte[] answer) {
            return new PrivilegedAction<byte[]>() {
                @Override
                public byte[] run() {
                    return agents.rewoven(file, shown, answer);
                }
            };
        }
    }
}
