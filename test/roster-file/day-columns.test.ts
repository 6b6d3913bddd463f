import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRosterFile, toRosterRows } from '../../src/roster-file/read-rows.ts';
import { textOf } from './text-of.ts';

/** What becomes of the cells of a column `Hire date`. */
function read(...cells: string[]) {
  const lines = cells.map((cell, at) => `E-${at},p${at}@acme.example,Ann,Lee,${cell}`);
  const text = ['external_id,email,first_name,last_name,Hire date', ...lines].join('\n');
  const file = readRosterFile(textOf(Buffer.from(text)));
  const { unreadable, is_unclear } = file.days.read[0] ?? {};
  return {
    days: [...toRosterRows(file)].map((row) => row.first_day),
    ...{ unreadable, is_unclear },
  };
}

test('one cell that can be read in one order only tells the order of its column', () => {
  assert.deepEqual(read('03/04/2026', '25/04/2026', '05/05/2026').days, [
    ...['2026-04-03', '2026-04-25', '2026-05-05'],
  ]);
  assert.deepEqual(read('03/04/2026', '4/25/26').days, ['2026-03-04', '2026-04-25']);
  assert.deepEqual(read('03.04.2026', '2026-04-25T00:00:00', '20260425', '46137').days, [
    ...['2026-04-03', '2026-04-25', '2026-04-25', '2026-04-25'],
  ]);
});

test('a column whose dates can all be read in two orders is not read', () => {
  assert.deepEqual(read('03/04/2026', '2026-04-25', ''), {
    days: [undefined, undefined, undefined],
    ...{ unreadable: 0, is_unclear: true },
  });
});

test('where both orders occur, a date that can be read in both is left empty and counted', () => {
  assert.deepEqual(read('03/04/2026', '25/04/2026', '04/25/2026', '06/06/2026'), {
    days: ['', '2026-04-25', '2026-04-25', '2026-06-06'],
    ...{ unreadable: 1, is_unclear: false },
  });
});

test('what is no date is left empty and counted, what stands for none only left empty', () => {
  assert.deepEqual(read('', 'n/a', '-', '1900-01-01', '9999-12-31', '00.00.0000').unreadable, 0);
  assert.deepEqual(read('2026-02-30', 'week 14', 'x'.repeat(100_000), '2026-04-25'), {
    days: ['', '', '', '2026-04-25'],
    ...{ unreadable: 2, is_unclear: false },
  });
});

for (const header of [
  ...['first_day', 'Start Date', 'Eintrittsdatum', "Date d'embauche", 'Fecha de ingreso'],
  ...[
    'Data di assunzione',
    'Datum in dienst',
    'Data zatrudnienia',
    'Data de admissão',
    '入社年月日',
  ],
]) {
  test(`a first day is found under ${header}`, () => {
    const text = `external_id,email,first_name,last_name,${header}\nE-1,a@acme.example,Ann,Lee,2026-04-25`;
    const file = readRosterFile(textOf(Buffer.from(text)));
    assert.deepEqual(
      [...toRosterRows(file)].map((row) => row.first_day),
      ['2026-04-25'],
    );
  });
}

test('the hire date is read rather than the start of a position or the first of several hire dates', () => {
  const text =
    'external_id,email,first_name,last_name,Original Hire Date,Start Date,Hire Date\nE-1,a@acme.example,Ann,Lee,2001-01-01,2020-01-01,2010-01-01';
  const file = readRosterFile(textOf(Buffer.from(text)));
  assert.equal(file.columns.first_day, 6);
});
