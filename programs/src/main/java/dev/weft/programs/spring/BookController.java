package dev.weft.programs.spring;

import java.util.List;
import java.util.Map;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** What is asked from outside. */
@RestController
@RequestMapping("/books")
public class BookController {
    private final Library library;

    /** With its service. */
    public BookController(Library library) {
        this.library = library;
    }

    /** Adds a book. */
    @PostMapping("/{shelf:\\d+}")
    public List<Book> add(@PathVariable int shelf, @RequestBody String title) {
        return library.add(shelf, title);
    }

    /** How many there are. */
    @PostMapping("/count")
    public Map<String, Long> count() {
        return Map.of("count", library.count());
    }

    /** Fails. */
    @PostMapping("/bad")
    public void bad() {
        library.fail();
    }
}
