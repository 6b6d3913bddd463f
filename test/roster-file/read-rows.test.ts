import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ReadOptions, readRosterFile, toRosterRows } from '../../src/roster-file/read-rows.ts';
import { encodings } from './encodings.ts';
import { usageMessage, validationMessage } from './expected-errors.ts';
import { textOf } from './text-of.ts';

const HEADER = 'external_id,email,first_name,last_name';
const ANN = 'E1,ann@example.com,Ann,Archer';
const BOB = 'E2,bob@example.com,Bob,Baker';

const read = (text: string, options?: ReadOptions) =>
  readRosterFile(textOf(Buffer.from(text)), options);
const linesOf = (text: string) => [...read(text).records].map(({ line }) => line);

for (const delimiter of [',', ';', '\t', '|'] as const) {
  for (const { name, encoding, encode } of encodings) {
    test(`${name} separated by ${JSON.stringify(delimiter)} yields the same people`, () => {
      const text = [
        ['Personalnummer', 'E-Mail', 'Vorname', 'Nachname', 'Abteilung'],
        ['0042', 'zoe@example.com', 'Zoë', '"D\'Été, ""Zo"" ; | \t"', 'Qualität'],
        ['0007', 'jose@example.com', 'José', 'Muñoz', ''],
      ]
        .map((cells) => cells.join(delimiter))
        .join('\r\n');
      const file = readRosterFile(textOf(encode(text)));
      assert.equal(file.encoding, encoding);
      assert.equal(file.delimiter, delimiter);
      assert.deepEqual(
        [...toRosterRows(file)],
        [
          {
            external_id: '0042',
            email: 'zoe@example.com',
            first_name: 'Zoë',
            last_name: 'D\'Été, "Zo" ; | \t',
            department_name: 'Qualität',
          },
          {
            external_id: '0007',
            email: 'jose@example.com',
            first_name: 'José',
            last_name: 'Muñoz',
            department_name: '',
          },
        ],
      );
    });
  }
}

test('every cell keeps its text: zeros, dates, numbers, words', () => {
  const file = read(`${HEADER},job_title\n007,1e3,2026-01-02,true,null\n`);
  assert.deepEqual(
    [...toRosterRows(file)],
    [
      {
        external_id: '007',
        email: '1e3',
        first_name: '2026-01-02',
        last_name: 'true',
        job_title: 'null',
      },
    ],
  );
});

test('a missing column is absent from the row, and an empty cell is an empty string', () => {
  const [row] = toRosterRows(read(`${HEADER},Department\n${ANN},\n`));
  assert.equal(row?.department_name, '');
  assert.deepEqual(Object.keys(row ?? {}), [
    'external_id',
    'email',
    'first_name',
    'last_name',
    'department_name',
  ]);
});

test('rows can be iterated repeatedly and refer to their records', () => {
  const file = read(`${HEADER}\n${ANN}\n${BOB}\n`);
  const rows = toRosterRows(file);
  assert.equal(rows.length, 2);
  for (const _ of ['first', 'second'])
    assert.deepEqual(
      [...rows].map((row) => row.external_id),
      ['E1', 'E2'],
    );
  assert.equal(file.records.at(1)?.line, 3);
  assert.equal(file.records.at(2), undefined);
});

for (const [name, ending] of Object.entries({ LF: '\n', CRLF: '\r\n', CR: '\r' })) {
  test(`the line of a record is where it starts, also after blank lines and quoted line breaks (${name})`, () => {
    const text = [
      '',
      HEADER,
      '',
      'E1,a@example.com,"Ann',
      'Marie",Archer',
      ',,,',
      BOB,
      '  ',
      'E3,"c@example.com","Cy","Cole"',
    ].join(ending);
    assert.deepEqual(linesOf(text), [4, 7, 9]);
  });
}

test('mixed line endings neither join records nor leave stray characters', () => {
  const file = read(`${HEADER}\r\n${ANN}\n${BOB}\r${BOB}`);
  assert.deepEqual(
    [...file.records].map(({ line, cells }) => [line, cells[3]]),
    [
      [2, 'Archer'],
      [3, 'Baker'],
      [4, 'Baker'],
    ],
  );
});

test('line numbers after a sep= line include it', () => {
  const file = read(`sep=;\n${HEADER}\n${ANN}\n`.replaceAll(',', ';'));
  assert.equal(file.records.at(0)?.line, 3);
});

test('records of another length reject the file and are listed with line and length', () => {
  const text = `${HEADER}\n${ANN}\nE2,bob@example.com,Bob\n\nE3,c@example.com,Cole, Cy,x\n`;
  const message = validationMessage(() => read(text));
  assert.match(message, /header has 4 cells, but line 3 has 3, line 5 has 5\. Put cells/);
  assert.doesNotMatch(message, /bob|Cole/i);
});

test('of many records of another length the first five are listed and the rest are counted', () => {
  const message = validationMessage(() => read(`${HEADER}\n${'E1,x\n'.repeat(12)}`));
  assert.match(message, /line 2 has 2, .*line 6 has 2, and 7 more lines\./);
});

test('an unclosed quotation mark is rejected with the line of its record', () => {
  const message = validationMessage(() =>
    read(`${HEADER}\n${ANN}\nE2,"bob@example.com,Bob,Baker\nE3,c\n`),
  );
  assert.match(message, /starts on line 3 opens a quotation mark that is never closed/);
});

test('a quotation mark inside a cell is rejected with its line and without the cell', () => {
  for (const cells of [
    'E2,bob@example.com,Bob "Bobby" B,Baker',
    'E2,"bob"@example.com,Bob,Baker',
  ]) {
    const message = validationMessage(() =>
      read(`${HEADER}\n${ANN}\n${cells}\n`, { delimiter: ',' }),
    );
    assert.match(message, /starts on line 3 has a quotation mark in the middle of a cell/);
    assert.doesNotMatch(message, /bob/i);
  }
});

test('an empty file is rejected, and a header alone is an empty roster', () => {
  for (const text of ['', '\n\n', ' \n']) {
    assert.match(
      validationMessage(() => read(text)),
      /file is empty/,
    );
  }
  assert.equal(read(HEADER).records.length, 0);
});

test('a file without a header is rejected without showing the person in its first line', () => {
  const message = validationMessage(() => read(`${ANN}\n${BOB}\n`));
  assert.match(message, /Put a header line on top/);
  assert.doesNotMatch(message, /ann|archer/i);
  assert.match(
    validationMessage(() => read('17,Ann\n18,Bob\n')),
    /header line on top/,
  );
});

test('a year as a column name does not make a header look like a person', () => {
  assert.equal(read(`${HEADER},2026\n${ANN},x\n`).records.length, 1);
});

const staff = `${HEADER},Status,Site\n${ANN}, Current ,Bonn\n${BOB},,Bonn\nE3,c@example.com,Cy,Cole,Current,Rome\n`;

const keep = (text: string, wheres: string[]) => {
  const { records, leftOut } = read(text, { wheres });
  return [[...records].map(({ line }) => line), leftOut.map(({ rows }) => rows)];
};

test('--where keeps the records that match every filter, and counts what each filter removes', () => {
  assert.deepEqual(keep(staff, []), [[2, 3, 4], []]);
  assert.deepEqual(keep(staff, ['Status=Current']), [[2, 4], [1]]);
  assert.deepEqual(keep(staff, ['status= Current ', 'SITE=Rome']), [[4], [1, 1]]);
  assert.deepEqual(keep(staff, ['Site=Bonn', 'Site!=Rome', 'Status=']), [[3], [1, 0, 1]]);
  assert.deepEqual(keep(staff, ['Status=']), [[3], [2]]);
  assert.deepEqual(read(staff, { wheres: ['Site=Rome'] }).leftOut, [
    { where: 'Site=Rome', rows: 2 },
  ]);
});

test('--where accepts several values, and exclusions', () => {
  assert.deepEqual(keep(staff, ['First_Name=Ann| Bob']), [[2, 3], [1]]);
  assert.deepEqual(keep(staff, ['Status=|Terminated']), [[3], [2]]);
  assert.deepEqual(keep(staff, ['Status!=Current']), [[3], [2]]);
  assert.deepEqual(keep(staff, [' Status != Current | Gone ']), [[3], [2]]);
  assert.deepEqual(keep(staff, ['Status!=']), [[2, 4], [1]]);
  assert.deepEqual(keep(staff, ['Status!=Terminated']), [[2, 3, 4], [0]]);
  assert.deepEqual(keep(staff, ['first_name!=Ann|Cy']), [[3], [2]]);
});

test('a column name that ends in an exclamation mark is not read as an exclusion', () => {
  const marked = staff.replace('Status', 'Status!');
  assert.deepEqual(keep(marked, ['Status!==Current']), [[2, 4], [1]]);
  assert.deepEqual(keep(marked, ['Status!!=Current']), [[3], [2]]);
  assert.deepEqual(keep(marked, ['Status!=Current']), [[3], [2]]);
  const both = `${HEADER},Status,Status!\n${ANN},x,y\n${BOB},y,x\n`;
  assert.deepEqual(keep(both, ['Status!==x']), [[3], [1]]);
  assert.deepEqual(keep(both, ['Status!=x']), [[3], [1]]);
  assert.deepEqual(keep(both, ['Status=x']), [[2], [1]]);
  for (const where of ['Status!==Current', 'Status!!=Current']) {
    assert.equal(
      usageMessage(() => keep(staff, [where])),
      '--where names the column "Status!", which the file does not have. Its columns are ' +
        '"external_id", "email", "first_name", "last_name", "Status", "Site".',
    );
  }
});

test('filters that no row matches are rejected with the values of the column, the most frequent first', () => {
  assert.equal(
    validationMessage(() => keep(staff, ['Status=current'])),
    'No row passes --where on "Status". That column holds "Current" (2 rows), nothing (1 row).',
  );
  assert.equal(
    validationMessage(() => keep(staff, ['Site=Bonn', 'Status!=Current|'])),
    'No row passes --where on "Status". That column holds "Current" (2 rows), nothing (1 row).',
  );
  assert.equal(
    validationMessage(() => keep(staff, ['Status=Current,On leave'])),
    'No row passes --where on "Status". That column holds "Current" (2 rows), nothing (1 row). ' +
      'Separate several values with "|".',
  );
  assert.equal(
    validationMessage(() => keep(staff, ['Site=Rome', 'Status='])),
    'No row passes every --where, only each of them by itself: "Site" by 1, "Status" by 1 of 3 rows.',
  );
  const long = 'x'.repeat(100);
  const many = Array.from({ length: 12 }, (_, n) => `E${n},e${n}@example.com,E,E,${n}${long}\n`);
  const message = validationMessage(() => keep(`${HEADER},Note\n${many.join('')}`, ['Note=y']));
  assert.match(
    message,
    /^No row passes --where on "Note"\. That column holds "0x{59}…" \(1 row\), /,
  );
  assert.match(message, /, "9x{59}…" \(1 row\) and 2 other values\.$/);
});

test('--where rejects an unknown column and a text without an equals sign', () => {
  const message = usageMessage(() => read(staff, { wheres: ['Grade=secret'] }));
  assert.match(message, /--where names the column "Grade", which the file does not have/);
  assert.doesNotMatch(message, /secret/);
  assert.match(
    usageMessage(() => read(staff, { wheres: ['Current'] })) &&
      usageMessage(() => read(staff, { wheres: ['!=Current'] })),
    /form Header=Value or Header!=Value\.$/,
  );
});

test('the --delimiter option overrides the detection', () => {
  const message = validationMessage(() => read(`${HEADER}\n${ANN}\n`, { delimiter: ';' }));
  assert.match(message, /No column is known to hold external_id, email, first_name, last_name/);
});
