/**
 * The models that can be named in a configuration, each one class with the shape of its network and nothing else. Parameter
 * counts and orders are those of the models that the field's papers and DecentralizePy use, so that results can be compared.
 */
package io.starling.model.zoo;
