package jdk.internal.weft.fiber;

import jdk.internal.vm.annotation.DontInline;

/**
 * Room on the calling thread's stack for what must not be left half done: a change of a monitor's queues, or what is
 * done before and after a call of the program's code, a scheduler's.
 *
 * <p>The VM's reserved zone (JEP 270) keeps short methods of the runtime whole. It does not help where such a method
 * cannot even be called, nor below code of the program's, which may call the runtime until the stack ends.
 */
public final class StackRoom {
    private StackRoom() {}

    /**
     * Throws a {@link StackOverflowError} if there is no room, of four kilobytes; nothing has been done then. Takes
     * some 2 ns.
     */
    public static void require() {
        enter(false);
    }

    /**
     * Whoever enters a method needs room for all its variables: the interpreter makes it, and compiled code, which has
     * none of these, looks for it, as it may have to go on in the interpreter. So the stack is only looked at: to fill
     * it by calls takes a hundred times as long, and the processor forgets the way back.
     */
    @DontInline
    private static void enter(boolean never) {
        if (never) {
            // spotless:off
            long l0, l1, l2, l3, l4, l5, l6, l7, l8, l9, l10, l11, l12, l13, l14, l15, l16, l17, l18, l19, l20, l21,
                l22, l23, l24, l25, l26, l27, l28, l29, l30, l31, l32, l33, l34, l35, l36, l37, l38, l39, l40, l41,
                l42, l43, l44, l45, l46, l47, l48, l49, l50, l51, l52, l53, l54, l55, l56, l57, l58, l59, l60, l61,
                l62, l63, l64, l65, l66, l67, l68, l69, l70, l71, l72, l73, l74, l75, l76, l77, l78, l79, l80, l81,
                l82, l83, l84, l85, l86, l87, l88, l89, l90, l91, l92, l93, l94, l95, l96, l97, l98, l99, l100, l101,
                l102, l103, l104, l105, l106, l107, l108, l109, l110, l111, l112, l113, l114, l115, l116, l117, l118,
                l119, l120, l121, l122, l123, l124, l125, l126, l127, l128, l129, l130, l131, l132, l133, l134, l135,
                l136, l137, l138, l139, l140, l141, l142, l143, l144, l145, l146, l147, l148, l149, l150, l151, l152,
                l153, l154, l155, l156, l157, l158, l159, l160, l161, l162, l163, l164, l165, l166, l167, l168, l169,
                l170, l171, l172, l173, l174, l175, l176, l177, l178, l179, l180, l181, l182, l183, l184, l185, l186,
                l187, l188, l189, l190, l191, l192, l193, l194, l195, l196, l197, l198, l199, l200, l201, l202, l203,
                l204, l205, l206, l207, l208, l209, l210, l211, l212, l213, l214, l215, l216, l217, l218, l219, l220,
                l221, l222, l223, l224, l225, l226, l227, l228, l229, l230, l231, l232, l233, l234, l235, l236, l237,
                l238, l239, l240, l241, l242, l243, l244, l245, l246, l247, l248, l249, l250, l251, l252, l253, l254,
                l255, l256, l257, l258, l259, l260, l261, l262, l263, l264, l265, l266, l267, l268, l269, l270, l271,
                l272, l273, l274, l275, l276, l277, l278, l279;
            // spotless:on
            throw new IllegalStateException();
        }
    }
}
