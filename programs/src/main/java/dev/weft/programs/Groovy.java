package dev.weft.programs;

import groovy.lang.Binding;
import groovy.lang.GroovyShell;

/** Groovy: a script that is compiled and evaluated, with call sites of all kinds. */
public final class Groovy {
    private Groovy() {}

    /** Evaluates it. */
    public static void main(String[] args) throws Exception {
        Binding binding = new Binding();
        binding.setVariable("size", Size.of(args, 20, 200));
        new GroovyShell(binding).evaluate(Sources.of("Shapes.groovy"), "Shapes.groovy");
        System.out.println(new GroovyShell().evaluate("(1..10).findAll { it % 2 }.sum() as String"));
    }
}
