import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { EngagedError } from '../../src/domain/errors.ts';
import { readPicture } from '../../src/domain/pictures/picture.ts';
import {
  EXIF_IN_JPEG,
  exif,
  JPEG,
  jpegSegment,
  jpegWith,
  PNG_SIGNATURE,
  png,
  pngChunk,
  pngHead,
  riffChunk,
  WEBP,
  WEBP_LOSSLESS,
  webp,
} from './pictures.ts';

const bytesOf = (file: Buffer) => Buffer.from(readPicture('logo', file).bytes);
const text = (words: string) => Buffer.from(words, 'latin1');

/** Why a file is refused; its type where it is not. */
function outcome(file: Uint8Array): string {
  try {
    return readPicture('logo', file).type;
  } catch (error) {
    if (error instanceof EngagedError && error.failure) return error.failure.code;
    throw error;
  }
}

test('what is in a file decides what it is, and the same comes out where nothing is left out', () => {
  for (const [file, type] of [
    [png(), 'png'],
    [WEBP, 'webp'],
    [WEBP_LOSSLESS, 'webp'],
  ] as const) {
    const read = readPicture('logo', file);
    assert.deepEqual([read.type, Buffer.from(read.bytes)], [type, file]);
    assert.deepEqual(bytesOf(Buffer.from(read.bytes)), file);
  }
  const jpeg = readPicture('logo', JPEG);
  assert.equal(jpeg.type, 'jpg');
  assert.deepEqual(bytesOf(Buffer.from(jpeg.bytes)), Buffer.from(jpeg.bytes));
});

test('texts, places, profiles and what follows the picture are left out', () => {
  const secret = text('Secret <script>alert(1)</script>');
  const chunks = ['tEXt', 'iTXt', 'zTXt', 'iCCP', 'eXIf', 'tIME', 'prVt'];
  const noisyPng = Buffer.concat([
    png(2, 2, {
      between: chunks.map((type) => pngChunk(type, secret)),
      after: [pngChunk('tEXt', secret)],
    }),
    secret,
  ]);
  assert.deepEqual(bytesOf(noisyPng), png());
  const noisyJpeg = Buffer.concat([
    jpegWith(
      ...[0xe0, 0xe1, 0xe2, 0xec, 0xed, 0xef, 0xfe].map((marker) => jpegSegment(marker, secret)),
      EXIF_IN_JPEG(1),
    ),
    secret,
  ]);
  assert.deepEqual(bytesOf(noisyJpeg), bytesOf(JPEG));
  const extended = riffChunk('VP8X', Buffer.from([0x2c, 0, 0, 0, 0, 0, 0, 0, 0, 0]));
  const noisyWebp = Buffer.concat([
    webp(
      extended,
      riffChunk('ICCP', secret),
      WEBP.subarray(12),
      riffChunk('EXIF', exif(1)),
      riffChunk('XMP ', secret),
      riffChunk('JUNK', secret),
    ),
    secret,
  ]);
  assert.deepEqual(bytesOf(noisyWebp), WEBP);
});

test('what follows the pixels within their own chunk of a PNG is left out', () => {
  const pixels = deflateSync(
    Buffer.from([0, 15, 110, 86, 15, 110, 86, 0, 15, 110, 86, 15, 110, 86]),
  );
  const [head, tail] = [
    pixels.subarray(0, 9),
    Buffer.concat([pixels.subarray(9), text('PK\x03\x04')]),
  ];
  const file = Buffer.concat([
    PNG_SIGNATURE,
    pngChunk('IHDR', pngHead(2, 2)),
    pngChunk('IDAT', head),
    pngChunk('IDAT', tail),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
  assert.deepEqual(bytesOf(file), png());
});

test('how the camera was held is kept, and nothing else that it wrote', () => {
  const extended = riffChunk('VP8X', Buffer.from([0x08, 0, 0, 0, 0, 0, 0, 0, 0, 0]));
  for (const order of ['II', 'MM'] as const) {
    for (const file of [
      jpegWith(EXIF_IN_JPEG(6, order)),
      png(2, 2, { between: [pngChunk('eXIf', exif(6, order))] }),
      webp(extended, WEBP.subarray(12), riffChunk('EXIF', exif(6, order))),
    ]) {
      const bytes = bytesOf(file);
      const at = bytes.indexOf('MM\0*', 0, 'latin1');
      assert.equal(bytes.readUInt16BE(at + 18), 6);
      assert.equal(bytes.includes('Camera'), false);
      assert.deepEqual(bytesOf(bytes), bytes);
    }
  }
  for (const wrong of [0, 9, 65_535]) {
    assert.deepEqual(bytesOf(jpegWith(EXIF_IN_JPEG(wrong))), bytesOf(JPEG));
  }
});

test('files that are no such picture are refused, whatever they begin with', () => {
  const files = {
    nothing: Buffer.alloc(0),
    svg: text('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    html: text('<!doctype html><script>alert(1)</script>'),
    gif: text('GIF89a\x01\0\x01\0\0\0\0;'),
    gifAndJpeg: Buffer.concat([text('GIF89a'), JPEG]),
    htmlAndPng: Buffer.concat([text('<script>'), png()]),
    bmp: text('BM\0\0\0\0'),
    avif: text('\0\0\0 ftypavif'),
    wave: text('RIFF\x04\0\0\0WAVE'),
  };
  for (const file of Object.values(files)) assert.equal(outcome(file), 'picture_type');
});

test('every file that ends too early, and every broken one, is refused', () => {
  const lossless = webp(WEBP_LOSSLESS.subarray(12));
  for (const file of [png(), JPEG, WEBP, lossless]) {
    for (let length = 12; length < file.length; length += 1) {
      const cut = file.subarray(0, length);
      // The padding of the last chunk is none of it.
      if (outcome(cut) !== 'picture_broken') assert.fail(`${outcome(cut)} at ${length}`);
    }
  }
  const file = png(8, 8);
  for (let at = 8; at < file.length - 12; at += 1) {
    const bent = Buffer.from(file);
    bent[at] = (bent[at] as number) ^ 0x20;
    assert.match(outcome(bent), /^picture_(broken|dimensions)$/);
  }
});

test('chunks that are missing, twice, out of order or unknown are refused', () => {
  const head = pngChunk('IHDR', pngHead(1, 1));
  const pixels = pngChunk('IDAT', deflateSync(Buffer.from([0, 1, 2, 3])));
  const end = pngChunk('IEND', Buffer.alloc(0));
  const made = (...chunks: Buffer[]) => Buffer.concat([PNG_SIGNATURE, ...chunks]);
  assert.equal(outcome(made(head, pixels, end)), 'png');
  for (const file of [
    made(pixels, end),
    made(head, end),
    made(head, head, pixels, end),
    made(head, pixels, pngChunk('tEXt', text('a')), pixels, end),
    made(head, pngChunk('EVIL', text('a')), pixels, end),
    made(head, pixels, pngChunk('PLTE', text('abc')), end),
    made(pngChunk('IHDR', pngHead(0, 1)), pixels, end),
    made(pngChunk('IHDR', pngHead(1, 1, 3)), pixels, end),
    made(pngChunk('IHDR', pngHead(1, 1, 8, 5)), pixels, end),
    made(
      pngChunk('IHDR', pngHead(1, 1, 8, 3)),
      pngChunk('IDAT', deflateSync(Buffer.alloc(2))),
      end,
    ),
    // Fewer and more pixels than it says.
    made(head, pngChunk('IDAT', deflateSync(Buffer.alloc(3))), end),
    made(head, pngChunk('IDAT', deflateSync(Buffer.alloc(5))), end),
    Buffer.concat([JPEG.subarray(0, 2), JPEG.subarray(-2)]),
    jpegWith(jpegSegment(0xc3, Buffer.alloc(9))),
    jpegWith(jpegSegment(0xd8, Buffer.alloc(4))),
    webp(WEBP.subarray(12), WEBP.subarray(12)),
    webp(riffChunk('VP8 ', Buffer.alloc(20))),
    webp(riffChunk('VP8L', Buffer.alloc(20))),
    webp(riffChunk('VP8X', Buffer.from([2, 0, 0, 0, 0, 0, 0, 0, 0, 0])), WEBP.subarray(12)),
    webp(riffChunk('VP8X', Buffer.from([0, 0, 0, 0, 9, 0, 0, 0, 0, 0])), WEBP.subarray(12)),
  ]) {
    assert.equal(outcome(file), 'picture_broken');
  }
});

test('a picture of more parts, or painted more often, than any program writes is refused', () => {
  const table = jpegSegment(0xdb, Buffer.alloc(0));
  const chunk = pngChunk('tEXt', Buffer.alloc(0));
  const piece = riffChunk('XMP ', Buffer.alloc(0));
  const begin = JPEG.indexOf(Buffer.from([0xff, 0xda]));
  const scan = JPEG.subarray(begin, -2);
  for (const [files, most] of [
    [(count: number) => jpegWith(...Array(count).fill(table)), 9_000],
    [(count: number) => png(1, 1, { between: Array(count).fill(chunk) }), 9_000],
    [(count: number) => webp(WEBP.subarray(12), ...Array(count).fill(piece)), 9_000],
    [
      (count: number) =>
        Buffer.concat([JPEG.subarray(0, begin), ...Array(count).fill(scan), JPEG.subarray(-2)]),
      64,
    ],
  ] as const) {
    assert.match(outcome(files(most)), /^(png|jpg|webp)$/);
    assert.equal(outcome(files(most + 2_000)), 'picture_broken');
  }
});

test('pictures that would fill the memory of a browser are refused before anything is unpacked', () => {
  const bomb = (width: number, height: number) =>
    Buffer.concat([
      PNG_SIGNATURE,
      pngChunk('IHDR', pngHead(width, height)),
      pngChunk('IDAT', deflateSync(Buffer.alloc(1_000))),
      pngChunk('IEND', Buffer.alloc(0)),
    ]);
  assert.equal(outcome(bomb(4_097, 1)), 'picture_dimensions');
  assert.equal(outcome(bomb(4_096, 4_096)), 'picture_dimensions');
  assert.equal(outcome(bomb(2 ** 32 - 1, 2 ** 32 - 1)), 'picture_dimensions');
  // More is inflated than the head says.
  const full = Buffer.concat([
    PNG_SIGNATURE,
    pngChunk('IHDR', pngHead(4, 4)),
    pngChunk('IDAT', deflateSync(Buffer.alloc(20_000_000))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
  assert.equal(outcome(full), 'picture_broken');
  assert.equal(outcome(Buffer.concat([png(), Buffer.alloc(1_048_576)])), 'picture_too_large');
});
