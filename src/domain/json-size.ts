/** What a JSON text holds, as far as it can be told without parsing it. */
type JsonSize = {
  /** How many arrays and objects lie within one another. */
  depth: number;
  /** How many commas there are outside of texts: members and elements, less one for each list that has any. */
  commas: number;
};

/**
 * Measures a JSON text (as UTF-8) and stops as soon as either bound is exceeded. For bytes that are not JSON
 * the result is what a parser may meet before it gives up.
 */
export function measureJson(bytes: Uint8Array, bounds: JsonSize): JsonSize {
  const shape: JsonSize = { depth: 0, commas: 0 };
  let open = 0;
  for (let i = 0; i < bytes.length; i++) {
    switch (bytes[i]) {
      case 0x22: // "
        i = endOfString(bytes, i);
        break;
      case 0x2c: // ,
        if (++shape.commas > bounds.commas) return shape;
        break;
      case 0x5b: // [
      case 0x7b: // {
        if (++open > shape.depth) {
          shape.depth = open;
          if (open > bounds.depth) return shape;
        }
        break;
      case 0x5d: // ]
      case 0x7d: // }
        open--;
    }
  }
  return shape;
}

/** From the quote that opens a string to the one that closes it. */
function endOfString(bytes: Uint8Array, start: number): number {
  let i = start + 1;
  while (i < bytes.length && bytes[i] !== 0x22) i += bytes[i] === 0x5c ? 2 : 1;
  return i;
}
