import groovy.transform.CompileStatic
import java.security.MessageDigest
import java.util.zip.GZIPOutputStream
import java.util.zip.ZipFile
import org.gradle.api.DefaultTask
import org.gradle.api.GradleException
import org.gradle.api.file.ConfigurableFileCollection
import org.gradle.api.file.DirectoryProperty
import org.gradle.api.provider.Property
import org.gradle.api.tasks.CacheableTask
import org.gradle.api.tasks.Input
import org.gradle.api.tasks.InputFiles
import org.gradle.api.tasks.OutputDirectory
import org.gradle.api.tasks.PathSensitive
import org.gradle.api.tasks.PathSensitivity
import org.gradle.api.tasks.TaskAction

/**
 * Makes idx files, as MNIST's own, from the text files of 2,500 digits.
 *
 * The texts hold one digit a line, binarised, inverted and transposed: image[row][column] = 1 - v[column * 28 + row].
 */
@CacheableTask
@CompileStatic
abstract class DigitsResource extends DefaultTask {
    private static final int SIDE = 28
    private static final int TRAIN = 2000

    @InputFiles
    @PathSensitive(PathSensitivity.NONE)
    abstract ConfigurableFileCollection getSource()

    @Input
    abstract Property<String> getSha256()

    @OutputDirectory
    abstract DirectoryProperty getResources()

    @TaskAction
    void convert() {
        File jar = source.singleFile
        String got = MessageDigest.getInstance('SHA-256').digest(jar.bytes).encodeHex().toString()
        if (got != sha256.get()) {
            throw new GradleException("${jar.name} has SHA-256 $got, not ${sha256.get()}")
        }
        File folder = new File(resources.get().asFile, 'io/starling/dataset/digits')
        folder.mkdirs()
        ZipFile zip = new ZipFile(jar)
        try {
            List<String> labels = zip.getInputStream(zip.getEntry('mnist2500_labels.txt')).readLines()
            List<byte[]> images = []
            zip.getInputStream(zip.getEntry('mnist2500_X.txt')).eachLine { String line ->
                images << image(line)
            }
            write(folder, 'train', images.subList(0, TRAIN), labels.subList(0, TRAIN))
            write(folder, 'test', images.subList(TRAIN, images.size()), labels.subList(TRAIN, labels.size()))
        } finally {
            zip.close()
        }
    }

    private static byte[] image(String line) {
        String[] values = line.trim().split(/\s+/)
        byte[] pixels = new byte[SIDE * SIDE]
        for (int row = 0; row < SIDE; row++) {
            for (int column = 0; column < SIDE; column++) {
                pixels[row * SIDE + column] = (byte) (255 * (1 - Double.parseDouble(values[column * SIDE + row])))
            }
        }
        return pixels
    }

    private static void write(File folder, String part, List<byte[]> images, List<String> labels) {
        idx(new File(folder, "$part-images-idx3-ubyte.gz"), [images.size(), SIDE, SIDE]) { DataOutputStream out ->
            images.each { byte[] pixels -> out.write(pixels) }
        }
        idx(new File(folder, "$part-labels-idx1-ubyte.gz"), [labels.size()]) { DataOutputStream out ->
            labels.each { String label -> out.writeByte(Integer.parseInt(label.trim())) }
        }
    }

    /** The idx format: two zero bytes, the type (8: unsigned bytes), the number of dimensions, each dimension, the values. */
    private static void idx(File file, List<Integer> dimensions, Closure<?> values) {
        DataOutputStream out = new DataOutputStream(new GZIPOutputStream(new FileOutputStream(file)))
        try {
            out.writeInt(0x0800 + dimensions.size())
            dimensions.each { int d -> out.writeInt(d) }
            values.call(out)
        } finally {
            out.close()
        }
    }
}
