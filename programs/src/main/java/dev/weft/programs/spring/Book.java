package dev.weft.programs.spring;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;

/** An entity. */
@Entity
public class Book {
    @Id
    @GeneratedValue
    private Long id;

    @Column(nullable = false)
    private String title;

    private int shelf;

    /** For Hibernate. */
    protected Book() {}

    /** A new one. */
    public Book(String title, int shelf) {
        this.title = title;
        this.shelf = shelf;
    }

    /** What it is called. */
    public String getTitle() {
        return title;
    }

    /** Where it is. */
    public int getShelf() {
        return shelf;
    }
}
