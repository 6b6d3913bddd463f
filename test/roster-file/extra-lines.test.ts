import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ReadOptions, readRosterFile } from '../../src/roster-file/read-rows.ts';
import { validationMessage } from './expected-errors.ts';
import { textOf } from './text-of.ts';

const HEADER = 'external_id,email,first_name,last_name';
const ANN = 'E1,ann@example.com,Ann,Archer';
const BOB = 'E2,bob@example.com,Bob,Baker';

const read = (lines: readonly string[], options?: ReadOptions) =>
  readRosterFile(textOf(Buffer.from(lines.join('\n'))), options);

/** The lines of the rows, of what was left out, and how many were skipped. */
const linesOf = (lines: readonly string[], options?: ReadOptions) => {
  const { records, extraLines, skippedLines } = read(lines, options);
  return { rows: [...records].map(({ line }) => line), extraLines, skippedLines };
};

test('lines above the header are skipped, whether padded, blank or of another length', () => {
  assert.deepEqual(linesOf(['Staff; 2026', '', 'As of 2026-11-20,,,', HEADER, ANN, BOB]), {
    rows: [5, 6],
    extraLines: [],
    skippedLines: 3,
  });
});

test('the delimiter is detected in the table, not in the lines above it', () => {
  const file = read([
    'Report, staff, all, of Acme',
    'Sales, Engineering',
    ...[HEADER, ANN, BOB].map((line) => line.replaceAll(',', ';')),
  ]);
  assert.equal(file.delimiter, ';');
  assert.equal(file.skippedLines, 2);
});

test('a first line with three known names is the header, whatever follows', () => {
  assert.deepEqual(
    linesOf(['external_id,email,first_name,Surname?', HEADER, ANN], {
      maps: ['last_name=Surname?'],
    }),
    {
      rows: [3],
      extraLines: [{ line: 2, reason: 'column_labels' }],
      skippedLines: 0,
    },
  );
});

test('columns named by --map count as known', () => {
  const options = { maps: ['external_id=uid', 'email=mbox', 'first_name=gn', 'last_name=fn'] };
  assert.deepEqual(linesOf(['uid,mbox,gn,fn', HEADER, ANN], options), {
    rows: [3],
    extraLines: [{ line: 2, reason: 'column_labels' }],
    skippedLines: 0,
  });
});

test('a header below the fifteenth line is not found', () => {
  const titles = (count: number) => Array.from({ length: count }, () => 'Note,x,x,x');
  assert.equal(read([...titles(14), HEADER, ANN]).skippedLines, 14);
  assert.match(
    validationMessage(() => read([...titles(15), HEADER, ANN])),
    /^No column is known to hold external_id/,
  );
});

test('skipLines sets the number of lines above the header, and disables the detection', () => {
  const lines = ['external_id,email,first_name', 'x', HEADER, ANN];
  assert.deepEqual(linesOf(lines, { skipLines: 2 }), {
    rows: [4],
    extraLines: [],
    skippedLines: 2,
  });
  assert.match(
    validationMessage(() => read(['Title', HEADER, ANN], { skipLines: 0 })),
    /^No column is known/,
  );
  assert.match(
    validationMessage(() => read(lines, { skipLines: 9 })),
    /^The file is empty/,
  );
});

test('skipLines counts a sep= line, which still determines the delimiter', () => {
  const lines = ['sep=;', 'Title', ...[HEADER, ANN].map((line) => line.replaceAll(',', ';'))];
  assert.deepEqual(linesOf(lines, { skipLines: 2 }), {
    rows: [4],
    extraLines: [],
    skippedLines: 2,
  });
});

test('the type line of PowerShell is skipped, even above a header with few known names', () => {
  const file = read(
    ['#TYPE Selected.Microsoft.ActiveDirectory.Management.ADUser', 'a,b,c,d', ANN],
    {
      maps: ['external_id=a', 'email=b', 'first_name=c', 'last_name=d'],
    },
  );
  assert.equal(file.skippedLines, 1);
  assert.equal(file.records.length, 1);
});

test('a rejects file has no lines above its header, whatever the original had', () => {
  const lines = [`${HEADER},line,code,message`, `${ANN},5,validation_failed,bad`];
  assert.deepEqual(linesOf(lines, { skipLines: 2 }), {
    rows: [2],
    extraLines: [],
    skippedLines: 0,
  });
});

test('repeated headers are skipped anywhere', () => {
  assert.deepEqual(linesOf([HEADER, ANN, HEADER, BOB, HEADER]), {
    rows: [2, 4],
    extraLines: [
      { line: 3, reason: 'repeated_header' },
      { line: 5, reason: 'repeated_header' },
    ],
    skippedLines: 0,
  });
});

test('a line of labels is skipped only directly below the header', () => {
  const labels = 'Employee ID,Email,First Name,Last Name';
  assert.deepEqual(linesOf([HEADER, labels, ANN, labels]).extraLines, [
    { line: 2, reason: 'column_labels' },
  ]);
});

for (const line of [
  'Total,,,',
  'Total: 2,,,',
  'Total,2',
  ',,Grand Total,2',
  'Count: 12',
  'Summe,,2',
  'Totaal: 2',
  'Razem 2',
  'Total général,2',
  'Total employees: 1 234',
  '2 rows',
  'Page 1 of 3',
  'Seite 1 von 3,,,',
  'Página 1 de 3',
  'Strona 1 z 3',
  '2026-11-20 08:15',
  '20.11.2026 08:15:30,,,',
  'Generated on 11/20/2026',
  'Erstellt am 20.11.2026 um 08:15',
  '(2 rows affected)',
]) {
  test(`the line "${line}" is skipped`, () => {
    assert.deepEqual(linesOf([HEADER, ANN, BOB, line], { delimiter: ',' }), {
      rows: [2, 3],
      extraLines: [{ line: 4, reason: 'total_line' }],
      skippedLines: 0,
    });
  });
}

for (const line of [
  'E3,cy@example.com,Cy',
  'E3,cy@example.com,Cole, Cy,x',
  'Totaleer,x',
  'Page,Ann',
  'Total people of the company and others,2',
  'Cole',
  'Total,tot@example.com,Tot, Al,x',
  '2026-11-20,dot@example.com,Dot',
]) {
  test(`the shifted line "${line}" rejects the file`, () => {
    assert.match(
      validationMessage(() => read([HEADER, ANN, line])),
      /^The header has 4 cells, but line 3 has /,
    );
  });
}

test('an employee whose id is a word for a total stays a row', () => {
  assert.deepEqual(linesOf([HEADER, 'Total,tot@example.com,Tot,Al', ',,Stand,']).rows, [2, 3]);
});
