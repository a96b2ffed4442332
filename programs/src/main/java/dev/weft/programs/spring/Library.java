package dev.weft.programs.spring;

import java.util.List;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** A service with transactions. */
@Service
public class Library {
    private final Books books;

    /** With its repository. */
    public Library(Books books) {
        this.books = books;
    }

    /** Adds one and lists the shelf. */
    @Transactional
    public List<Book> add(int shelf, String title) {
        books.save(new Book(title, shelf));
        return books.findByShelfOrderByTitle(shelf);
    }

    /** Adds one and fails, so that it is not there. */
    @Transactional
    public void fail() {
        books.save(new Book("never", -1));
        throw new IllegalStateException("meant");
    }

    /** How many there are. */
    @Transactional(readOnly = true)
    public long count() {
        return books.count();
    }
}
