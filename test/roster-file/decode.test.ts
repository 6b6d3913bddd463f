import assert from 'node:assert/strict';
import { constants } from 'node:buffer';
import { test } from 'node:test';
import { array, assert as holds, integer, property, uint8Array } from 'fast-check';
import { decodeText } from '../../src/roster-file/decode.ts';
import { encodings } from './encodings.ts';
import { validationMessage } from './expected-errors.ts';

for (const { name, encoding, encode } of encodings) {
  test(`${name} is recognised, its accents are kept, and its byte order mark is removed`, () => {
    const text = 'employee id,email,first name\r\n007,zoe@example.com,Zoë Ångström\r\n';
    const isAssumed = encoding === 'windows-1252';
    assert.deepEqual(decodeText(encode(text)), { text, encoding, isAssumed });
  });
}

test('UTF-16 without a byte order mark is recognised by its ASCII header, even if the names are Greek', () => {
  const text = `employee id,email\n1,Γεώργιος Παπαδόπουλος\n${'2,Ελένη Δημητρίου\n'.repeat(50)}`;
  assert.equal(decodeText(Buffer.from(text, 'utf16le')).text, text);
  assert.equal(decodeText(Buffer.from(text, 'utf16le').swap16()).text, text);
});

test('Windows-1252 has the euro sign and typographic quotes, which Latin-1 lacks', () => {
  const every = Array.from({ length: 128 }, (_, i) => i + 0x80);
  const undefinedOnes = [0x81, 0x8d, 0x8f, 0x90, 0x9d];
  const bytes = Uint8Array.from(every.filter((byte) => !undefinedOnes.includes(byte)));
  const high = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';
  const latin = String.fromCharCode(...every.slice(32));
  for (const named of ['windows-1252', undefined]) {
    const separate = Buffer.from([...bytes].flatMap((byte) => [byte, 0x2c]));
    assert.equal(decodeText(separate, named).text.replaceAll(',', ''), high + latin);
  }
});

test('a stray zero byte does not turn UTF-8 into UTF-16', () => {
  const text = `id,email\n1,\u0000\n${'2,someone@example.com\n'.repeat(20)}`;
  assert.deepEqual(decodeText(Buffer.from(text)), { text, encoding: 'utf-8', isAssumed: false });
});

test('an empty file is an empty text', () => {
  assert.deepEqual(decodeText(new Uint8Array()), {
    text: '',
    encoding: 'utf-8',
    isAssumed: false,
  });
});

const bytesOf = (...parts: (string | number)[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : [part])).map(Buffer.from),
  );

test('UTF-8 with an invalid byte is rejected with its line and byte, and never read as another encoding', () => {
  const head = 'id,department\r\n1,Geschäftsführung\r\n2,M';
  for (const [file, where] of [
    [bytesOf(head, 0xfc, 'ller\r\n'), 'line 3 (byte 0xFC at offset 40)'],
    // Cut off in the middle of its last character.
    [bytesOf(head, 0xc3), 'line 3 (byte 0xC3 at offset 40)'],
    // Surrogates, too long forms, and a value beyond Unicode.
    [bytesOf(head, 0xed, 0xa0, 0x80, '\n'), 'line 3 (byte 0xED at offset 40)'],
    [bytesOf(head, 0xc0, 0xaf, '\n'), 'line 3 (byte 0xC0 at offset 40)'],
    [bytesOf(head, 0xf5, 0x80, 0x80, 0x80), 'line 3 (byte 0xF5 at offset 40)'],
    [bytesOf('x', 0xe9, '\n€'), 'line 1 (byte 0xE9 at offset 1)'],
    [bytesOf('x', 0xe9, '\n\uFFFD'), 'line 1 (byte 0xE9 at offset 1)'],
  ] as const) {
    assert.equal(
      validationMessage(() => decodeText(file)),
      `The file is UTF-8 with broken characters: see ${where}. Export it again, or correct it there. If it is in another encoding, name that, for example --encoding windows-1252.`,
    );
  }
});

test('text that is neither UTF-8 nor Windows-1252 is rejected with the byte that is invalid in both', () => {
  const tail = 'Save it as UTF-8, or name its encoding with --encoding.';
  for (const byte of [0x81, 0x8d, 0x8f, 0x90, 0x9d]) {
    assert.equal(
      validationMessage(() => decodeText(bytesOf('id\n', 0xe9, '\n', byte))),
      `The file is neither UTF-8 nor Windows-1252: see line 3 (byte 0x${byte.toString(16).toUpperCase()} at offset 5). ${tail}`,
    );
  }
  const binary = Buffer.from(`${'\u0000'}${'é,'.repeat(100)}`, 'latin1');
  assert.equal(
    validationMessage(() => decodeText(binary)),
    `The file is neither UTF-8 nor Windows-1252: it holds bytes of zero. ${tail}`,
  );
});

test('a named encoding is used unless a byte order mark contradicts it', () => {
  const utf8 = Buffer.from('Zoë');
  assert.deepEqual(decodeText(utf8, 'windows-1252'), {
    text: 'ZoÃ«',
    encoding: 'windows-1252',
    isAssumed: false,
  });
  assert.equal(decodeText(Buffer.of(0xb3, 0xb1), 'windows-1250').text, 'ł±');
  assert.equal(decodeText(Buffer.of(0xb3, 0xb1), 'iso-8859-2').text, 'łą');
  assert.equal(decodeText(Buffer.from('ab', 'utf16le'), 'utf-16be').text, '愀戀');
  const marked = { text: 'Zoë', encoding: 'utf-8', isAssumed: false };
  assert.deepEqual(decodeText(Buffer.from('\uFEFFZoë'), 'windows-1250'), marked);
  assert.equal(decodeText(Buffer.from('\uFEFFZoë', 'utf16le'), 'utf-8').text, 'Zoë');
});

test('text that contradicts its byte order mark, its named encoding or its zero bytes is rejected with line and byte', () => {
  const utf16 = (text: string) => Buffer.from(text, 'utf16le');
  for (const [file, named, encoding, where] of [
    [bytesOf('\uFEFFid\n', 0xe9, ' '), undefined, 'UTF-8', 'line 2 (byte 0xE9 at offset 6)'],
    [bytesOf('id\n', 0xe9), 'utf-8', 'UTF-8', 'line 2 (byte 0xE9 at offset 3)'],
    [utf16('\uFEFFid').subarray(0, 5), undefined, 'UTF-16LE', 'line 1 (byte 0x64 at offset 4)'],
    [
      utf16('id,email\nx').subarray(0, 19),
      undefined,
      'UTF-16LE',
      'line 2 (byte 0x78 at offset 18)',
    ],
    [utf16('\uFEFFid\n\ud83d'), undefined, 'UTF-16LE', 'line 2 (byte 0x3D at offset 8)'],
    [utf16('id\n\ude00x').swap16(), undefined, 'UTF-16BE', 'line 2 (byte 0xDE at offset 6)'],
    [Buffer.of(0x41, 0x81), 'windows-1252', 'Windows-1252', 'line 1 (byte 0x81 at offset 1)'],
    // Polish in Windows-1250, where ISO 8859-2 has control characters.
    [Buffer.of(0x9c, 0xb9), 'iso-8859-2', 'ISO-8859-2', 'line 1 (byte 0x9C at offset 0)'],
    [Buffer.of(0x41, 0xff), 'windows-1253', 'Windows-1253', 'line 1 (byte 0xFF at offset 1)'],
    [Buffer.of(0x8a, 0xbf, 0x0a, 0x8a), 'shift_jis', 'SHIFT_JIS', 'line 2'],
  ] as const) {
    assert.equal(
      validationMessage(() => decodeText(file, named)),
      `The file is not ${encoding} throughout: see ${where}. Save it as UTF-8 and try again.`,
    );
  }
});

test('a file with replacement characters (U+FFFD) is rejected with the place of the first one', () => {
  const text = 'id,name\n1,M\uFFFDller\n';
  const utf16 = Buffer.from(`\uFEFF${text}`, 'utf16le');
  for (const [file, where] of [
    [Buffer.from(text), 'line 2 (byte 0xEF at offset 11)'],
    [Buffer.from(`\uFEFF${text}`), 'line 2 (byte 0xEF at offset 14)'],
    [utf16, 'line 2 (byte 0xFD at offset 24)'],
    [Buffer.from(utf16).swap16(), 'line 2 (byte 0xFF at offset 24)'],
  ] as const) {
    assert.equal(
      validationMessage(() => decodeText(file)),
      `Characters of the file were lost before it came here: see ${where}, where U+FFFD stands in for one. Export it again, or correct it there.`,
    );
  }
});

test('UTF-32 is rejected, with and without a byte order mark', () => {
  const utf32 = (text: string) => Buffer.from([...text].join('\0'), 'utf16le');
  for (const file of [utf32('\uFEFFid,email\n'), utf32('id,email\n'), utf32('\0id,email\n')]) {
    assert.match(
      validationMessage(() => decodeText(file)),
      /^The file is UTF-32 or no text at all\./,
    );
  }
});

test('any bytes are either rejected, or decoded so that encoding the text restores them', () => {
  const byte = integer({ min: 0, max: 255 });
  const likely = array(
    integer({ min: 0, max: 9 }).chain((kind) =>
      kind < 7
        ? integer({ min: 0x20, max: 0x7e }).map((one) => [one])
        : kind < 9
          ? byte.map((one) => [one])
          : integer({ min: 0x80, max: 0xffff }).map((code) => [
              ...Buffer.from(String.fromCharCode(code)),
            ]),
    ),
    { maxLength: 40 },
  ).map((parts) => Uint8Array.from(parts.flat()));
  for (const bytes of [likely, uint8Array({ maxLength: 40 })]) {
    holds(
      property(bytes, (sent) => {
        let read: ReturnType<typeof decodeText>;
        try {
          read = decodeText(sent);
        } catch {
          return;
        }
        const { text, encoding, isAssumed } = read;
        assert.ok(!text.includes('\uFFFD'));
        const again = Buffer.from(text, encoding === 'utf-8' ? 'utf8' : 'utf16le');
        if (encoding === 'utf-16be') again.swap16();
        // Each byte of Windows-1252 is a character; no other encoding is assumed.
        if (isAssumed) assert.equal(text.length, sent.length);
        else
          assert.ok(
            Buffer.from(sent)
              .subarray(-again.length || sent.length)
              .equals(again),
          );
      }),
    );
  }
});

test('an Excel workbook of the old form, or with a password, is rejected with what to do', () => {
  assert.equal(
    validationMessage(() => decodeText(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0, 0))),
    'The file is an Excel workbook of the old form, or has a password. Save it as .xlsx without a password, or as "CSV UTF-8", and import that file.',
  );
});

test('a file longer than the longest string is rejected with the limit', () => {
  const bytes = new Uint8Array(constants.MAX_STRING_LENGTH + 1);
  bytes.fill(0x78, 0, 10_000);
  assert.match(
    validationMessage(() => decodeText(bytes)),
    /too large .* 511 MB.* Split it/,
  );
});
