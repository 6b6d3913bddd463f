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
