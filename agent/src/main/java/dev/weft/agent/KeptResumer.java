package dev.weft.agent;

import dev.weft.agent.resume.MemberUse;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * A resumer as the cache keeps it.
 *
 * @param relied what it uses without asking, since its host was allowed to when it was made; another run, with other
 *     classes, has to look again
 * @param file the class file
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares them
record KeptResumer(List<MemberUse> relied, byte[] file) {
    /** As the cache takes it. */
    static byte[] bytes(Collection<MemberUse> relied, byte[] file) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream(file.length + 64 * relied.size() + 4);
            DataOutputStream out = new DataOutputStream(bytes);
            out.writeInt(relied.size());
            for (MemberUse use : relied) {
                out.writeByte(use.kind());
                out.writeUTF(use.owner());
                out.writeUTF(use.name());
                out.writeUTF(use.desc());
            }
            out.write(file);
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What {@link #bytes} made them of. */
    static KeptResumer of(byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            int count = in.readInt();
            List<MemberUse> relied = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                relied.add(new MemberUse(in.readByte(), in.readUTF(), in.readUTF(), in.readUTF()));
            }
            return new KeptResumer(relied, in.readAllBytes());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
