/** Many runs in one Spark session, as many at a time as there are task slots for: {@link io.starling.spark.sweep.SweepRunner}. */
package io.starling.spark.sweep;
