import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { codePoints, fold, foldAccents, isStorable } from '../../src/domain/text.ts';

test('case is ignored beyond ASCII, and so is the way an accent is encoded', () => {
  assert.equal(fold('ÅSA'), fold('åsa'));
  assert.equal(fold('E\u0301lan'), fold('élan'));
  assert.equal(fold('ΠΑΝΟΣ'), fold('πανος'));
  // This letter has no single upper-case character; its upper case is two characters.
  assert.equal(fold('J\u030c'), fold('\u01f0'));
});

test('folding a folded text changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      assert.equal(fold(fold(text)), fold(text));
    }),
  );
});

test('folding gives the lower case of the composed text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (any) => {
      const text = any.replace(/[\u037e\u1fef\u212a]/g, '');
      assert.equal(fold(text), text.normalize('NFC').toLowerCase().normalize('NFC'));
    }),
  );
});

test('no character outside ASCII is folded into ASCII, wherever it stands', () => {
  const wrong: string[] = [];
  for (let from = 0x80; from <= 0x10ffff; from += 0x80) {
    const texts = Array.from({ length: 0x80 }, (_, at) => {
      const character = String.fromCodePoint(from + at);
      return [character, `${character}b`, `é${character}`, `a${character}\u0301`];
    }).flat();
    // Nothing is folded together with U+0000.
    const folded = fold(texts.join('\0')).split('\0');
    assert.equal(folded.length, texts.length);
    for (const [at, text] of texts.entries()) {
      const one = folded[at] ?? '';
      // The small letter of U+0130 is the letter i and a dot, which no text of ASCII has.
      const ascii = one.replaceAll('i\u0307', '').replace(/[^\0-\x7f]/g, '');
      const isWrong = ascii.length > text.replace(/[^\0-\x7f]/g, '').length;
      if (isWrong || /^[\0-\x7f]*$/.test(one)) wrong.push(JSON.stringify(text));
    }
  }
  assert.deepEqual(wrong, []);
});

test('a search ignores case, accents, and letters that stand for others', () => {
  assert.deepEqual(
    ['Łódź', 'Søren Ærø', 'STRASSE', 'straße', 'E\u0301lan', 'ﬁ', 'İIı', 'Đorđe'].map(foldAccents),
    ['lodz', 'soren aero', 'strasse', 'strasse', 'elan', 'fi', 'iii', 'dorde'],
  );
});

test('length counts code points, as many as iterating gives', () => {
  assert.equal(codePoints('a😀é'), 3);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      assert.equal(codePoints(text), [...text].length);
    }),
  );
});

test('a lone surrogate counts as one and cannot be stored; nor can U+0000', () => {
  assert.equal(codePoints('a\ud800'), 2);
  assert.ok(!isStorable('a\ud800'));
  assert.ok(!isStorable('\udc00a'));
  assert.ok(!isStorable('a\u0000b'));
  assert.ok(isStorable('😀 é \u0001'));
});
