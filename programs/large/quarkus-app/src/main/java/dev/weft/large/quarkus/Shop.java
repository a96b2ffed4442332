package dev.weft.large.quarkus;

import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** A bean that waits, and that has a database. */
@ApplicationScoped
public class Shop {
    @Inject
    DataSource source;

    /** Makes the table. */
    void start(@Observes StartupEvent event) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create table ordered (id bigint auto_increment primary key, item int, price int)");
        }
    }

    /** A price, after a while. */
    public long price(int item) throws InterruptedException {
        Thread.sleep(1);
        return item * 17L + 4;
    }

    /** The same, for code that throws nothing. */
    public long priceOf(int item) {
        try {
            return price(item);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Notes an order, in a transaction. */
    @Transactional
    public void order(int item, int price) throws SQLException {
        try (Connection connection = source.getConnection();
                PreparedStatement insert =
                        connection.prepareStatement("insert into ordered (item, price) values (?, ?)")) {
            insert.setInt(1, item);
            insert.setInt(2, price);
            insert.executeUpdate();
        }
    }

    /** The greatest price of the orders of an item, 0 if there are none. */
    @Transactional
    public long ordered(int item) throws SQLException {
        try (Connection connection = source.getConnection();
                PreparedStatement query =
                        connection.prepareStatement("select coalesce(max(price), 0) from ordered where item = ?")) {
            query.setInt(1, item);
            try (ResultSet found = query.executeQuery()) {
                found.next();
                return found.getLong(1);
            }
        }
    }
}
