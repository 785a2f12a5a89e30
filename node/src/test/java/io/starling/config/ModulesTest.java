package io.starling.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.mapping.LinearMapping;
import io.starling.mapping.Mapping;
import io.starling.node.RunKeys;
import java.util.List;
import org.junit.jupiter.api.Test;

class ModulesTest {
    /** A user's module, which no jar has registered. */
    public static final class EverybodyAtHome implements Mapping.Factory {
        static final Key<Integer> HOME = Key.integer("mapping.home").atLeast(0).orElse(0).doc("Where everybody is.");

        @Override
        public String name() {
            return "at-home";
        }

        @Override
        public String doc() {
            return "All nodes at one place.";
        }

        @Override
        public List<Key<?>> keys() {
            return List.of(HOME);
        }

        @Override
        public Mapping create(Settings settings) {
            int home = settings.get(HOME);
            return (node, nodes, places) -> home;
        }
    }

    /** Cannot be made: no constructor without arguments. */
    public record Unmakeable(String name) implements Mapping.Factory {
        @Override
        public String doc() {
            return "";
        }

        @Override
        public Mapping create(Settings settings) {
            return null;
        }
    }

    @Test
    void findsByShortName() {
        assertThat(Modules.find(Mapping.Factory.class, RunKeys.MAPPING, "linear")).isInstanceOf(LinearMapping.Factory.class);
    }

    @Test
    void aModuleNamedByItsClassBringsItsKeys() {
        String name = EverybodyAtHome.class.getName();
        Experiment e = Experiment.parse("mapping { kind = \"" + name + "\", home = 3 }", List.of());
        Mapping mapping = Modules.find(Mapping.Factory.class, RunKeys.MAPPING, e.get(RunKeys.MAPPING)).create(e);
        assertThat(mapping.place(7, 16, 4)).isEqualTo(3);
        assertThatThrownBy(() -> Experiment.parse("mapping.home = 3", List.of())).isInstanceOf(UserError.class).hasMessageContaining("mapping.home");
    }

    @Test
    void saysWhatThereIs() {
        assertThatThrownBy(() -> Modules.find(Mapping.Factory.class, RunKeys.MAPPING, "lineer")).isInstanceOf(UserError.class)
            .hasMessageContaining("Did you mean linear?").hasMessageContaining("round-robin").hasMessageContaining("--jars");
        assertThatThrownBy(() -> Modules.find(Mapping.Factory.class, RunKeys.MAPPING, "java.lang.String")).isInstanceOf(UserError.class)
            .hasMessageContaining("is not a io.starling.mapping.Mapping.Factory");
        assertThatThrownBy(() -> Modules.find(Mapping.Factory.class, RunKeys.MAPPING, Unmakeable.class.getName())).isInstanceOf(UserError.class)
            .hasMessageContaining("public constructor without arguments");
    }

    @Test
    void everyRegisteredModuleHasADocAndAUniqueName() {
        KeyTable table = KeyTable.load();
        assertThat(table.kinds()).isNotEmpty();
        for (KeySource.ModuleKind<?> kind : table.kinds()) {
            assertThat(Modules.all(kind.factory())).as(kind.factory().getName()).isNotEmpty()
                .allSatisfy(m -> assertThat(m.doc()).isNotBlank()).extracting(ModuleFactory::name).doesNotHaveDuplicates();
        }
    }

    @Test
    void theReferenceHasEveryKeyWithItsMeaning() {
        KeyTable table = KeyTable.load();
        String page = new ConfigReference(table).markdown();
        String text = new ConfigReference(table).text();
        assertThat(table.keys()).hasSizeGreaterThan(20).allSatisfy(key -> {
            assertThat(key.doc()).as(key.name()).isNotBlank();
            assertThat(page).contains("`" + key.name() + "`");
            assertThat(text).contains(key.name() + " = ");
        });
    }
}
