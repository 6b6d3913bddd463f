import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readRosterFile, toRosterRows } from '../../src/roster-file/read-rows.ts';
import { toRejectLines } from '../../src/roster-file/rejects.ts';
import { escapeFormula, toCsvLine, unescapeFormula } from '../../src/roster-file/write-csv.ts';
import { textOf } from './text-of.ts';

const columns = ['external_id', 'email', 'first_name', 'last_name', '-Note', 'code'];

const text = (...lines: string[][]) =>
  Buffer.from(lines.map((cells) => toCsvLine(cells, { guard: false })).join(''));

const rejectsOf = (bytes: Uint8Array, indexes: number[]) => {
  const file = readRosterFile(textOf(bytes));
  const rejected = indexes.map((index) => ({
    index,
    code: 'conflict',
    message: 'try "again", =now',
  }));
  return Buffer.from([...toRejectLines(file, rejected)].join(''));
};

test('rejected rows are written with all their columns, their line and the reason', () => {
  const original = text(
    columns,
    ['007', 'ann@example.com', 'Ann', 'Two\nLines', '=1+1', 'x'],
    ['008', 'bob@example.com', 'Bob', 'Baker', '', 'y'],
    ['009', 'cy@example.com', 'Cy', '', "'-z", 'z'],
  );
  assert.equal(
    rejectsOf(original, [0, 2]).toString(),
    "\uFEFFexternal_id,email,first_name,last_name,'-Note,code,line,code,message\r\n" +
      '007,ann@example.com,Ann,"Two\nLines",\'=1+1,x,2,conflict,"try ""again"", =now"\r\n' +
      '009,cy@example.com,Cy,,\'\'-z,z,5,conflict,"try ""again"", =now"\r\n',
  );
});

test('a rejects file has the delimiter of the original', () => {
  const original = Buffer.from('external_id;email;first_name;last_name\n1;a@example.com;A,B;C\n');
  assert.match(rejectsOf(original, [0]).toString(), /\r\n1;a@example\.com;A,B;C;2;conflict;/);
});

test('a rejects file that is read again has new line numbers, and its own rejects have the three columns once', () => {
  const original = text(
    columns,
    ['1', 'a@example.com', 'A', 'B', '', 'x'],
    ['2', 'b', 'B', 'C', '', 'y'],
  );
  const once = rejectsOf(original, [1]);
  const file = readRosterFile(textOf(once));
  assert.deepEqual(file.header, columns);
  assert.deepEqual([...file.records], [{ line: 2, cells: ['2', 'b', 'B', 'C', '', 'y'] }]);
  assert.equal(
    rejectsOf(once, [0]).toString().split('\r\n')[0],
    "\uFEFFexternal_id,email,first_name,last_name,'-Note,code,line,code,message",
  );
});

test('an apostrophe in a file that is not a rejects file is kept', () => {
  const original = text(columns, ['1', 'a@example.com', 'A', "'-B", '', 'x']);
  assert.equal([...toRosterRows(readRosterFile(textOf(original)))][0]?.last_name, "'-B");
});

test('rejects that are read again equal the original records, whatever their cells contain', () => {
  const cell = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'\'=+-@\t\r\n",;|＝a é0') }),
    // A file with U+FFFD has lost characters and is refused.
    fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\uFFFD')),
  );
  // No first name: a last name that repeats it would not be read as one.
  const record = fc.tuple(fc.constant('007'), cell, fc.constant(''), cell, cell, cell);
  fc.assert(
    fc.property(fc.array(record, { minLength: 1, maxLength: 8 }), (records) => {
      const original = text(columns, ...records);
      const indexes = records.map((_, index) => index);
      const again = readRosterFile(textOf(rejectsOf(original, indexes)));
      assert.deepEqual(again.header, columns);
      assert.deepEqual(
        [...again.records].map(({ cells }) => cells),
        records,
      );
    }),
  );
});

test('no cell begins like a formula, also for a spreadsheet that takes another separator than the file has', () => {
  const cell = fc.string({ unit: fc.constantFrom(...'\'=+-@\t\r\n＝＋－＠;,"ab') });
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1 }), (cells) => {
      // Such a spreadsheet sees quotation marks in the middle of cells, where they mean nothing.
      for (const piece of toCsvLine(cells).split(/[;\t\r\n]/)) {
        assert.doesNotMatch(piece, /^[=+\-@＝＋－＠]/);
      }
    }),
  );
  assert.equal(escapeFormula('x;=1+1;-y; - z'), "x;'=1+1;'-y; - z");
});

test('no escaped cell begins like a formula, and unescaping restores the cell exactly', () => {
  const cell = fc.string({ unit: fc.constantFrom(..."'=+-@\t\r\n＝＋－＠;ab") });
  fc.assert(
    fc.property(cell, (value) => {
      assert.doesNotMatch(escapeFormula(value), /^[=+\-@\t\r\n＝＋－＠]/);
      assert.equal(unescapeFormula(escapeFormula(value)), value);
    }),
  );
});

test('cells that are not formulas are written unchanged, and escaping can be disabled', () => {
  assert.equal(toCsvLine(['007', "O'Hara", 'a=b', "'t Hooft"]), "007,O'Hara,a=b,'t Hooft\r\n");
  assert.equal(toCsvLine(['=1', '-2'], { guard: false }), '=1,-2\r\n');
  assert.equal(toCsvLine(['=1', '-2'], { delimiter: ';' }), "'=1;'-2\r\n");
});

test('quotes, delimiters, line breaks and outer spaces are quoted, and a single empty cell is not a blank line', () => {
  assert.equal(toCsvLine(['a"b', 'c,d', 'e\nf', ' g', 'h']), '"a""b","c,d","e\nf"," g",h\r\n');
  assert.equal(toCsvLine(['']), '""\r\n');
});
