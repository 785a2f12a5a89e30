package io.starling.spark.data.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.Iterator;
import java.util.NoSuchElementException;

/** An iterator from a function that gives one thing after another, and null when there are no more. */
public final class Pull<T> implements Iterator<T> {
    private final Source<T> source;
    private T next;
    private boolean ended;

    /** Gives the next thing, or null. */
    public interface Source<T> {
        T next() throws IOException;
    }

    public Pull(Source<T> source) {
        this.source = source;
    }

    /** What one thing gives. */
    public interface Several<A, B> {
        Iterator<B> of(A thing) throws IOException;
    }

    /** All that each thing gives, one after another. */
    public static <A, B> Iterator<B> flat(Source<A> things, Several<A, B> several) {
        return new Pull<>(new Source<>() {
            private Iterator<B> current = Collections.emptyIterator();

            @Override
            public B next() throws IOException {
                while (!current.hasNext()) {
                    A thing = things.next();
                    if (thing == null) {
                        return null;
                    }
                    current = several.of(thing);
                }
                return current.next();
            }
        });
    }

    @Override
    public boolean hasNext() {
        if (next == null && !ended) {
            try {
                next = source.next();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            ended = next == null;
        }
        return next != null;
    }

    @Override
    public T next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        T given = next;
        next = null;
        return given;
    }
}
