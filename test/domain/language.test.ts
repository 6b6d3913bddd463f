import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acceptedLanguage, languageOf } from '../../src/domain/language.ts';

test('a language is known by its first part, in any case', () => {
  assert.deepEqual(['de', 'DE-at', ' en-GB ', 'deu', '', 'tlh'].map(languageOf), [
    'de',
    'de',
    'en',
    undefined,
    undefined,
    undefined,
  ]);
});

test('of the languages that a browser accepts, the first that there is counts, by their weights', () => {
  const accepted: Record<string, string | undefined> = {
    'de-DE,de;q=0.9,en;q=0.8': 'de',
    'tlh, en;q=0.4, de;q=0.7': 'de',
    'de;q=0, en': 'en',
    'en, de': 'en',
    'de;q=x, en;q=0.1': 'en',
    '*': undefined,
    '': undefined,
  };
  assert.deepEqual(Object.keys(accepted).map(acceptedLanguage), Object.values(accepted));
  assert.equal(acceptedLanguage(undefined), undefined);
});

test('a browser that accepts thousands of languages costs no more than one that accepts twenty', () => {
  assert.equal(acceptedLanguage(`${'tlh,'.repeat(100_000)}de`), undefined);
});
