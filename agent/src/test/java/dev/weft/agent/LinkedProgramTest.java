package dev.weft.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.File;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinkedProgramTest {
    private static final String CLASS_PATH = "java.class.path";

    @TempDir
    private Path temp;

    private String name(String classPath) {
        String before = System.getProperty(CLASS_PATH);
        System.setProperty(CLASS_PATH, classPath);
        try {
            return LinkedProgram.cacheName(new File(temp.toString()), Set.of(), false);
        } finally {
            System.setProperty(CLASS_PATH, before);
        }
    }

    /** As Maven's Surefire names the jar that it makes for each run. */
    @Test
    void runsWhoseJarsDifferInDatesShareTheirWovenClasses() {
        String jar = "/work/target/surefire/surefirebooter-2025112521%s_%s.jar";
        assertEquals(name(jar.formatted("3011", "1")), name(jar.formatted("412", "12")));
        assertEquals(name("a1/a-1.0.jar:b2.jar:c"), name("a1/a-2.10.jar:b3.jar:c"));
        for (String other : new String[] {"a2/a-1.0.jar:b2.jar:c", "a1/a-1.0.jar:c2.jar:c", "a1/a-1.0.jar:b2.jar:c3"}) {
            assertNotEquals(name("a1/a-1.0.jar:b2.jar:c"), name(other), other);
        }
    }
}
