// Links the text of an answer to the blocks that it came from.
// Every form keeps the words of the blocks in their order. So both are read side by side, without whitespace;
// marks of lists and the like, which only the answer has, are skipped.

const LOOK_AHEAD = 12;
const signs = (text) => Array.from(text.replace(/\s+/gu, ""));

// For each text node in `nodes` the number of the block that it begins in, or null.
export function alignNodes(nodes, blocks) {
  const stream = [];
  const owner = [];
  blocks.forEach(({ number, text }) => {
    for (const sign of signs(text)) {
      stream.push(sign);
      owner.push(number);
    }
  });
  let place = 0;
  return nodes.map((node) => {
    const counts = new Map();
    for (const sign of signs(node.data)) {
      let ahead = 0;
      while (ahead < LOOK_AHEAD && place + ahead < stream.length && stream[place + ahead] !== sign) ahead += 1;
      if (ahead === LOOK_AHEAD || place + ahead >= stream.length) continue;
      place += ahead + 1;
      const number = owner[place - 1];
      counts.set(number, (counts.get(number) || 0) + 1);
    }
    let best = null;
    for (const [number, count] of counts) if (best === null || count > counts.get(best)) best = number;
    return best;
  });
}
