/**
 * The file formats of data sets, as pure functions of bytes and text: no Spark, no file system.
 *
 * <p>Whatever cannot be read is a {@link io.starling.config.UserError} made by {@link io.starling.dataset.format.BadData}, with the
 * file, the place in it and the reason.
 */
package io.starling.dataset.format;
