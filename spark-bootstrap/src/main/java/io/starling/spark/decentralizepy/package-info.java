/**
 * What comes from DecentralizePy (Dhasade et al., EuroMLSys 2023): its INI files, turned into our configurations by
 * {@link io.starling.spark.decentralizepy.IniImport}. Its results are read by {@code io.starling.spark.results}.
 */
package io.starling.spark.decentralizepy;
