/** The tag of EXIF that says how a camera was held. */
const ORIENTATION = 0x0112;

/** Of those 8 ways the first is upright. */
const WAYS = 8;

/** Fields that are looked at; cameras write some dozens. */
const MAX_FIELDS = 1_000;

/** How a camera was held, from the first folder of EXIF (TIFF 6.0); 1, upright, where it does not say so. */
export function orientationIn(exif: Buffer): number {
  const order = exif.toString('latin1', 0, 4);
  const isLittle = order === 'II*\0';
  if ((!isLittle && order !== 'MM\0*') || exif.length < 8) return 1;
  const short = (at: number) => (isLittle ? exif.readUInt16LE(at) : exif.readUInt16BE(at));
  const start = isLittle ? exif.readUInt32LE(4) : exif.readUInt32BE(4);
  if (start + 2 > exif.length) return 1;
  const count = Math.min(short(start), MAX_FIELDS);
  for (let at = start + 2; at < start + 2 + count * 12 && at + 12 <= exif.length; at += 12) {
    if (short(at) !== ORIENTATION) continue;
    const way = short(at + 8);
    return way >= 1 && way <= WAYS ? way : 1;
  }
  return 1;
}

/** EXIF that says how a camera was held, and nothing else. */
export function exifOf(orientation: number): Buffer {
  const exif = Buffer.alloc(26);
  exif.write('MM\0*', 'latin1');
  exif.writeUInt32BE(8, 4);
  exif.writeUInt16BE(1, 8);
  exif.writeUInt16BE(ORIENTATION, 10);
  // One value of two bytes.
  exif.writeUInt16BE(3, 12);
  exif.writeUInt32BE(1, 14);
  exif.writeUInt16BE(orientation, 18);
  return exif;
}
