package io.starling.node;

import io.starling.config.Modules;
import io.starling.config.Settings;
import io.starling.config.UserError;
import io.starling.graph.GraphKeys;
import io.starling.graph.Topology;
import java.util.List;

/** Refuses graphs on which a role is not what it says. */
final class GraphNeeded {
    private GraphNeeded() {
    }

    static void by(Node.Factory role, Settings settings, String... kinds) {
        String kind = Modules.find(Topology.Factory.class, GraphKeys.KIND, settings.get(GraphKeys.KIND)).name();
        if (!List.of(kinds).contains(kind)) {
            throw new UserError(RunKeys.ROLE + " = " + role.name() + " does not go with graph.kind = " + kind + "; set graph.kind = "
                + String.join(" or ", kinds) + ", or another " + RunKeys.ROLE + ".");
        }
    }
}
