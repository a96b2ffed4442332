package jdk.internal.weft.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;

/** What the VM says where linking fails, and what becomes of it. */
class MessagesTest {
    @Test
    void whatNamesNothingGeneratedStaysTheSameObject() {
        String message = new String("Found interface app.A, but class was expected");
        assertSame(message, Messages.mend(message));
        assertNull(Messages.mend(null));
    }

    @Test
    void twinsHaveTheNamesAndParametersOfTheirMethods() {
        assertEquals("'void app.A.m()'", Messages.mend("'void app.A.m$weft(java.weft.CarrierContext)'"));
        assertEquals("'int app.A.m(int)'", Messages.mend("'int app.A.m$weft(int, java.weft.CarrierContext)'"));
        assertEquals(
                "class app.B overrides final method app.A.m(I)I",
                Messages.mend("class app.B overrides final method app.A.m$weft(ILjava/weft/CarrierContext;)I"));
    }

    @Test
    void twinsOfWhichNoParametersAreToldHaveTheNamesOfTheirMethods() {
        assertEquals(
                "Conflicting default methods: app/A.m app/B.m",
                Messages.mend("Conflicting default methods: app/A.m$weft app/B.m$weft"));
    }

    @Test
    void resumersHaveTheNamesOfTheirHosts() {
        assertEquals(
                "Update to non-static final field app.A.f attempted from a different class (app.B) than the field's",
                Messages.mend("Update to non-static final field app.A.f attempted from a different class"
                        + " (app.B$weft$R12$m) than the field's"));
        assertEquals(
                "loader 'x' of the current class, app/B, and (app.B is in unnamed module, app.B)",
                Messages.mend("loader 'x' of the current class, app/B$weft$R1$<init>, and"
                        + " (app.B$weft$R001$lambda$m$0 is in unnamed module, app.B$weft$R1$m)"));
    }

    @Test
    void namesOfTheAuthorsStay() {
        assertEquals("app.A$weftless", Messages.mend("app.A$weftless"));
        assertEquals("app.A$weft$Rest.c", Messages.mend("app.A$weft$Rest.c"));
        assertEquals("app.A$weft$B.c", Messages.mend("app.A$weft$B.c"));
    }
}
