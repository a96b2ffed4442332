package dev.weft.agent;

/**
 * Those of the agent's classes, and of ASM's, that have an initializer and weave classes or make resumers. Where the
 * heap may soon be full they are initialized with the first thread. That may be the JDK's cleaner, in the middle of an
 * initializer without which no lambda can be linked: so none of these links one. A test knows of each other class with
 * an initializer why it is not here.
 */
final class OwnInitializers {
    private OwnInitializers() {}

    static String[] names() {
        return new String[] {
            "dev.weft.agent.EventClasses",
            "dev.weft.agent.facts.Scope",
            "dev.weft.agent.facts.StubReason$Reason",
            "dev.weft.agent.facts.Substitutions",
            "dev.weft.agent.facts.TwinPlan$Call",
            "dev.weft.agent.format.Annotations$1",
            "dev.weft.agent.format.AttributeKind",
            "dev.weft.agent.format.AttributeKind$1",
            "dev.weft.agent.format.Attributes$1",
            "dev.weft.agent.format.Instructions",
            "dev.weft.agent.format.OpaqueAttributes",
            "dev.weft.agent.frameworks.FindBuilderInTomcat",
            "dev.weft.agent.frameworks.FrameworkRecipes$All",
            "dev.weft.agent.layout.VerificationTypes",
            "dev.weft.agent.twin.ForwardedCall",
            "dev.weft.agent.twin.ForwarderWeaver",
            "dev.weft.agent.twin.TwinEmitter$Form",
            "org.objectweb.asm.Label",
            "org.objectweb.asm.MethodWriter",
            "org.objectweb.asm.Opcodes",
            "org.objectweb.asm.Type",
        };
    }
}
