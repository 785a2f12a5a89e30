package io.starling.spark.data.file;

import java.io.Serializable;

/**
 * A piece of a file that one task reads. Where files are cut depends on the files only, never on the cluster, so that the samples of
 * a data set are the same sequence everywhere.
 *
 * @param file       with scheme, as Hadoop writes it
 * @param from       first byte
 * @param to         first byte that is not in it; of a compressed file, which is always one slice, its end is not known
 * @param hosts      where the bytes are, if the file system knows
 */
public record FileSlice(String file, long from, long to, boolean compressed, String[] hosts) implements Serializable {
}
