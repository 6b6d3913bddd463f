import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  inGroups,
  isTotpCode,
  newRecoveryCodes,
  newTotpSecret,
  otpauthUri,
  stepOfCode,
  toBase32,
  totpCode,
} from '../../src/domain/totp.ts';

const SECRET = Buffer.from('12345678901234567890');
const NOW = 1_111_111_111_000;
const STEP = 37_037_037;

test('codes are those of RFC 6238, appendix B, and of RFC 4226, appendix D', () => {
  for (const [seconds, code] of [
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ] as const) {
    // The vectors have eight digits.
    assert.equal(totpCode(SECRET, Math.floor(seconds / 30)), code.slice(2));
  }
  assert.deepEqual(
    Array.from({ length: 10 }, (_, counter) => totpCode(SECRET, counter)),
    [
      '755224',
      '287082',
      '359152',
      '969429',
      '338314',
      '254676',
      '287922',
      '162583',
      '399871',
    ].concat('520489'),
  );
});

test('a code counts in its own step and those beside it, and never again once it or a later one was used', () => {
  const codeOf = (step: number) => totpCode(SECRET, step);
  const steps = (lastStep: number | null) =>
    [-2, -1, 0, 1, 2].map((by) => stepOfCode(SECRET, codeOf(STEP + by), { now: NOW, lastStep }));
  assert.deepEqual(steps(null), [undefined, STEP - 1, STEP, STEP + 1, undefined]);
  assert.deepEqual(steps(STEP - 1), [undefined, undefined, STEP, STEP + 1, undefined]);
  assert.deepEqual(steps(STEP), [undefined, undefined, undefined, STEP + 1, undefined]);
  assert.deepEqual(steps(STEP + 1), [undefined, undefined, undefined, undefined, undefined]);
});

test('what is no code of the secret is wrong, whatever it is', () => {
  for (const code of [
    '',
    '0',
    '14050471',
    '05047',
    '050471 ',
    '٠٥٠٤٧١',
    '05047१',
    '-50471',
    '5e4',
  ]) {
    assert.equal(stepOfCode(SECRET, code, { now: NOW, lastStep: null }), undefined, code);
  }
  assert.equal(stepOfCode(SECRET, '755224', { now: 0, lastStep: null }), 0);
  assert.deepEqual(
    ['050471', ' 050 471 ', '050-471', '05047', '0504711', 'ABCDEF', '٠٥٠٤٧١'].map(isTotpCode),
    [true, true, true, false, false, false, false],
  );
});

test('base 32 is that of RFC 4648, without padding', () => {
  for (const [text, expected] of [
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ] as const) {
    assert.equal(toBase32(Buffer.from(text)), expected);
  }
  assert.equal(inGroups('MZXW6YTBOI'), 'MZXW 6YTB OI');
});

test('secrets and recovery codes are new each time, as long as they should be', () => {
  assert.equal(newTotpSecret().length, 20);
  const codes = [...newRecoveryCodes(), ...newRecoveryCodes()];
  assert.equal(new Set(codes).size, 20);
  for (const code of codes) assert.match(code, /^(?:[A-Z2-7]{4}-){5}[A-Z2-7]{4}$/);
});

test('the address for an app names company and account, whatever characters these have', () => {
  const uri = otpauthUri(SECRET, { account: 'ada+1@acme.example', company: 'R&D: "Ünlü" <b>' });
  const { protocol, host, pathname, searchParams } = new URL(uri);
  assert.deepEqual(
    [protocol, host, decodeURIComponent(pathname), Object.fromEntries(searchParams)],
    [
      'otpauth:',
      'totp',
      '/R&D  "Ünlü" <b>:ada+1@acme.example',
      { secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', issuer: 'R&D  "Ünlü" <b>' },
    ],
  );
});
