package dev.weft.programs;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Random;

/** A script that every SQL engine understands: the same statements each time, as many as wanted. */
final class SqlScript {
    private static final String[] QUERIES = {
        "select name, count(*), sum(price) from item group by name having count(*) > 1 order by 2 desc, 1",
        "select i.id, o.amount from item i join orders o on o.item = i.id where o.amount > %d order by i.id, o.id",
        "select i.name, o.id from item i left join orders o on o.item = i.id and o.amount < %d order by 1, 2",
        "select * from item where id in (select item from orders where amount = %d) order by id desc",
        "select max(price) - min(price), avg(price) from item where name like 'n%d%%'",
        "select case when price > %d then 'dear' else 'cheap' end, name from item where id < 40 order by id",
        "select distinct name from item where exists (select 1 from orders where item = item.id and amount > %d) order by 1",
        "select id from item where price < %d union select item from orders where amount < 9 order by 1",
        "select n, total from totals where total > %d order by n",
        "select upper(name), length(name), price * 2 from item where mod(id, 7) = 3 and price <> %d order by id"
    };

    private static final int ITEMS = 120;

    private final Connection connection;
    private final Random random = new Random(42);
    private final Digest digest = new Digest();
    private int failures;

    private SqlScript(Connection connection) {
        this.connection = connection;
    }

    static void run(Connection connection, int statements) throws SQLException {
        SqlScript script = new SqlScript(connection);
        script.prepare();
        for (int i = 0; i < statements; i++) {
            script.step(i);
        }
        script.finish();
    }

    private void prepare() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(
                    "create table item(id int not null primary key, name varchar(40) not null, price double precision)");
            statement.execute("create table orders(id int not null primary key, item int not null references item(id),"
                    + " amount int not null check (amount >= 0))");
            statement.execute("create index of_item on orders(item, amount)");
            statement.execute("create view totals(n, total) as select i.name, sum(o.amount) from item i"
                    + " join orders o on o.item = i.id group by i.name");
        }
    }

    private void step(int i) throws SQLException {
        switch (random.nextInt(8)) {
            case 0, 1, 2 -> update(
                    "insert into item values (?, ?, ?)", random.nextInt(ITEMS), "n" + random.nextInt(30), i * 0.5);
            case 3, 4 -> update(
                    "insert into orders values (?, ?, ?)", random.nextInt(900), random.nextInt(ITEMS), i % 57 - 1);
            case 5 -> update("update item set price = price + ? where id between ? and ?", 1.25, i % 350, i % 350 + 20);
            case 6 -> {
                if (random.nextBoolean()) {
                    rollBack(i);
                } else {
                    update("delete from orders where amount = ? and id > ? and item <> ?", i % 50, i % 700, 1);
                }
            }
            default -> query(String.format(QUERIES[random.nextInt(QUERIES.length)], i % 40));
        }
    }

    private void update(String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int k = 0; k < values.length; k++) {
                statement.setObject(k + 1, values[k]);
            }
            digest.add(statement.executeUpdate());
        } catch (SQLException e) {
            failures++;
            digest.add(e.getSQLState());
        }
    }

    private void rollBack(int i) throws SQLException {
        connection.setAutoCommit(false);
        update("update orders set amount = amount + ? where id < ? and item > ?", 1000, i % 300, 2);
        query("select sum(amount) from orders");
        connection.rollback();
        connection.setAutoCommit(true);
    }

    private void query(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            ResultSetMetaData columns = rows.getMetaData();
            while (rows.next()) {
                StringBuilder row = new StringBuilder();
                for (int k = 1; k <= columns.getColumnCount(); k++) {
                    row.append(rows.getObject(k)).append('|');
                }
                digest.add(row);
            }
        }
    }

    private void finish() throws SQLException {
        for (String table : new String[] {"item", "orders", "totals"}) {
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("select count(*) from " + table)) {
                rows.next();
                System.out.println(table + ": " + rows.getInt(1) + " rows");
            }
        }
        System.out.println("failed as they should: " + failures);
        System.out.println("answers: " + digest);
    }
}
