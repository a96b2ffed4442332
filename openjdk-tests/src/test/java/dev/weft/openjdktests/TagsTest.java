package dev.weft.openjdktests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Reading of descriptions. */
class TagsTest {
    private static final Path FILE = Path.of("a/Some.java");

    private static List<TestDescription> tests(String source) {
        return TestDescription.of("a/Some.java", FILE, source);
    }

    @Test
    void aTextOverSeveralLinesIsOneTag() {
        List<TestDescription> tests =
                tests("/*\n * @test  8000000 \n * @library /test/lib\n *          /b\n * @run main Some\n */");
        assertEquals(1, tests.size());
        assertEquals(List.of("/test/lib", "/b"), tests.get(0).words("library"));
        assertEquals(List.of("8000000"), tests.get(0).words("test"));
    }

    @Test
    void aCommentInAStringIsNone() {
        assertEquals(List.of(), tests("class A { String s = \"/* @test */\"; char c = '\"'; } // /* @test */"));
        assertEquals(List.of(), tests("class A { String s = \"\"\"\n/*\n@test\n*/\n\"\"\"; }"));
        assertEquals(
                1,
                tests("class A { String s = \"\\\"\"; char c = '\\''; } /* @test */")
                        .size());
    }

    @Test
    void javadocWithoutTheTagDescribesNoTest() {
        assertEquals(List.of(), tests("/** @param x the @test */"));
    }

    @Test
    void testsOfOneFileAreToldApart() {
        List<TestDescription> tests = tests("/* @test id=small */ /* @test id=large */ /* @test */");
        assertEquals(
                List.of("a/Some.java#small", "a/Some.java#large", "a/Some.java#id2"),
                tests.stream().map(TestDescription::name).toList());
    }

    @Test
    void withoutAnActionTheClassOfTheFileRuns() {
        assertEquals(
                List.of(Action.parse("main Some")), tests("/* @test */").get(0).actions("main"));
        assertEquals(
                List.of("build", "main"),
                tests("/*\n@test\n@build X\n*/").get(0).actions("main").stream()
                        .map(Action::kind)
                        .toList());
    }

    @Test
    void anActionHasKeysOptionsAndArguments() {
        Action action =
                Action.parse("main/othervm/timeout=300/policy=a.policy -Xmx8m --add-modules x.y -cp b Some -v 1");
        assertEquals(Map.of("othervm", "", "timeout", "300", "policy", "a.policy"), action.keys());
        assertEquals(List.of("-Xmx8m", "--add-modules", "x.y", "-cp", "b"), action.options());
        assertEquals("Some", action.target());
        assertEquals(List.of("-v", "1"), action.arguments());
        assertEquals(
                "=a.policy",
                Action.parse("main/java.security.policy==a.policy A").keys().get("java.security.policy"));
    }

    @Test
    void driversAreNoTests() {
        assertTrue(Action.parse("driver Some").runs());
        assertTrue(Action.parse("main Some").isTest());
        assertEquals(
                List.of(false, false),
                List.of(
                        Action.parse("driver Some").isTest(),
                        Action.parse("build A").runs()));
    }
}
