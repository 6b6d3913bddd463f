import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readName, splitFullName } from '../../src/roster-file/person-name.ts';

for (const [text, first_name, last_name] of [
  ['Ann Archer', 'Ann', 'Archer'],
  ['Archer, Ann', 'Ann', 'Archer'],
  ['van der Berg, Jan', 'Jan', 'van der Berg'],
  ['Jan van der Berg', 'Jan', 'van der Berg'],
  ['Anna von Arnim', 'Anna', 'von Arnim'],
  ['Ana García López', 'Ana', 'García López'],
  ['García López, Ana María', 'Ana María', 'García López'],
  ['Cher', 'Cher', ''],
  ['Cher,', 'Cher', ''],
  [', Ann', 'Ann', ''],
  ['Ann Archer, Jr.', 'Ann', 'Archer, Jr.'],
  ['Ann Archer, PhD', 'Ann', 'Archer, PhD'],
  ['Ann Archer (On Leave)', 'Ann', 'Archer'],
  ['Ann Archer [C]', 'Ann', 'Archer'],
  ['Ann Archer (1001)', 'Ann', 'Archer'],
  ['Ann Archer [C] (On Leave) (1001)', 'Ann', 'Archer'],
  ['Ann Archer (Annie)', 'Ann', 'Archer (Annie)'],
  ['  Ann   Archer ', 'Ann', 'Archer'],
  ['(1001)', '(1001)', ''],
  ['', '', ''],
] as const) {
  test(`the full name "${text}" is split into "${first_name}" and "${last_name}"`, () => {
    assert.deepEqual(splitFullName(text), { first_name, last_name });
  });
}

test('a preferred name replaces the first name in the rows that have one', () => {
  const columns = { first_name: 0, preferred_first_name: 1, last_name: 2, preferred_last_name: 3 };
  const read = (...cells: string[]) => readName(cells, columns);
  assert.deepEqual(read('Elizabeth', 'Beth', 'Baker', 'Cole'), {
    first_name: 'Beth',
    last_name: 'Cole',
  });
  assert.deepEqual(read('Elizabeth', ' ', 'Baker', ''), {
    first_name: 'Elizabeth',
    last_name: 'Baker',
  });
});

test('a Dutch prefix precedes the last name', () => {
  const columns = { first_name: 0, last_name_prefix: 1, last_name: 2 };
  assert.deepEqual(readName(['Jan', 'van der', 'Berg'], columns), {
    first_name: 'Jan',
    last_name: 'van der Berg',
  });
  assert.deepEqual(readName(['Jan', '', 'Berg'], columns), {
    first_name: 'Jan',
    last_name: 'Berg',
  });
});
