package dev.weft.examples;

import dev.weft.TypedContinuation;
import dev.weft.TypedScope;

/** Values go both ways: a program asks questions, its caller answers. */
public final class Conversation {
    private static final TypedScope<String, String> SCOPE = new TypedScope<>("conversation");

    private Conversation() {}

    /** Answers what is asked. */
    public static void main(String[] args) {
        TypedContinuation<String, String> form = new TypedContinuation<>(SCOPE, Conversation::fillIn);
        String question = form.run("Anna");
        while (!form.isDone()) {
            System.out.println(question);
            question = form.run(question.contains("old") ? "42" : "Linz");
        }
        System.out.println(question);
    }

    private static String fillIn(String name) {
        int age = Integer.parseInt(ask("How old are you, " + name + "?"));
        String town = ask("Where do you live?");
        return name + ", " + age + ", of " + town;
    }

    /** At any depth of calls. */
    private static String ask(String question) {
        return TypedContinuation.suspend(SCOPE, question);
    }
}
