import assert from 'node:assert/strict';
import { constants } from 'node:buffer';
import { test } from 'node:test';
import { decodeText } from '../../../src/cli/csv/decode.ts';
import { encodings } from './encodings.ts';
import { refusalOf } from './refusal.ts';

for (const { name, encoding, encode } of encodings) {
  test(`${name} is recognised and its accents survive, without a mark in the text`, () => {
    const text = 'employee id,email,first name\r\n007,zoe@example.com,Zoë Ångström\r\n';
    assert.deepEqual(decodeText(encode(text)), { text, encoding });
  });
}

test('UTF-16 without a mark is recognised by its ASCII header when the people are Greek', () => {
  const text = `employee id,email\n1,Γεώργιος Παπαδόπουλος\n${'2,Ελένη Δημητρίου\n'.repeat(50)}`;
  assert.equal(decodeText(Buffer.from(text, 'utf16le')).text, text);
  assert.equal(decodeText(Buffer.from(text, 'utf16le').swap16()).text, text);
});

test('Windows-1252 gives the euro sign and typographic quotes, which Latin-1 lacks', () => {
  const bytes = Uint8Array.of(0x80, 0x92, 0xe9);
  assert.deepEqual(decodeText(bytes), { text: '€’é', encoding: 'windows-1252' });
});

test('a stray zero byte does not turn UTF-8 into UTF-16', () => {
  const text = `id,email\n1,\u0000\n${'2,someone@example.com\n'.repeat(20)}`;
  assert.deepEqual(decodeText(Buffer.from(text)), { text, encoding: 'utf-8' });
});

test('an empty file is an empty text', () => {
  assert.deepEqual(decodeText(new Uint8Array()), { text: '', encoding: 'utf-8' });
});

test('bytes that contradict their mark are refused with the encoding named', () => {
  const broken = Buffer.concat([Buffer.from('\uFEFFid,email\n'), Uint8Array.of(0xe9, 0x20)]);
  assert.match(
    refusalOf(() => decodeText(broken)),
    /looks like UTF-8 .* Save it as UTF-8/,
  );
  const odd = Buffer.from('\uFEFFid', 'utf16le').subarray(0, 5);
  assert.match(
    refusalOf(() => decodeText(odd)),
    /looks like UTF-16LE/,
  );
});

test('an Excel workbook is refused with the way to save it', () => {
  const xlsx = Uint8Array.of(0x50, 0x4b, 0x03, 0x04, 0, 0);
  const xls = Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0, 0);
  for (const bytes of [xlsx, xls]) {
    assert.match(
      refusalOf(() => decodeText(bytes)),
      /Excel workbook. Save it as "CSV UTF-8"/,
    );
  }
});

test('a file longer than a string can be is refused with the limit', () => {
  const bytes = new Uint8Array(constants.MAX_STRING_LENGTH + 1);
  assert.match(
    refusalOf(() => decodeText(bytes)),
    /too large .* 511 MB.* Split it/,
  );
});
