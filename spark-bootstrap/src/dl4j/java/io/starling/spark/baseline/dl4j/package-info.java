/** DL4J's training on Spark as a baseline; a part of its own, as only who wants it needs DL4J. */
package io.starling.spark.baseline.dl4j;
