import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CsvError, type Info, type Options, parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { sampleRecords, splitRecords } from '../../src/roster-file/records.ts';
import { validationMessage } from './expected-errors.ts';

// Short texts out of the few characters that matter, so that they meet in every order.
const texts = fc.string({
  unit: fc.constantFrom('"', '"', ',', ';', '\r', '\n', '\r\n', ' ', 'a', 'é', '𝄞'),
  maxLength: 25,
});
const delimiters = fc.constantFrom(',', ';');

test('records equal those of csv-parse, and both reject the same texts', () => {
  fc.assert(
    fc.property(texts, delimiters, (text, delimiter) => {
      const expected = oracle(text, delimiter);
      if (expected.fault === null) {
        assert.deepEqual(splitRecords(text, { delimiter, firstLine: 1 }), expected.records);
        return;
      }
      const message = validationMessage(() => splitRecords(text, { delimiter, firstLine: 1 }));
      const line = expected.fault.line;
      const what = expected.fault.isOpen
        ? 'opens a quotation mark that is never closed'
        : 'has a quotation mark in the middle of a cell';
      assert.ok(message.startsWith(`The record that starts on line ${line} ${what}`), message);
    }),
    { numRuns: 3_000 },
  );
});

test('a sample is the first records, and ends without an error at an unclosed quote', () => {
  fc.assert(
    fc.property(texts, delimiters, fc.integer({ min: 1, max: 4 }), (text, delimiter, count) => {
      const cells = oracle(text, delimiter).records.map((record) => record.cells);
      assert.deepEqual(sampleRecords(text, delimiter, count), cells.slice(0, count));
    }),
    { numRuns: 1_000 },
  );
});

/** The same by a library, and where it stops. */
function oracle(text: string, delimiter: string) {
  const records: { line: number; cells: string[] }[] = [];
  const bytes = Buffer.from(text);
  let line = 1;
  let start = 0;
  const options: Options = {
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    on_record: (cells: string[], info: Info) => {
      if (cells.some((cell) => cell.trim() !== '')) records.push({ line, cells });
      line += bytes.toString('utf8', start, info.bytes).match(/\r\n|\n|\r/g)?.length ?? 0;
      start = info.bytes;
      return null;
    },
  };
  try {
    parse(bytes, options);
    return { records, fault: null };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { records, fault: { line, isOpen: error.code === 'CSV_QUOTE_NOT_CLOSED' } };
  }
}

test('a line with more cells than any export has, an endless cell or an endless line is refused with its number', () => {
  for (const [text, what] of [
    [
      `a\n${','.repeat(2_000)}\n`,
      'has more than 2,000 cells. Check the delimiter and the quotation marks.',
    ],
    [
      `a\n${'x'.repeat(100_001)}\n`,
      'has a cell of more than 100,000 characters. Check the delimiter, the line ends and the quotation marks.',
    ],
    [
      `a\n${`${'x'.repeat(90_000)},`.repeat(12)}\n`,
      'has more than 1,000,000 characters. Check the delimiter, the line ends and the quotation marks.',
    ],
    [
      `a\n"${'\n'.repeat(30_000_000)}"\n`,
      'has a cell of more than 100,000 characters. Check the delimiter, the line ends and the quotation marks.',
    ],
    [
      `a\n"${'x'.repeat(100_001)}"\n`,
      'has a cell of more than 100,000 characters. Check the delimiter, the line ends and the quotation marks.',
    ],
  ] as const) {
    assert.throws(() => splitRecords(text, { delimiter: ',', firstLine: 1 }), {
      message: `The record that starts on line 2 ${what}`,
    });
  }
  const widest = `${'x,'.repeat(1_999)}${'y'.repeat(100_000)}`;
  assert.equal(splitRecords(widest, { delimiter: ',', firstLine: 1 })[0]?.cells.length, 2_000);
});
