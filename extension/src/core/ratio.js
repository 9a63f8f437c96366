// The words-leaves ratio: the subtree that has much text for its leaves is content.
//
// David Insa, Josep Silva, Salvador Tamarit: Using the words/leafs ratio in the DOM tree for content extraction.
// Journal of Logic and Algebraic Programming 82, 2013. `src/mainspan/algorithms/wlr.py` is the same method, and its
// docstring has the three readings of the relevance, which cannot be as printed.

/** @typedef {import("./tree.js").ContentTree} ContentTree */
/** @typedef {"wlr" | "clr" | "wnr" | "cnr"} Method */
/** @typedef {"combined" | "normalised" | "printed"} Relevance */

/**
 * What a method counts, and for what.
 * @type {Record<Method, { amount: "words" | "characters", unit: "leaves" | "nodes" }>}
 */
export const METHODS = {
  wlr: { amount: "words", unit: "leaves" },
  clr: { amount: "characters", unit: "leaves" },
  wnr: { amount: "words", unit: "nodes" },
  cnr: { amount: "characters", unit: "nodes" },
};
/** @type {Relevance[]} */
export const RELEVANCES = ["combined", "normalised", "printed"];

// A rounding error; fractions that are equal can differ in their last digits.
const EQUAL = 1 - 1e-9;

/**
 * The figures of a tree: one value for each node.
 * @typedef {object} Figures
 * @property {Method} method
 * @property {Relevance} reading
 * @property {Int32Array} leaves
 * @property {Float64Array} ratio
 * @property {Uint8Array} initial whether it is an initial node
 * @property {Float64Array} weight
 * @property {Float64Array} relevance as a share of the highest
 * @property {number} threshold the lowest ratio of an initial node
 * @property {number} best the node that the method answers with; -1 if there is none
 */

/**
 * Compute all figures.
 * @param {ContentTree} tree
 * @param {Method} [method]
 * @param {Relevance} [reading]
 * @returns {Figures}
 */
export function computeFigures(tree, method = "wlr", reading = "combined") {
  const leaves = countLeaves(tree);
  const { amount, unit } = METHODS[method];
  const amounts = tree[amount];
  const units = unit === "leaves" ? leaves : tree.size;
  const ratio = amounts.map((value, row) => value / units[row]);
  const { initial, threshold } = initialNodes(ratio);
  const weight = weights(ratio, initial);
  const relevance = relevances(tree, ratio, weight, reading);
  return { method, reading, leaves, ratio, initial, weight, relevance, threshold, best: bestNode(relevance) };
}

/**
 * Figure 5: the leaves of each subtree, where neighbours that only format a text are one.
 * @param {ContentTree} tree
 */
export function countLeaves(tree) {
  const { length, parent, size, joins } = tree;
  const leaves = new Int32Array(length);
  // Children come after their parents, so all of them are complete when their parent is reached.
  for (let row = length - 1; row >= 0; row--) {
    if (size[row] === 1) leaves[row] = 1;
    const up = parent[row];
    if (up < 0) continue;
    leaves[up] += leaves[row];
    const next = row + size[row];
    const isNeighbour = next < length && parent[next] === up;
    if (isNeighbour && joins[row] && joins[next] && leaves[row] === 1 && leaves[next] === 1) leaves[up]--;
  }
  return leaves;
}

/**
 * Definition 4.5: the nodes with the most text for their leaves.
 * @param {Float64Array} ratio
 */
function initialNodes(ratio) {
  const threshold = ratio.length ? Math.sqrt(largest(ratio) * ratio[0]) : 0;
  return { threshold, initial: Uint8Array.from(ratio, (value) => Number(value >= threshold * EQUAL)) };
}

/**
 * Definition 4.6, first half: the weight of each node, 0 for all that are not initial.
 * @param {Float64Array} ratio
 * @param {Uint8Array} initial
 */
function weights(ratio, initial) {
  const first = initial.indexOf(1);
  const span = Math.max(initial.lastIndexOf(1) - first, 1);
  const share = normalised(ratio);
  return ratio.map((_, row) => (initial[row] ? (1 - (row - first) / span) * share[row] : 0));
}

/**
 * The ratio, from 0 for the lowest of all nodes to 1 for the highest.
 * @param {Float64Array} ratio
 */
function normalised(ratio) {
  const low = ratio.reduce((least, value) => Math.min(least, value), Infinity);
  const high = largest(ratio);
  return high > low ? ratio.map((value) => (value - low) / (high - low)) : ratio.map(() => 1);
}

/**
 * Definition 4.6, second half: the relevance of each node, as a share of the highest.
 * @param {ContentTree} tree
 * @param {Float64Array} ratio
 * @param {Float64Array} weight
 * @param {Relevance} reading
 */
function relevances(tree, ratio, weight, reading) {
  if (reading === "printed") {
    // The product of ratios over hundreds of levels is too large for a number, its logarithm is not.
    const found = gatherLogarithms(tree, ratio.map(Math.log), weight.map(Math.log));
    const high = largest(found);
    return found.map((value) => Math.exp(value - high));
  }
  const factor = reading === "normalised" ? normalised(ratio) : ratio;
  const found = weight.slice();
  const sums = new Float64Array(tree.length);
  for (let row = tree.length - 1; row >= 0; row--) {
    let value = Math.max(found[row], sums[row]);
    if (reading === "normalised") value *= factor[row];
    found[row] = value;
    if (tree.parent[row] >= 0) sums[tree.parent[row]] += value;
  }
  const product = reading === "normalised" ? found : found.map((value, row) => value * factor[row]);
  const high = largest(product);
  return product.map((value) => value / high);
}

/**
 * R(n) = factor(n) times max(weight(n), the sum of the children's R), all in logarithms.
 * @param {ContentTree} tree
 * @param {Float64Array} factor
 * @param {Float64Array} weight
 */
function gatherLogarithms(tree, factor, weight) {
  const found = weight.slice();
  const sums = new Float64Array(tree.length).fill(-Infinity);
  for (let row = tree.length - 1; row >= 0; row--) {
    found[row] = Math.max(found[row], sums[row]) + factor[row];
    const up = tree.parent[row];
    if (up >= 0) sums[up] = addLogarithms(sums[up], found[row]);
  }
  return found;
}

/** @param {number} one @param {number} other */
function addLogarithms(one, other) {
  if (one === -Infinity || other === -Infinity) return Math.max(one, other);
  return Math.max(one, other) + Math.log1p(Math.exp(-Math.abs(one - other)));
}

/**
 * Definition 4.7: the node with the highest relevance, the first one on a tie.
 * @param {Float64Array} relevance
 */
function bestNode(relevance) {
  const high = largest(relevance) * EQUAL;
  return relevance.findIndex((value) => value >= high);
}

/** @param {Float64Array} values */
function largest(values) {
  return values.reduce((most, value) => Math.max(most, value), -Infinity);
}
