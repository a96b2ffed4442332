package dev.weft.large;

import dev.weft.bench.macro.Place;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.hibernate.Hibernate;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.hibernate.engine.spi.SessionFactoryImplementor;

/**
 * Hibernate on H2's server, over sockets: what is loaded lazily is loaded by {@code toString}, {@code equals} and
 * {@code hashCode}, which pin.
 */
public final class HibernateLazy extends LargeProgram {
    private static final int AUTHORS = 10;
    private static final int BOOKS = 5;
    private static final Logger LOGGER = Logger.getLogger("org.hibernate");

    private org.h2.tools.Server server;
    private SessionFactory factory;

    /** One of a book. */
    @Entity(name = "Author")
    public static class Author {
        @Id
        private Long id;

        private String name;

        @OneToMany(mappedBy = "author", fetch = FetchType.LAZY)
        private List<Book> books = new ArrayList<>();

        /** For Hibernate. */
        protected Author() {}

        Author(long id) {
            this.id = id;
            this.name = "author " + id;
        }

        /** All of them. */
        public List<Book> getBooks() {
            return books;
        }

        /** The name. */
        public String getName() {
            return name;
        }

        @Override
        public String toString() {
            return name + " of " + books.size() + " books";
        }
    }

    /** One of an author. */
    @Entity(name = "Book")
    public static class Book {
        @Id
        @GeneratedValue(strategy = GenerationType.SEQUENCE)
        private Long id;

        private String title;

        @ManyToOne(fetch = FetchType.LAZY)
        private Author author;

        /** For Hibernate. */
        protected Book() {}

        Book(String title, Author author) {
            this.title = title;
            this.author = author;
        }

        /** The author, perhaps not loaded yet. */
        public Author getAuthor() {
            return author;
        }

        @Override
        public String toString() {
            return title + " by " + author;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Book book
                    && title.equals(book.title)
                    && author.getName().equals(book.author.getName());
        }

        @Override
        public int hashCode() {
            return Objects.hash(title, author.getName());
        }
    }

    @Override
    protected void start(Place place) throws Exception {
        LOGGER.setLevel(Level.SEVERE);
        server = org.h2.tools.Server.createTcpServer("-tcpPort", "0", "-ifNotExists", "-baseDir", "mem:");
        server.start();
        Configuration configuration = new Configuration()
                .addAnnotatedClass(Author.class)
                .addAnnotatedClass(Book.class)
                .setProperty(
                        "hibernate.connection.url",
                        "jdbc:h2:tcp://127.0.0.1:" + server.getPort() + "/mem:large;DB_CLOSE_DELAY=-1")
                .setProperty("hibernate.connection.username", "sa")
                .setProperty("hibernate.connection.password", "")
                .setProperty("hibernate.connection.pool_size", "8")
                .setProperty("hibernate.hbm2ddl.auto", "create");
        factory = configuration.buildSessionFactory();
        factory.inTransaction(session -> {
            for (long id = 1; id <= AUTHORS; id++) {
                Author author = new Author(id);
                session.persist(author);
                for (int i = 0; i < BOOKS; i++) {
                    session.persist(new Book("book " + id + "." + i, author));
                }
            }
        });
    }

    @Override
    public int kinds() {
        return 4;
    }

    @Override
    public long unit(int worker, int kind) {
        return factory.fromTransaction(session -> {
            List<Book> books =
                    session.createQuery("from Book order by title", Book.class).getResultList();
            same(AUTHORS * BOOKS, books.size(), "books");
            expect(!Hibernate.isInitialized(books.get(0).getAuthor()), "loaded eagerly");
            return switch (kind) {
                case 0 -> (long) books.toString().hashCode();
                case 1 -> {
                    Set<Book> set = new HashSet<>(books);
                    yield (long) set.size() * 31 + set.hashCode();
                }
                case 2 -> (long) books.indexOf(books.get(books.size() - 1)) * 7;
                default -> {
                    long sum = 0;
                    for (Book book : books) {
                        sum += book.getAuthor().getBooks().size()
                                + book.getAuthor().getName().hashCode();
                    }
                    yield sum;
                }
            };
        });
    }

    @Override
    public long check(long calls) {
        long open =
                factory.unwrap(SessionFactoryImplementor.class).getStatistics().getSessionOpenCount();
        same(0L, open, "sessions counted, though statistics are off");
        return open;
    }

    @Override
    protected void stop() {
        factory.close();
        server.stop();
    }
}
