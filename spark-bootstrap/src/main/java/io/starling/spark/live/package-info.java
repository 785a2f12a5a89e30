/**
 * A run to look at while it goes on: {@link io.starling.spark.live.RunView} is what is known of it, put together from its live results,
 * {@link io.starling.spark.live.RunPage} shows that as a web page. Neither uses Spark, as all task slots may be taken by the nodes.
 */
package io.starling.spark.live;
