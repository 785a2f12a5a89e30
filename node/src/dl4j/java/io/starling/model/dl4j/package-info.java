/** DL4J's networks behind {@link io.starling.model.Model}: any configuration in DL4J's JSON can be trained, shared and averaged. */
package io.starling.model.dl4j;
