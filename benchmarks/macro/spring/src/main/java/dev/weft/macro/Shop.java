package dev.weft.macro;

import dev.weft.bench.macro.Place;
import jakarta.annotation.PostConstruct;
import java.util.List;
import java.util.Map;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** An application as they are written: a table behind a pool, asked for rows, which are written as JSON. */
@SpringBootApplication
@RestController
public class Shop {
    private static volatile Place place;

    private final JdbcTemplate jdbc;

    /** With its data base. */
    public Shop(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** Where answers are counted: Spring makes the object, not the harness. */
    static void place(Place value) {
        place = value;
    }

    /** Makes the table. */
    @PostConstruct
    public void fill() {
        jdbc.execute("create table goods(shelf int, name varchar(40), price int)");
        for (int i = 0; i < 60; i++) {
            jdbc.update("insert into goods values (?, ?, ?)", i % 6, "article " + i, i * 7);
        }
    }

    /** What is on a shelf. */
    @GetMapping("/goods/{shelf}")
    public List<Map<String, Object>> goods(@PathVariable int shelf) {
        place.curve().add(1);
        return jdbc.queryForList("select name, price from goods where shelf = ? order by name", shelf);
    }

    /** An answer after a while. */
    @GetMapping("/wait/{millis}")
    public String await(@PathVariable long millis) throws InterruptedException {
        Thread.sleep(millis);
        place.curve().add(1);
        return "waited";
    }
}
