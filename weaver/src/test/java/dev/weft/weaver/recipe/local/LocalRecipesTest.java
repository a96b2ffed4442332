package dev.weft.weaver.recipe.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.weaver.recipe.ClassFiles;
import dev.weft.weaver.recipe.Recipe;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

class LocalRecipesTest {
    private static final String RANDOM = "java/util/concurrent/ThreadLocalRandom";

    private static List<String> calls(ClassNode node, String method) {
        return ClassFiles.names(ClassFiles.calls(ClassFiles.method(node, method)));
    }

    @Test
    void aGeneratorsSeedIsTheCarriersAndNothingOfAnHeirIsCalledBetweenReadAndWrite() {
        ClassNode random = ClassFiles.changedBy(new MoveRandomsToCarriers(), RANDOM);
        assertEquals(
                List.of("CarrierLocals.seededCarrier", "Unsafe.getLong", "CarrierLocals.id", "Unsafe.putLong"),
                calls(random, "nextSeed"));
        assertEquals(List.of("CarrierLocals.carrier", "Unsafe.getInt"), calls(random, "getProbe"));
    }

    @Test
    void theSecondSeedOfThreadsIsNotUsed() {
        for (MethodNode method : ClassFiles.changedBy(new MoveRandomsToCarriers(), RANDOM).methods) {
            boolean isUsed = ClassFiles.fields(method).contains("SECONDARY");
            assertEquals(method.name.equals("<clinit>"), isUsed, method.name);
        }
    }

    @Test
    void nothingAsksForTheCurrentThread() {
        for (String each : new MoveRandomsToCarriers().classes()) {
            List<String> before = ClassFiles.names(ClassFiles.calls(ClassFiles.read(each)));
            assertTrue(before.contains("Thread.currentThread"), each);
            ClassNode changed = ClassFiles.changedBy(new MoveRandomsToCarriers(), each);
            assertFalse(ClassFiles.names(ClassFiles.calls(changed)).contains("Thread.currentThread"), each);
        }
    }

    @Test
    void aThreadDropsItsBindingsBeforeAllElse() {
        ClassNode thread = ClassFiles.changedBy(new DropBindingsAtExit(), "java/lang/Thread");
        assertEquals("NewThread.ends", calls(thread, "exit").get(0));
    }

    @Test
    void whoseCharsetItIsIsAskedBeforeTheCache() {
        ClassNode coders = ClassFiles.changedBy(new KeepCodersOffCarriers(), "sun/nio/cs/ThreadLocalCoders");
        for (String each : List.of("decoderFor", "encoderFor")) {
            assertEquals("CarrierLocals.isCharsetOfProgram", calls(coders, each).get(0));
        }
    }

    @Test
    void whoseCharsetItIsIsAskedBeforeACoderOfArchivesIsKept() {
        ClassNode coder = ClassFiles.changedBy(new KeepZipCodersOffCarriers(), "jdk/nio/zipfs/ZipCoder");
        for (String each : List.of("decoder", "encoder")) {
            List<String> all = calls(coder, each);
            assertEquals(
                    all.indexOf("ThreadLocal.set") - 1, all.indexOf("WovenCode.isCharsetOfProgram"), all.toString());
        }
    }

    @Test
    void aThreadLocalAsksWhoHasItsValueWhereverItAskedForTheCurrentThread() {
        ClassNode local = ClassFiles.changedBy(new AskWhoHasTheValue(), "java/lang/ThreadLocal");
        List<String> all = ClassFiles.names(ClassFiles.calls(local));
        assertEquals(5, all.stream().filter("CarrierLocals.owner"::equals).count());
        assertFalse(all.contains("Thread.currentThread"));
    }

    @Test
    void aCacheIsMarkedBeforeItIsStored() {
        Recipe ofBase = MoveCachesToCarriers.all().get(0);
        assertEquals("java.base", ofBase.module());
        for (String each : ofBase.classes()) {
            List<String> all = ClassFiles.names(ClassFiles.calls(ClassFiles.changedBy(ofBase, each)));
            assertEquals(
                    1, all.stream().filter("WovenCode.processorLocal"::equals).count(), each);
        }
    }
}
