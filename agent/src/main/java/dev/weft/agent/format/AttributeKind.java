package dev.weft.agent.format;

import java.util.HashMap;
import java.util.Map;

/** The attributes that ASM reads and writes anew, and the VM or reflection reads (JVMS 4.7). */
enum AttributeKind {
    CONSTANT_VALUE("ConstantValue"),
    CODE("Code"),
    STACK_MAP_TABLE("StackMapTable"),
    EXCEPTIONS("Exceptions"),
    INNER_CLASSES("InnerClasses"),
    ENCLOSING_METHOD("EnclosingMethod"),
    SYNTHETIC("Synthetic"),
    SIGNATURE("Signature"),
    SOURCE_FILE("SourceFile"),
    SOURCE_DEBUG_EXTENSION("SourceDebugExtension"),
    LINE_NUMBER_TABLE("LineNumberTable"),
    LOCAL_VARIABLE_TABLE("LocalVariableTable"),
    LOCAL_VARIABLE_TYPE_TABLE("LocalVariableTypeTable"),
    DEPRECATED("Deprecated"),
    RUNTIME_VISIBLE_ANNOTATIONS("RuntimeVisibleAnnotations"),
    RUNTIME_INVISIBLE_ANNOTATIONS("RuntimeInvisibleAnnotations"),
    RUNTIME_VISIBLE_PARAMETER_ANNOTATIONS("RuntimeVisibleParameterAnnotations"),
    RUNTIME_INVISIBLE_PARAMETER_ANNOTATIONS("RuntimeInvisibleParameterAnnotations"),
    RUNTIME_VISIBLE_TYPE_ANNOTATIONS("RuntimeVisibleTypeAnnotations"),
    RUNTIME_INVISIBLE_TYPE_ANNOTATIONS("RuntimeInvisibleTypeAnnotations"),
    ANNOTATION_DEFAULT("AnnotationDefault"),
    BOOTSTRAP_METHODS("BootstrapMethods"),
    METHOD_PARAMETERS("MethodParameters"),
    NEST_HOST("NestHost"),
    NEST_MEMBERS("NestMembers"),
    RECORD("Record"),
    PERMITTED_SUBCLASSES("PermittedSubclasses");

    private static final Map<String, AttributeKind> BY_NAME = new HashMap<>();

    static {
        for (AttributeKind each : values()) {
            BY_NAME.put(each.word, each);
        }
    }

    /** Its name in class files. */
    final String word;

    AttributeKind(String word) {
        this.word = word;
    }

    /** Null if there is none of that name. */
    static AttributeKind of(String name) {
        return BY_NAME.get(name);
    }

    /** True if a list may have several. Of tables of variables that the VM reads, all, ASM keeps the last one. */
    boolean mayRepeat(boolean isOfCode) {
        switch (this) {
            case SYNTHETIC:
            case DEPRECATED:
            case LINE_NUMBER_TABLE:
                return true;
            case LOCAL_VARIABLE_TABLE:
            case LOCAL_VARIABLE_TYPE_TABLE:
                return !isOfCode;
            default:
                return false;
        }
    }
}
