package dev.weft.fuzz.bad;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Damages class files: the same seed, the same damage. Most of what results is refused by the VM, some is not. */
final class Damage {
    private static final int SET_VERSION = 1;
    private static final int MAX_VERSION = 61;
    private static final int FIRST_VERSION = 45;
    private static final int[] EDGES = {0, 1, 2, 3, 0x7FFF, 0x8000, 0xFFFE, 0xFFFF};

    /** What else than code and frames a class file may have. */
    private static final String[] ATTRIBUTES = {
        "ConstantValue",
        "Exceptions",
        "InnerClasses",
        "EnclosingMethod",
        "Synthetic",
        "Signature",
        "SourceFile",
        "LineNumberTable",
        "LocalVariableTable",
        "LocalVariableTypeTable",
        "Deprecated",
        "RuntimeVisibleAnnotations",
        "RuntimeInvisibleAnnotations",
        "RuntimeVisibleParameterAnnotations",
        "RuntimeVisibleTypeAnnotations",
        "AnnotationDefault",
        "BootstrapMethods",
        "MethodParameters",
        "NestHost",
        "NestMembers",
        "Record",
        "PermittedSubclasses"
    };

    private final Random random;
    private byte[] file;

    private Damage(byte[] file, Random random) {
        this.random = random;
        this.file = file.clone();
    }

    /** The damaged class file. */
    static byte[] of(byte[] file, long seed) {
        Damage damage = new Damage(file, new Random(seed * 0x9E3779B97F4A7C15L));
        damage.once(damage.random.nextInt(12));
        if (damage.random.nextInt(4) == 0) {
            damage.once(SET_VERSION);
        }
        return damage.file;
    }

    /** The class file with damage to an attribute that is neither code nor frames. */
    static byte[] ofAttribute(byte[] file, long seed) {
        Damage damage = new Damage(file, new Random(seed * 0x9E3779B97F4A7C15L));
        for (int tries = 0; tries < 100 && Arrays.equals(damage.file, file); tries++) {
            String name = ATTRIBUTES[damage.random.nextInt(ATTRIBUTES.length)];
            if (damage.random.nextInt(3) == 0) {
                damage.rename(name);
            } else {
                damage.inAttribute(name);
            }
        }
        return damage.file;
    }

    /** Makes an attribute one of another kind, which its list may have already. */
    private void rename(String name) {
        List<int[]> places = attributes(name);
        int index = indexOf(ATTRIBUTES[random.nextInt(ATTRIBUTES.length)]);
        if (!places.isEmpty() && index > 0) {
            putShort(places.get(random.nextInt(places.size()))[0] - 6, index);
        }
    }

    /** Damages code once only: of two methods that are wrong the VM finds either first. */
    private void once(int kind) {
        switch (kind) {
            case 0:
                file = Arrays.copyOf(file, random.nextInt(file.length));
                break;
            case SET_VERSION:
                setVersion();
                break;
            case 2:
                file[random.nextInt(file.length)] ^= (byte) (1 << random.nextInt(8));
                break;
            case 3:
                putShort(random.nextInt(file.length), EDGES[random.nextInt(EDGES.length)]);
                break;
            case 4:
                int from = random.nextInt(file.length);
                removeOrInsert(from, 1 + random.nextInt(4));
                break;
            case 5:
            case 6:
            case 7:
                inAttribute("StackMapTable");
                break;
            default:
                inAttribute("Code");
                break;
        }
    }

    /** Another version, or the flag of preview features. */
    private void setVersion() {
        if (file.length < 8) {
            return;
        }
        putShort(6, FIRST_VERSION + random.nextInt(MAX_VERSION - FIRST_VERSION + 2));
        if (random.nextInt(4) == 0) {
            putShort(4, random.nextBoolean() ? 0xFFFF : random.nextInt(4));
        }
    }

    private void removeOrInsert(int at, int length) {
        int end = Math.min(file.length, at + length);
        byte[] head = Arrays.copyOf(file, random.nextBoolean() ? at : end);
        byte[] tail = Arrays.copyOfRange(file, head.length == at ? end : at, file.length);
        byte[] result = Arrays.copyOf(head, head.length + tail.length);
        System.arraycopy(tail, 0, result, head.length, tail.length);
        file = result;
    }

    /** Changes a byte of one of the attributes of that name, which the constant pool's index in front of it tells. */
    private void inAttribute(String name) {
        List<int[]> places = attributes(name);
        if (places.isEmpty()) {
            return;
        }
        int[] place = places.get(random.nextInt(places.size()));
        int at = place[0] + random.nextInt(Math.max(1, place[1]));
        int kind = random.nextInt(4);
        if (kind == 0) {
            file[at] ^= (byte) (1 << random.nextInt(8));
        } else if (kind == 1) {
            file[at] = (byte) random.nextInt(256);
        } else if (kind == 2) {
            file[at] += (byte) (random.nextBoolean() ? 1 : -1);
        } else {
            file[at] = file[place[0] + random.nextInt(Math.max(1, place[1]))];
        }
    }

    /** Begin and length of what may be the contents of attributes of that name. */
    private List<int[]> attributes(String name) {
        List<int[]> result = new ArrayList<>();
        int index = indexOf(name);
        for (int i = 8; index > 0 && i + 6 < file.length; i++) {
            if (getShort(i) == index && getShort(i + 2) == 0) {
                int length = getShort(i + 4);
                if (i + 6 + length <= file.length && length > 0) {
                    result.add(new int[] {i + 6, length});
                }
            }
        }
        return result;
    }

    /** Index of a word in the constant pool; 0 if it is not there, or the pool cannot be read. */
    private int indexOf(String word) {
        byte[] wanted = word.getBytes(StandardCharsets.UTF_8);
        int count = file.length < 10 ? 0 : getShort(8);
        int at = 10;
        for (int i = 1; i < count && at + 3 < file.length; i++) {
            int tag = file[at];
            if (tag == 1) {
                int length = getShort(at + 1);
                int end = Math.min(file.length, at + 3 + length);
                if (Arrays.equals(wanted, Arrays.copyOfRange(file, at + 3, end))) {
                    return i;
                }
                at += 3 + length;
            } else if (tag == 5 || tag == 6) {
                at += 9;
                i++;
            } else if (tag == 15) {
                at += 4;
            } else {
                at += tag == 7 || tag == 8 || tag == 16 || tag == 19 || tag == 20 ? 3 : 5;
            }
        }
        return 0;
    }

    private int getShort(int at) {
        return (file[at] & 0xFF) << 8 | file[at + 1] & 0xFF;
    }

    private void putShort(int at, int value) {
        if (at + 1 < file.length) {
            file[at] = (byte) (value >> 8);
            file[at + 1] = (byte) value;
        }
    }
}
