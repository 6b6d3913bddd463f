import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EngagedError } from '../../src/domain/errors.ts';
import { ssoDomainSpellings } from '../../src/domain/sso-domain.ts';

test('a domain is case-insensitive', () => {
  assert.deepEqual(ssoDomainSpellings(' Mail.Example.COM '), ['mail.example.com']);
});

test('an internationalised domain is stored in both of its forms, whichever was given', () => {
  const both = ['münster.de', 'xn--mnster-3ya.de'];
  assert.deepEqual(ssoDomainSpellings('MÜNSTER.de'), both);
  assert.deepEqual(ssoDomainSpellings('xn--mnster-3ya.de'), both);
});

test('an invalid domain is rejected without being repeated', () => {
  const wrong = ['', 'localhost', '@example.com', 'a b.com', 'example.com/x', '-a.com', 'a..com'];
  for (const text of wrong) {
    assert.throws(
      () => ssoDomainSpellings(text),
      (error) =>
        error instanceof EngagedError &&
        error.message === 'sso_domain must be a domain such as example.com',
    );
  }
});

test('no letter outside ASCII makes a domain of ASCII', () => {
  const wrong: string[] = [];
  for (let point = 0x80; point <= 0x10ffff; point++) {
    const letter = String.fromCodePoint(point);
    if (!/[\p{L}\p{N}]/u.test(letter)) continue;
    try {
      if (ssoDomainSpellings(`a${letter}.example`).every((one) => !one.includes('xn--')))
        wrong.push(point.toString(16));
    } catch {
      // Refused.
    }
  }
  assert.deepEqual(wrong, []);
  assert.throws(() => ssoDomainSpellings('\u212aompany.example'), EngagedError);
});
