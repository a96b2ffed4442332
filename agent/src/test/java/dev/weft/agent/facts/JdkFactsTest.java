package dev.weft.agent.facts;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Set;
import org.junit.jupiter.api.Test;

class JdkFactsTest {
    private static final JdkFacts FACTS = new JdkFacts(
            new long[] {JdkFacts.className("java/lang/String"), JdkFacts.className("java/util/List")},
            new long[] {JdkFacts.method("java/lang/Math", "max", "(II)I")},
            new long[] {JdkFacts.method("java/net/Socket", "<init>", "(Ljava/lang/String;I)V")},
            Set.of(
                    JdkFacts.inherited("getContextClassLoader", "()Ljava/lang/ClassLoader;", false),
                    JdkFacts.inherited("clearCache", "()V", true)),
            true);

    @Test
    void whatIsWrittenIsReadAgain() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        FACTS.write(out);
        JdkFacts read = JdkFacts.read(new ByteArrayInputStream(out.toByteArray()));
        assertTrue(read.isJdkClass("java/util/List"));
        assertFalse(read.isJdkClass("com/example/List"));
        assertTrue(read.neverSuspends("java/lang/Math", "max", "(II)I"));
        assertFalse(read.neverSuspends("java/lang/Math", "max", "(JJ)J"));
        assertTrue(read.hasConstructorTwin("java/net/Socket", "(Ljava/lang/String;I)V"));
        assertFalse(read.hasConstructorTwin("java/net/Socket", "()V"));
        assertTrue(read.isCallerSensitive("getContextClassLoader", "()Ljava/lang/ClassLoader;", false));
        assertTrue(read.isCallerSensitive("clearCache", "()V", true));
        assertFalse(read.isCallerSensitive("clearCache", "()V", false));
        assertTrue(read.isChaos());
    }

    @Test
    void damagedFactsAreRefusedWithWhatToDo() {
        IOException damaged =
                assertThrows(IOException.class, () -> JdkFacts.read(new ByteArrayInputStream(new byte[64])));
        assertTrue(damaged.getMessage().contains("weft weave --force"), damaged.getMessage());
    }
}
