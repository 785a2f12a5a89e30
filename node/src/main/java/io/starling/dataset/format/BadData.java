package io.starling.dataset.format;

import io.starling.config.UserError;

/** Says where in which file what is wrong. */
public final class BadData {
    private BadData() {
    }

    public static UserError in(String file, String reason) {
        return new UserError(file + ": " + reason);
    }

    /** @param record counted from 0 */
    public static UserError atRecord(String file, long record, long offset, String reason) {
        return new UserError(file + ", record " + record + " (at byte " + offset + "): " + reason);
    }

    public static UserError atByte(String file, long offset, String reason) {
        return new UserError(file + ", at byte " + offset + ": " + reason);
    }

    /** For a row of a table, or an entry of a document, that has a name rather than an offset. */
    public static UserError at(String file, String where, String reason) {
        return new UserError(file + ", " + where + ": " + reason);
    }
}
