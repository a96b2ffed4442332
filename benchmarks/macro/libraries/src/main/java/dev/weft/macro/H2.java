package dev.weft.macro;

import dev.weft.bench.macro.Place;
import java.sql.SQLException;

/** H2 in the same JVM, in memory. */
public final class H2 extends Bank {
    /** With eight connections. */
    public H2() {
        super(8, "jdbc:h2:mem:bank;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=60000");
    }

    @Override
    public void open(Place place) throws SQLException {
        connect();
    }
}
