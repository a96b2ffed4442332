package dev.weft.weaver.recipe.link;

import dev.weft.agent.abi.Names;
import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Programs that read class files of the JDK, as resources, by {@code jrt:} URLs, by its file system or by a {@code
 * ModuleReader}, find no twins there; loaders that define these classes do.
 */
public final class HideTwinsInFiles implements Recipe {
    private static final String READER = "jdk/internal/module/SystemModuleFinders$SystemModuleReader";
    private static final String PATCHED = "jdk/internal/module/ModulePatcher$PatchedModuleReader";
    private static final String URL_RESOURCE = "sun/net/www/protocol/jrt/JavaRuntimeURLConnection$1";
    private static final String FILE_SYSTEM = "jdk/internal/jrtfs/SystemImage$1";
    private static final String ATTRIBUTES = "jdk/internal/jrtfs/JrtFileAttributes";
    private static final String BUILTIN_LOADER = "jdk/internal/loader/BuiltinClassLoader";
    private static final String LOADER = "jdk/internal/loader/Loader";

    private static final String PLAIN = "jdk/internal/weft/agent/PlainFiles";
    private static final String IMAGE = "jdk/internal/jimage/";
    private static final String READ = "(Ljava/lang/String;)Ljava/util/Optional;";
    private static final String STREAM = "Ljava/io/InputStream;";

    @Override
    public Set<String> classes() {
        return Set.of(READER, PATCHED, URL_RESOURCE, FILE_SYSTEM, ATTRIBUTES, BUILTIN_LOADER, LOADER);
    }

    @Override
    public void apply(ClassNode target) {
        switch (target.name) {
            case READER -> addRead(target);
            case PATCHED -> {
                define(target, "findResource");
                openPatched(target);
            }
            case URL_RESOURCE -> {
                strip(target, "getInputStream");
                measure(target, "getContentLength", "ImageLocation", "getUncompressedSize");
            }
            case FILE_SYSTEM -> strip(target, "getResource");
            case ATTRIBUTES -> measure(target, "size", "ImageReader$Node", "size");
            default -> define(target, "defineClass");
        }
    }

    /**
     * What reads becomes {@code weft$read}, and programs get:
     *
     * <pre>
     * public Optional&lt;ByteBuffer&gt; read(String name) throws IOException {
     *     return PlainFiles.of(weft$read(PlainFiles.nameOf(name)), name);
     * }
     * </pre>
     */
    private void addRead(ClassNode target) {
        MethodNode woven = Edit.method(target, "read", READ, this);
        MethodNode plain = new MethodNode(
                woven.access, woven.name, READ, woven.signature, woven.exceptions.toArray(new String[0]));
        woven.name = Names.ADDED + "read";
        plain.visitVarInsn(Opcodes.ALOAD, 0);
        plain.visitVarInsn(Opcodes.ALOAD, 1);
        plain.visitMethodInsn(Opcodes.INVOKESTATIC, PLAIN, "nameOf", "(Ljava/lang/String;)Ljava/lang/String;", false);
        plain.visitMethodInsn(Opcodes.INVOKEVIRTUAL, target.name, woven.name, READ, false);
        plain.visitVarInsn(Opcodes.ALOAD, 1);
        plain.visitMethodInsn(
                Opcodes.INVOKESTATIC,
                PLAIN,
                "of",
                "(Ljava/util/Optional;Ljava/lang/String;)Ljava/util/Optional;",
                false);
        plain.visitInsn(Opcodes.ARETURN);
        plain.visitMaxs(2, 2);
        target.methods.add(plain);
    }

    /** What is read there is going to be defined. */
    private void define(ClassNode target, String method) {
        Edit.calls(
                target,
                Edit.methodNamed(method),
                Edit.named("java/lang/module/ModuleReader", "read"),
                1,
                this,
                (in, call) -> in.instructions.set(
                        call,
                        Edit.invoke(
                                PLAIN,
                                "readWoven",
                                "(Ljava/lang/module/ModuleReader;Ljava/lang/String;)Ljava/util/Optional;")));
    }

    private void strip(ClassNode target, String method) {
        Edit.calls(
                target,
                Edit.methodNamed(method),
                Edit.named(IMAGE + "ImageReader", "getResource"),
                1,
                this,
                (in, call) -> in.instructions.insert(call, Edit.invoke(PLAIN, "of", "([B)[B")));
    }

    private void measure(ClassNode target, String method, String owner, String size) {
        Edit.calls(
                target,
                Edit.methodNamed(method),
                Edit.named(IMAGE + owner, size),
                1,
                this,
                (in, call) -> in.instructions.set(call, Edit.invoke(PLAIN, "size", "(L" + IMAGE + owner + ";)J")));
    }

    /** A folder of woven classes that takes the place of the image. */
    private void openPatched(ClassNode target) {
        Edit.calls(
                target,
                Edit.methodNamed("open"),
                Edit.named("jdk/internal/loader/Resource", "getInputStream"),
                1,
                this,
                (in, call) -> {
                    InsnList strip = new InsnList();
                    strip.add(new VarInsnNode(Opcodes.ALOAD, 1));
                    strip.add(Edit.invoke(PLAIN, "of", "(" + STREAM + "Ljava/lang/String;)" + STREAM));
                    in.instructions.insert(call, strip);
                    in.maxStack++;
                });
        Edit.calls(
                target,
                Edit.methodNamed("read"),
                Edit.named("java/util/Optional", "of"),
                1,
                this,
                (in, call) -> in.instructions.insert(
                        call, Edit.invoke(PLAIN, "of", "(Ljava/util/Optional;)Ljava/util/Optional;")));
    }
}
