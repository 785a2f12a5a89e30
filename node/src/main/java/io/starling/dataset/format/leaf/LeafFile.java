package io.starling.dataset.format.leaf;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.starling.config.UserError;
import io.starling.dataset.format.BadData;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;

/**
 * Streams a LEAF file: {@code {"users": […], "num_samples": […], "user_data": {user: {"x": […], "y": […]}}}}. Holds one user's data
 * at a time. Whatever else is in the file ({@code hierarchies}) is passed over.
 */
public final class LeafFile {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final String file;
    private final JsonParser parser;
    private final Map<String, Integer> announced = new HashMap<>();
    private JsonNode users;
    private JsonNode counts;
    private boolean inData;

    /** One user's samples. */
    public record UserData(String file, String user, JsonNode x, JsonNode y) {
        /** An error in one of them. */
        public UserError bad(int sample, String reason) {
            return BadData.at(file, "user " + user + ", sample " + sample, reason);
        }
    }

    private LeafFile(String file, JsonParser parser) {
        this.file = file;
        this.parser = parser;
    }

    public static LeafFile open(InputStream in, String file) throws IOException {
        LeafFile leaf = new LeafFile(file, JSON.getFactory().createParser(in));
        if (leaf.token() != JsonToken.START_OBJECT) {
            throw BadData.atByte(file, 0, "it is not a LEAF file: it should be a JSON object with users, num_samples and user_data.");
        }
        return leaf;
    }

    /** The next user's data, or null at the end. */
    public UserData next() throws IOException {
        while (true) {
            JsonToken token = token();
            if (token == null) {
                return null;
            }
            if (token == JsonToken.END_OBJECT) {
                if (!inData) {
                    return null;
                }
                inData = false;
            } else if (inData) {
                return user(parser.currentName());
            } else {
                section(parser.currentName());
            }
        }
    }

    private void section(String name) throws IOException {
        token();
        switch (name) {
            case "users" -> users = tree();
            case "num_samples" -> counts = tree();
            case "user_data" -> {
                if (parser.currentToken() != JsonToken.START_OBJECT) {
                    throw BadData.atByte(file, offset(), "user_data should be an object with a key for each user.");
                }
                inData = true;
                announce();
            }
            default -> parser.skipChildren();
        }
    }

    private void announce() {
        if (users == null || counts == null) {
            return;
        }
        if (users.size() != counts.size()) {
            throw BadData.in(file, "it has " + users.size() + " users, but " + counts.size() + " num_samples.");
        }
        for (int i = 0; i < users.size(); i++) {
            announced.put(users.get(i).asText(), counts.get(i).asInt());
        }
    }

    private UserData user(String name) throws IOException {
        long offset = offset();
        token();
        JsonNode data = tree();
        JsonNode x = data.get("x");
        JsonNode y = data.get("y");
        if (x == null || y == null || !x.isArray() || !y.isArray()) {
            throw BadData.at(file, "user " + name + " (at byte " + offset + ")", "there should be lists x and y.");
        }
        if (x.isEmpty()) {
            throw BadData.at(file, "user " + name + " (at byte " + offset + ")", "this user has no samples.");
        }
        if (y.size() != x.size()) {
            throw BadData.at(file, "user " + name + " (at byte " + offset + ")", "there are " + x.size() + " x, but " + y.size() + " y.");
        }
        Integer count = announced.get(name);
        if (count != null && count != x.size()) {
            throw BadData.at(file, "user " + name + " (at byte " + offset + ")", "num_samples says " + count + ", but there are " + x.size() + " samples.");
        }
        return new UserData(file, name, x, y);
    }

    private JsonToken token() throws IOException {
        try {
            return parser.nextToken();
        } catch (JsonProcessingException | CharConversionException e) {
            throw damaged(e);
        }
    }

    private JsonNode tree() throws IOException {
        try {
            return JSON.readTree(parser);
        } catch (JsonProcessingException | CharConversionException e) {
            throw damaged(e);
        }
    }

    private UserError damaged(IOException e) {
        String reason = e instanceof JsonProcessingException json ? json.getOriginalMessage() : e.getMessage();
        return BadData.atByte(file, offset(), "it is not well-formed JSON in UTF-8: " + reason.lines().findFirst().orElse("") + ".");
    }

    private long offset() {
        return Math.max(0, parser.currentLocation().getByteOffset());
    }
}
