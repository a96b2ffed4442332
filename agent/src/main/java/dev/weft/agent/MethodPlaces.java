package dev.weft.agent;

import dev.weft.agent.abi.Names;
import dev.weft.agent.facts.MethodSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** At which places in a class file its methods are. Immutable. */
final class MethodPlaces {
    private static final int NONE = -1;

    private final Map<String, Integer> places = new HashMap<>();
    private final Map<String, MethodSet> named = new HashMap<>();

    /** Those of a class file that has been woven before. */
    MethodPlaces(byte[] file) {
        new ClassReader(file)
                .accept(new Reader(), ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    }

    private final class Reader extends ClassVisitor {
        private int next;

        Reader() {
            super(Opcodes.ASM9);
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String desc, String sig, String[] exceptions) {
            places.put(name + desc, next);
            named.put(name, named.getOrDefault(name, MethodSet.NONE).with(next));
            next++;
            return null;
        }
    }

    /** That set and the method; the set itself if the class has no such method. */
    MethodSet add(MethodSet to, String name, String desc) {
        int place = places.getOrDefault(name + desc, NONE);
        return place == NONE ? to : to.with(place);
    }

    /** The methods that are told by name and descriptor. */
    MethodSet of(Set<String> methods) {
        MethodSet all = MethodSet.NONE;
        for (String each : methods) {
            int place = places.getOrDefault(each, NONE);
            all = place == NONE ? all : all.with(place);
        }
        return all;
    }

    /**
     * The methods that are told by class, dot and name.
     *
     * @param className with dots
     */
    MethodSet ofNames(String className, Set<String> methods) {
        MethodSet all = MethodSet.NONE;
        for (Map.Entry<String, MethodSet> each : named.entrySet()) {
            all = methods.contains(className + "." + each.getKey()) ? all.or(each.getValue()) : all;
        }
        return all;
    }

    /** The methods that have a second twin in that woven class file, of which this one was another version. */
    MethodSet ofLoudTwins(byte[] woven) {
        MethodSet all = MethodSet.NONE;
        for (String each : new MethodPlaces(woven).places.keySet()) {
            // in the names of some languages' methods there may be one, too
            int end = each.lastIndexOf('(');
            String name = Names.authorsName(each.substring(0, end));
            if (each.startsWith(Names.loudTwinName(name)) && each.contains(Names.CONTEXT_D + ")")) {
                all = add(all, name, Names.plainDesc(each.substring(end)));
            }
        }
        return all;
    }

    /** All methods of that name. */
    MethodSet named(String name) {
        return named.getOrDefault(name, MethodSet.NONE);
    }
}
