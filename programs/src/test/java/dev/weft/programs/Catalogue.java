package dev.weft.programs;

import java.util.List;

/** All programs, and what is expected of them besides the plain JDK's output. */
final class Catalogue {
    /**
     * A program.
     *
     * @param form in which form of the suite it runs
     * @param compiler the program that leaves the classes that this one runs, or an empty string
     * @param option of java, or an empty string
     * @param pins why it may pin, as docs/limits.md has it, or an empty string if it must not
     */
    record Program(String name, Form form, String compiler, String option, String pins) {
        /** Runs the classes that a compiler has left. */
        Program compiledBy(String program) {
            return new Program(name, form, program, option, pins);
        }

        /** Pins, for a reason that docs/limits.md has. */
        Program pins(String reason) {
            return new Program(name, form, compiler, option, reason);
        }

        /** Is given an option, in place of the folder with a compiler's classes. */
        Program with(String given) {
            return new Program(name, form, compiler, given, pins);
        }
    }

    /** When a program runs. */
    enum Form {
        /** In each build. */
        SHORT,
        /** In each build, but in chaos mode only in the long form. */
        SHORT_WITHOUT_CHAOS,
        /** In the long form. */
        LONG
    }

    private static final String CHANGED_PROXY = "a method of a proxy that an agent has changed";
    private static final String INITIALIZER = "waits while a class is initialized";
    private static final String HANDLE = "calls through method handles";

    private Catalogue() {}

    private static Program inEachBuild(String name) {
        return new Program(name, Form.SHORT, "", "", "");
    }

    private static Program withoutChaos(String name) {
        return new Program(name, Form.SHORT_WITHOUT_CHAOS, "", "", "");
    }

    private static Program inLongForm(String name) {
        return new Program(name, Form.LONG, "", "", "");
    }

    static List<Program> all() {
        return List.of(
                withoutChaos("Javac"),
                withoutChaos("H2"),
                inLongForm("H2OverTcp"),
                inLongForm("Hsqldb"),
                inLongForm("Derby"),
                withoutChaos("Jackson"),
                inLongForm("GsonProgram"),
                inLongForm("JsoupProgram"),
                inLongForm("Lucene"),
                inEachBuild("Guava"),
                inLongForm("CommonsCollections"),
                withoutChaos("CommonsLang"),
                inLongForm("CommonsCompress"),
                inEachBuild("Zip"),
                withoutChaos("Security"),
                withoutChaos("TlsSockets"),
                inLongForm("Time"),
                inEachBuild("Streams"),
                inEachBuild("BlockingStreams").with("-Dweft.forkjoin=fibers"),
                inEachBuild("Regex"),
                withoutChaos("JdkHttpClient"),
                withoutChaos("Xml"),
                inLongForm("Freemarker"),
                inLongForm("Velocity"),
                inLongForm("KotlinCompiler"),
                inLongForm("Kotlin").compiledBy("KotlinCompiler"),
                inLongForm("ScalaCompiler"),
                inLongForm("Scala").compiledBy("ScalaCompiler"),
                inLongForm("Groovy").pins(HANDLE),
                inLongForm("JRuby"),
                inLongForm("Rhino"),
                inLongForm("Nashorn"),
                inLongForm("C3p0").pins(INITIALIZER),
                withoutChaos("Dbcp"),
                inLongForm("Log4j"),
                inEachBuild("Logback"),
                inEachBuild("Pipes"),
                inEachBuild("SocketReaders"),
                inLongForm("Smtp"),
                inLongForm("Ftp"),
                inLongForm("Jetty"),
                inLongForm("Tomcat"),
                inLongForm("UndertowServer"),
                withoutChaos("Netty"),
                inLongForm("HttpClient4"),
                inLongForm("HttpClient5"),
                inLongForm("OkHttp"),
                inLongForm("Akka"),
                withoutChaos("Mocks").pins(HANDLE),
                withoutChaos("AddedMembers"),
                withoutChaos("Redefined"),
                withoutChaos("RedefinedBadly"),
                withoutChaos("RedefinedEvents"),
                withoutChaos("RedefinedProxies").pins(CHANGED_PROXY),
                withoutChaos("Retransformed"),
                inLongForm("ActiveMq").pins(INITIALIZER),
                inLongForm("SpringApp").pins(INITIALIZER));
    }
}
