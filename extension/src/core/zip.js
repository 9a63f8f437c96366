// A zip archive: what `make extension` writes, and what an annotated page is saved as.

/** @typedef {{ name: string, data: Uint8Array }} Entry */

const CRC = new Uint32Array(256).map((_, value) => {
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});
// The first of January 1980: the same files make the same archive.
const DATE = 0x21;
const DEFLATED = 8;
const UTF8 = 0x800;

/** @param {Uint8Array} data */
export function crc32(data) {
  let value = 0xffffffff;
  for (const byte of data) value = CRC[(value ^ byte) & 0xff] ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

// What zlib puts before and after the compressed data.
const ZLIB_HEAD = 2;
const ZLIB_TAIL = 4;

/** @param {Uint8Array} data */
async function deflate(data) {
  // Not "deflate-raw": Node.js 18 has no such format.
  const stream = new Blob([new Uint8Array(data)]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer()).slice(ZLIB_HEAD, -ZLIB_TAIL);
}

/**
 * Write an archive.
 * @param {Entry[]} entries
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function zip(entries) {
  /** @type {Uint8Array[]} */
  const parts = [];
  /** @type {Uint8Array[]} */
  const index = [];
  let offset = 0;
  for (const { name, data } of entries) {
    const bytes = new TextEncoder().encode(name);
    const packed = await deflate(data);
    const about = [20, UTF8, DEFLATED, 0, DATE, crc32(data), packed.length, data.length, bytes.length, 0];
    const sizes = [2, 2, 2, 2, 2, 4, 4, 4, 2, 2];
    const head = record([0x04034b50, ...about], [4, ...sizes]);
    parts.push(head, bytes, packed);
    index.push(record([0x02014b50, 20, ...about, 0, 0, 0, 0, offset], [4, 2, ...sizes, 2, 2, 2, 4, 4]), bytes);
    offset += head.length + bytes.length + packed.length;
  }
  const size = index.reduce((sum, part) => sum + part.length, 0);
  const end = [0x06054b50, 0, 0, entries.length, entries.length, size, offset, 0];
  return joined([...parts, ...index, record(end, [4, 2, 2, 2, 2, 4, 4, 2])]);
}

/**
 * Little-endian numbers of these sizes.
 * @param {number[]} values @param {number[]} sizes
 */
function record(values, sizes) {
  const bytes = new Uint8Array(sizes.reduce((sum, size) => sum + size, 0));
  const view = new DataView(bytes.buffer);
  let place = 0;
  values.forEach((value, i) => {
    if (sizes[i] === 2) view.setUint16(place, value, true);
    else view.setUint32(place, value, true);
    place += sizes[i];
  });
  return bytes;
}

/** @param {Uint8Array[]} parts */
function joined(parts) {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let place = 0;
  for (const part of parts) {
    bytes.set(part, place);
    place += part.length;
  }
  return bytes;
}
