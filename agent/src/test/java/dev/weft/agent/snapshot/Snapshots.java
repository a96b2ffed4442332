package dev.weft.agent.snapshot;

import dev.weft.agent.abi.Names;
import dev.weft.agent.facts.JdkFacts;
import dev.weft.agent.facts.OpenWorld;
import dev.weft.agent.facts.StubReason;
import dev.weft.agent.resume.HostClass;
import dev.weft.agent.resume.ResumerGenerator;
import dev.weft.agent.twin.ClassWeaver;
import dev.weft.agent.twin.WeaveListener;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.util.Textifier;
import org.objectweb.asm.util.TraceMethodVisitor;

/** The code generated for methods of a class, as text. Each method is woven alone, without the others. */
final class Snapshots {
    private static final JdkFacts NO_FACTS = new JdkFacts(new long[0], new long[0], new long[0], Set.of(), false);
    private final Class<?> source;
    private final boolean chaos;

    Snapshots(Class<?> source, boolean chaos) {
        this.source = source;
        this.chaos = chaos;
    }

    /** Names of the methods, in their order in the class file; they are not overloaded. */
    List<String> names() throws IOException {
        return read().methods.stream().map(method -> method.name).toList();
    }

    private ClassNode read() throws IOException {
        ClassNode node = new ClassNode();
        new ClassReader(source.getName()).accept(node, ClassReader.EXPAND_FRAMES);
        return node;
    }

    /** The twin of the method, then the resumer of each of its suspension points. */
    String of(String name) throws IOException {
        ClassNode alone = read();
        alone.methods.removeIf(method -> !method.name.equals(name));
        ClassWriter writer = new ClassWriter(0);
        alone.accept(writer);
        byte[] woven = new ClassWeaver(new OpenWorld(NO_FACTS, Set.of(), file -> null), chaos)
                .weave(writer.toByteArray(), NO_FAILURE);
        StringBuilder text = new StringBuilder();
        for (MethodNode method : parse(woven).methods) {
            if (Names.isTwin(method.name, method.desc)) {
                text.append(text(method));
            }
        }
        HostClass host = new HostClass(woven);
        for (int point = 0; point < host.end(); point++) {
            ClassNode resumer = parse(ResumerGenerator.generate(host, point, true));
            text.append("\nresumer of point ").append(point).append('\n');
            text.append(text(resumer.methods.get(0)));
        }
        return text.toString();
    }

    private static ClassNode parse(byte[] file) {
        ClassNode node = new ClassNode();
        new ClassReader(file).accept(node, ClassReader.EXPAND_FRAMES | ClassReader.SKIP_DEBUG);
        return node;
    }

    private static String text(MethodNode method) {
        Textifier printer = new Textifier();
        method.accept(new TraceMethodVisitor(printer));
        StringWriter text = new StringWriter();
        printer.print(new PrintWriter(text, true));
        return method.name + method.desc + "\n" + text;
    }

    private static final WeaveListener NO_FAILURE = new WeaveListener() {
        @Override
        public void full(String owner, MethodNode method) {}

        @Override
        public void stub(String owner, MethodNode method, StubReason.Reason reason) {}

        @Override
        public void failed(String owner, MethodNode method, RuntimeException cause) {
            throw cause;
        }
    };
}
