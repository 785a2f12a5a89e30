import groovy.transform.CompileStatic
import java.util.zip.ZipFile
import org.gradle.api.DefaultTask
import org.gradle.api.file.ConfigurableFileCollection
import org.gradle.api.file.DirectoryProperty
import org.gradle.api.tasks.Classpath
import org.gradle.api.tasks.OutputDirectory
import org.gradle.api.tasks.TaskAction

/** Joins the META-INF/services files of several jars, of which one jar would otherwise keep only the first of each name. */
@CompileStatic
abstract class MergedServices extends DefaultTask {
    @Classpath
    abstract ConfigurableFileCollection getJars()

    @OutputDirectory
    abstract DirectoryProperty getOutput()

    @TaskAction
    void merge() {
        Map<String, Set<String>> providers = new TreeMap<>()
        for (File jar : jars.files.findAll { File f -> f.name.endsWith('.jar') }) {
            ZipFile zip = new ZipFile(jar)
            try {
                zip.entries().toList().findAll { it.name.startsWith('META-INF/services/') && !it.directory }.each { entry ->
                    List<String> lines = zip.getInputStream(entry).readLines('UTF-8').collect { String line -> line.replaceFirst('#.*', '').trim() }
                    providers.computeIfAbsent(entry.name) { new TreeSet<String>() }.addAll(lines.findAll { String line -> !line.empty })
                }
            } finally {
                zip.close()
            }
        }
        File folder = output.get().asFile
        folder.deleteDir()
        providers.each { String name, Set<String> classes ->
            File file = new File(folder, name)
            file.parentFile.mkdirs()
            file.text = classes.join('\n') + '\n'
        }
    }
}
