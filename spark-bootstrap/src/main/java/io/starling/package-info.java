/**
 * Starling from Scala or Java, in a Spark session of one's own: a notebook, spark-shell, or a program.
 *
 * <pre>{@code
 * val run = Starling.run(spark, """include file("conf/quickstart.conf"), rounds = 20""")
 * run.progress                                   // round 7/20  accuracy 61.2 %  sent 13.5 MB  ETA 3 s
 * run.await(Duration.ofMinutes(10)).accuracyMean
 * run.table("evaluations").groupBy("rounds").avg("accuracy_percent").orderBy("rounds").show()
 * run.createViews()                              // now %spark.sql sees runs, rounds, evaluations, …
 * }</pre>
 *
 * <p>The session stays the user's: it is never stopped, and nothing in it is changed. All nodes of a run work at the same time, so
 * the session must have at least as many task slots as the run has nodes, and one more for queries while the run is going on.
 *
 * <p>Begin with {@link io.starling.Starling#run}.
 */
package io.starling;
