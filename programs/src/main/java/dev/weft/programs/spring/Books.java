package dev.weft.programs.spring;

import java.util.List;
import org.springframework.data.jpa.repository.JpaRepository;

/** A repository, which Spring implements. */
public interface Books extends JpaRepository<Book, Long> {
    /** Those of a shelf. */
    List<Book> findByShelfOrderByTitle(int shelf);
}
