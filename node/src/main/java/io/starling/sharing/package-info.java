/**
 * What a node puts into its messages, and how it averages what it receives.
 *
 * <p>{@link io.starling.sharing.Sharing} is the contract; {@link io.starling.sharing.FullSharing} the simplest method. Methods that share a
 * part of the model are a {@code Recipe} of parts over one loop, {@code PartialSharing}:
 *
 * <table>
 *   <caption>The parts</caption>
 *   <tr><th>package</th><th>question</th><th>answers</th></tr>
 *   <tr><td>{@code domain}</td><td>In what space?</td><td>the parameters themselves, wavelet or Fourier coefficients</td></tr>
 *   <tr><td>{@code importance}</td><td>What makes one worth sharing?</td><td>its change, itself, its changes since it was last shared</td></tr>
 *   <tr><td>{@code selection}</td><td>Which ones?</td><td>the most important, those and rarely shared ones, random ones, one piece after the other</td></tr>
 *   <tr><td>{@code averaging}</td><td>How are they averaged?</td><td>by the graph's weights, or each by itself</td></tr>
 *   <tr><td>{@link io.starling.compression}</td><td>In what bytes?</td><td>codecs of indices and of values</td></tr>
 * </table>
 *
 * <p>Any part of a method can be replaced by its key, for an ablation: {@code sharing.method = jwins-pp} with
 * {@code sharing.averaging = weighted}. Methods that keep replicas of their neighbours' models, CHOCO, DCD and ECSD, are a class each over
 * {@code Difference} and {@code Replicas}; they refuse graphs that change.
 *
 * <p>To add a method, implement {@link io.starling.sharing.Sharing.Factory} and name the class in the configuration.
 *
 * <p>Entry point: {@link io.starling.sharing.Sharings#create}.
 */
package io.starling.sharing;
