/**
 * How many arrays and objects of a JSON text (as UTF-8) lie within one another, without parsing it. Stops at
 * the first level beyond `limit`. Of bytes that are not JSON it says only that they do not nest deeper.
 */
export function jsonDepth(bytes: Uint8Array, limit: number): number {
  let depth = 0;
  let deepest = 0;
  for (let i = 0; i < bytes.length; i++) {
    switch (bytes[i]) {
      case 0x22: // "
        i = endOfString(bytes, i);
        break;
      case 0x5b: // [
      case 0x7b: // {
        if (++depth > deepest) {
          deepest = depth;
          if (deepest > limit) return deepest;
        }
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth--;
    }
  }
  return deepest;
}

/** From the quote that opens a string to the one that closes it. */
function endOfString(bytes: Uint8Array, start: number): number {
  let i = start + 1;
  while (i < bytes.length && bytes[i] !== 0x22) i += bytes[i] === 0x5c ? 2 : 1;
  return i;
}
