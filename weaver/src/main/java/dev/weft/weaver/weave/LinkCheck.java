package dev.weft.weaver.weave;

import dev.weft.agent.abi.Names;
import dev.weft.weaver.error.WeaveException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Resolves what classes name, as the VM would when the code runs first (JVMS 5.4.3, 5.4.4): a class, field or method
 * that an update of the JDK has removed, hidden or changed is an error of the weave, not one of a program that closes
 * a socket. Twins are made later, and not looked for. A class of a module that the JDK was linked without may be
 * missing: what names it is not run there.
 */
final class LinkCheck {
    /** Methods of these exist for every descriptor. */
    private static final Set<String> POLYMORPHIC =
            Set.of("java/lang/invoke/MethodHandle", "java/lang/invoke/VarHandle");

    private static final int API = Opcodes.ASM9;

    /** A method by name and descriptor, a field by name, colon and descriptor; with its access flags. */
    private record Members(int access, List<String> above, Map<String, Integer> of) {}

    private final Map<String, Map<String, byte[]>> image;
    private final Set<String> packages = new HashSet<>();
    private final Map<String, Members> known = new HashMap<>();
    private final Set<String> broken = new TreeSet<>();

    /**
     * A check against an image.
     *
     * @param image module name to file name to class file
     */
    LinkCheck(Map<String, Map<String, byte[]>> image) {
        this.image = image;
        image.values().forEach(files -> files.keySet().forEach(file -> packages.add(packageOf(file))));
    }

    /**
     * Looks at those classes, by internal name; others are passed over if the image has them not.
     *
     * @throws WeaveException if one names what it may not
     */
    void check(Collection<String> names) {
        for (String name : names) {
            byte[] file = file(name);
            if (file != null) {
                new ClassReader(file).accept(new References(name), ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
            }
        }
        if (!broken.isEmpty()) {
            int more = broken.size() - 1;
            throw new WeaveException(broken.iterator().next() + " in this JDK (" + System.getProperty("java.version")
                    + ")" + (more == 0 ? "" : ", and " + more + " more") + ": Weft does not know this update of the"
                    + " JDK; set WEFT_JAVA_HOME to one that README.md names, and please report it");
        }
    }

    private byte[] file(String name) {
        for (Map<String, byte[]> module : image.values()) {
            byte[] file = module.get(name + ".class");
            if (file != null) {
                return file;
            }
        }
        return null;
    }

    private Members members(String name) {
        return known.computeIfAbsent(name, any -> {
            byte[] file = file(name);
            return file == null ? null : read(new ClassReader(file));
        });
    }

    private static Members read(ClassReader reader) {
        List<String> above = new ArrayList<>(List.of(reader.getInterfaces()));
        if (reader.getSuperName() != null) {
            above.add(0, reader.getSuperName());
        }
        Members members = new Members(reader.getAccess(), above, new HashMap<>());
        reader.accept(
                new ClassVisitor(API) {
                    @Override
                    public FieldVisitor visitField(int access, String name, String desc, String generic, Object value) {
                        members.of.put(name + ":" + desc, access);
                        return null;
                    }

                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String desc, String generic, String[] thrown) {
                        members.of.put(name + desc, access);
                        return null;
                    }
                },
                ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG);
        return members;
    }

    private static String packageOf(String name) {
        return name.substring(0, Math.max(0, name.lastIndexOf('/')));
    }

    /** True of a class, or of one above it, if no module of the image has its package. */
    private boolean isOfMissingModule(String name) {
        Members members = members(name);
        return members == null
                ? !packages.contains(packageOf(name))
                : members.above.stream().anyMatch(this::isOfMissingModule);
    }

    private static String outermost(String name) {
        int nested = name.indexOf('$');
        return nested < 0 ? name : name.substring(0, nested);
    }

    private boolean isAbove(String name, String wanted) {
        if (name.equals(wanted)) {
            return true;
        }
        Members members = members(name);
        return members != null && members.above.stream().anyMatch(each -> isAbove(each, wanted));
    }

    /** The class that has the member: that one, or the first one above it; null if none has. */
    private String holder(String name, String member) {
        Members members = members(name);
        if (members == null) {
            return null;
        }
        if (members.of.containsKey(member)) {
            return name;
        }
        for (String each : members.above) {
            String found = holder(each, member);
            if (found != null) {
                return found;
            }
        }
        // an interface has the methods of Object
        return (members.access & Opcodes.ACC_INTERFACE) != 0 ? objects(member) : null;
    }

    private String objects(String member) {
        return members("java/lang/Object").of.containsKey(member) ? "java/lang/Object" : null;
    }

    /** What one class names. */
    private final class References extends ClassVisitor {
        private final String name;

        References(String name) {
            super(API);
            this.name = name;
        }

        @Override
        public void visit(int version, int access, String self, String generic, String above, String[] interfaces) {
            if (above != null) {
                type(above);
            }
            for (String each : interfaces) {
                type(each);
            }
        }

        @Override
        public MethodVisitor visitMethod(int access, String method, String desc, String generic, String[] thrown) {
            return new MethodVisitor(API) {
                @Override
                public void visitTypeInsn(int opcode, String type) {
                    type(type);
                }

                @Override
                public void visitFieldInsn(int opcode, String owner, String field, String type) {
                    boolean isStatic = opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC;
                    member(owner, field + ":" + type, isStatic);
                }

                @Override
                public void visitMethodInsn(
                        int opcode, String owner, String called, String type, boolean isOfInterface) {
                    method(owner, called, type, opcode == Opcodes.INVOKESTATIC);
                }

                @Override
                public void visitInvokeDynamicInsn(String called, String type, Handle bootstrap, Object... values) {
                    for (Object value : values) {
                        if (value instanceof Handle handle && handle.getTag() >= Opcodes.H_INVOKEVIRTUAL) {
                            boolean isStatic = handle.getTag() == Opcodes.H_INVOKESTATIC;
                            method(handle.getOwner(), handle.getName(), handle.getDesc(), isStatic);
                        }
                    }
                }
            };
        }

        private void type(String type) {
            if (!type.startsWith("[")) {
                Members members = members(type);
                if (members == null && isOfMissingModule(type)) {
                    return;
                }
                if (members == null) {
                    add("names the class " + type.replace('/', '.') + ", which is not there");
                } else if ((members.access & Opcodes.ACC_PUBLIC) == 0
                        && !packageOf(name).equals(packageOf(type))) {
                    add("names the class " + type.replace('/', '.') + ", which is not public");
                }
            }
        }

        private void method(String owner, String called, String desc, boolean isStatic) {
            if (!POLYMORPHIC.contains(owner) && !called.endsWith(Names.SUFFIX)) {
                member(owner, called + desc, isStatic);
            }
        }

        private void member(String owner, String member, boolean isStatic) {
            if (owner.startsWith("[")) {
                return;
            }
            type(owner);
            String holder = holder(owner, member);
            String text = "names " + owner.replace('/', '.') + "." + member + ", which is ";
            if (holder == null) {
                if (!isOfMissingModule(owner)) {
                    add(text + "not there");
                }
                return;
            }
            int access = members(holder).of.get(member);
            if ((access & Opcodes.ACC_STATIC) != 0 != isStatic) {
                add(text + (isStatic ? "not static" : "static"));
            } else if (!mayName(holder, access)) {
                add(text + "not accessible");
            }
        }

        private boolean mayName(String holder, int access) {
            if ((access & Opcodes.ACC_PUBLIC) != 0) {
                return true;
            }
            if ((access & Opcodes.ACC_PRIVATE) != 0) {
                // nestmates
                return outermost(holder).equals(outermost(name));
            }
            return packageOf(holder).equals(packageOf(name))
                    || (access & Opcodes.ACC_PROTECTED) != 0 && isAbove(name, holder);
        }

        private void add(String what) {
            broken.add(name.replace('/', '.') + " " + what);
        }
    }
}
