import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { shellWord } from '../../src/domain/shell-word.ts';
import { CONTROL_CHARACTERS } from '../../src/domain/text.ts';
import { readShellLine } from '../cli/shell.ts';

const texts = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...'\'"\\$`!%*?~#&;|<>(){}[]= -\n\r\t\u001b\u007f\u0085\u202e\u20280147'),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  ),
});

test('a shell reads every quoted text as the word it was, from one line without control characters', () => {
  fc.assert(
    fc.property(fc.array(texts, { minLength: 1, maxLength: 20 }), (all) => {
      const words = all.map((text) => text.replaceAll('\0', ''));
      const line = words.map(shellWord).join(' ');
      assert.equal(line.search(CONTROL_CHARACTERS), -1);
      assert.deepEqual(readShellLine(line), words);
    }),
  );
});
