import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeXlsx } from 'hucre/xlsx';
import { readFileText } from '../../src/roster-file/file-text.ts';
import { readRosterFile, readRosterText, toRosterRows } from '../../src/roster-file/read-rows.ts';
import { splitRecords } from '../../src/roster-file/records.ts';
import { archiveOf, rowXml, sheetXml, workbookOf, workbookParts } from './workbooks.ts';

const HEADER = ['Employee ID', 'Email', 'First name', 'Last name'];

/** The cells of each line that is not empty, with its number. */
async function rowsOf(bytes: Uint8Array, sheet?: string) {
  const { text } = await readFileText(bytes, { sheet });
  return splitRecords(text, { delimiter: ',', firstLine: 1 }).map(({ line, cells }) => [
    line,
    ...cells,
  ]);
}

/** What is wrong with a workbook. */
const problemOf = (bytes: Uint8Array) =>
  readFileText(bytes).then(
    () => null,
    (error) => error.failure?.code ?? error,
  );

test('a workbook of another program is read as the table that Excel shows', async () => {
  const bytes = await writeXlsx({
    sheets: [
      { name: 'Notes', rows: [['Only for us']] },
      {
        name: 'Staff',
        rows: [
          ['Staff of Acme'],
          [],
          [...HEADER, 'Hire date', 'Points'],
          [7, 'ann@acme.example', 'Ann', 'O"Neil, "Jr."', new Date('2026-11-16T00:00:00Z'), 1234.5],
          ['0008', 'bob@acme.example', 'Bob', 'Two\nlines', new Date('2025-02-01T00:00:00Z'), true],
        ],
        cells: new Map([['3,0', { value: 7, type: 'number', style: { numFmt: '0000' } }]]),
      },
    ],
  });
  const text = await readRosterText(bytes);
  assert.deepEqual(text.sheet, { name: 'Staff', all: ['Notes', 'Staff'] });
  const file = readRosterFile(text);
  assert.deepEqual(
    [...file.records].map(({ line, cells }) => [line, ...cells]),
    [
      [4, '0007', 'ann@acme.example', 'Ann', 'O"Neil, "Jr."', '2026-11-16', '1234.5'],
      [5, '0008', 'bob@acme.example', 'Bob', 'Two lines', '2025-02-01', 'TRUE'],
    ],
  );
  assert.equal(file.skippedLines, 2);
  assert.deepEqual(
    [...toRosterRows(file)].map(({ first_day }) => first_day),
    ['2026-11-16', '2025-02-01'],
  );
});

test('a sheet is named in any case, and one that there is not is refused with the names of those that there are', async () => {
  const sheets = ['First', 'Second'].map((name) => ({
    name,
    rows: [['email'], [`${name}@x.example`]],
  }));
  const bytes = await writeXlsx({ sheets });
  assert.deepEqual(await rowsOf(bytes, 'second'), [
    [1, 'email'],
    [2, 'Second@x.example'],
  ]);
  assert.deepEqual(await rowsOf(bytes), [
    [1, 'email'],
    [2, 'First@x.example'],
  ]);
  await assert.rejects(readFileText(bytes, { sheet: 'Third' }), {
    name: 'UsageError',
    message:
      '--sheet names a sheet that the workbook does not have. Its sheets are "First", "Second".',
  });
  await assert.rejects(readFileText(Buffer.from('email\n'), { sheet: 'First' }), {
    message: '--sheet is for Excel workbooks. This file is a text file.',
  });
});

test('a sheet that is hidden is read only where it is named', async () => {
  const bytes = await writeXlsx({
    sheets: [
      { name: 'Salaries', hidden: true, rows: [['email'], ['hidden@x.example']] },
      { name: 'Staff', rows: [['email'], ['seen@x.example']] },
    ],
  });
  assert.deepEqual((await readFileText(bytes)).sheet, { name: 'Staff', all: ['Staff'] });
  assert.deepEqual((await readFileText(bytes, { sheet: 'Salaries' })).sheet?.name, 'Salaries');
});

const STYLES = (codes: readonly string[]) =>
  `<styleSheet><numFmts>${codes.map((code, at) => `<numFmt numFmtId="${200 + at}" formatCode="${code}"/>`).join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${codes.map((_, at) => `<xf numFmtId="${200 + at}"/>`).join('')}<xf numFmtId="14"/><xf numFmtId="22"/></cellXfs></styleSheet>`;

const cellXml = (column: string, style: number, value: string) =>
  `<c r="${column}1" s="${style}"><v>${value}</v></c>`;

const shownAs = async (code: string, value: string, workbookPr = '') => {
  const sheet = sheetXml(`<row r="1">${cellXml('A', 0, value)}</row>`);
  const [row] = await rowsOf(workbookOf(sheet, { styles: STYLES([code]), workbookPr }));
  return row?.[1];
};

test('a number has the leading zeros of its format, and all of its digits whatever its format', async () => {
  assert.equal(await shownAs('00000', '42'), '00042');
  assert.equal(await shownAs('00000', '1234567'), '1234567');
  assert.equal(await shownAs('&quot;A-&quot;000', '7'), 'A-007');
  assert.equal(await shownAs('000\\-000', '1234'), '001-234');
  assert.equal(await shownAs('[Red]0000;-0', '12'), '0012');
  assert.equal(await shownAs('#,##0.00', '1490'), '1490');
  assert.equal(await shownAs('0.00', '5'), '5');
  assert.equal(await shownAs('0%', '0.25'), '0.25');
  assert.equal(await shownAs('General', '123456789012345'), '123456789012345');
  assert.equal(await shownAs('General', '1.5E3'), '1500');
});

test('a day is written as 2026-11-16 whatever its format, with its time if it has one', async () => {
  for (const code of ['dd/mm/yyyy', 'm/d/yy', 'd. mmmm yyyy', '[$-407]dddd', 'yyyy&quot;年&quot;m'])
    assert.equal(await shownAs(code, '46342'), '2026-11-16', code);
  assert.equal(await shownAs('m/d/yy h:mm', '46342.395833333336'), '2026-11-16 09:30:00');
  assert.equal(await shownAs('h:mm', '0.5'), '12:00:00');
  assert.equal(await shownAs('yyyy', '44880', '<workbookPr date1904="1"/>'), '2026-11-16');
  assert.equal(await shownAs('yyyy', '1'), '1900-01-01');
  assert.equal(await shownAs('yyyy', '61'), '1900-03-01');
  const row = `<row>${cellXml('A', 1, '46342')}${cellXml('B', 2, '46342.5')}</row>`;
  assert.deepEqual(await rowsOf(workbookOf(sheetXml(row), { styles: STYLES(['0']) })), [
    [1, '2026-11-16', '2026-11-16 12:00:00'],
  ]);
});

test('hidden columns are left out, and formulas and errors are read as what they show', async () => {
  const cells = [
    '<c r="A1" t="str"><f>"a"&amp;"b"</f><v>ab</v></c>',
    '<c r="B1"><v>100</v></c>',
    '<c r="C1"><f>1+1</f><v>2</v></c>',
    '<c r="D1" t="e"><v>#N/A</v></c>',
    '<c r="F1" t="inlineStr"><is><r><t>rich </t></r><r><t>text</t></r></is></c>',
    '<c r="G1" t="s"><v>1</v></c>',
  ].join('');
  const strings =
    '<sst><si><t>other</t></si><si><t>東京</t><rPh sb="0" eb="2"><t>とうきょう</t></rPh></si></sst>';
  const sheet = sheetXml(
    `<row r="1">${cells}</row>`,
    '<cols><col min="2" max="2" hidden="1"/></cols>',
  );
  assert.deepEqual(await rowsOf(workbookOf(sheet, { strings })), [
    [1, 'ab', '2', '#N/A', '', 'rich text', '東京'],
  ]);
});

test('the number of a line is that of the row, also below rows that are empty', async () => {
  const rows =
    rowXml(2, ['email']) + rowXml(7, ['a@x.example']) + rowXml(1_048_576, ['b@x.example']);
  assert.deepEqual(await rowsOf(workbookOf(sheetXml(rows))), [
    [2, 'email'],
    [7, 'a@x.example'],
    [1_048_576, 'b@x.example'],
  ]);
});

test('what is no workbook of today is refused with what to do', async () => {
  const compound = Buffer.concat([Buffer.of(0xd0, 0xcf, 0x11, 0xe0), Buffer.alloc(600)]);
  assert.equal(await problemOf(compound), 'workbook_old');
  assert.equal(
    await problemOf(archiveOf([{ name: 'a.txt', data: 'x' }])),
    'workbook_of_other_kind',
  );
  const binary = workbookParts(sheetXml('')).map((part) => ({
    ...part,
    name: part.name.replace('workbook.xml', 'workbook.bin'),
    data: String(part.data).replace('workbook.xml', 'workbook.bin'),
  }));
  assert.equal(await problemOf(archiveOf(binary)), 'workbook_of_other_kind');
  assert.equal(await problemOf(Buffer.from('PK\x03\x04 and no more')), 'workbook_damaged');
  const whole = workbookOf(sheetXml(rowXml(1, ['email'])));
  for (let cut = 4; cut < whole.length; cut += 37)
    assert.equal(await problemOf(whole.subarray(0, cut)), 'workbook_damaged', `${cut} bytes`);
  assert.equal(await problemOf(workbookOf(sheetXml(''))), 'file_empty');
});
