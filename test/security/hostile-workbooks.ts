import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createDeflateRaw, deflateRawSync } from 'node:zlib';
import { iterations } from '../faults/run-scale.ts';
import {
  archiveOf,
  type Part,
  rowXml,
  sheetXml,
  workbookOf,
  workbookParts,
} from '../roster-file/workbooks.ts';

/** A workbook that was made to cost whoever reads it, and what is said about it; null where it is read. */
export type HostileWorkbook = {
  name: string;
  bytes(): Promise<Uint8Array> | Uint8Array;
  problem: string | null;
};

const MEBIBYTE = 1_048_576;

/** What small files unpack to. */
const MEBIBYTES = iterations(100, 700);

const HEADER = ['Employee ID', 'Email', 'First name', 'Last name'];
const PERSON = ['1', 'ann@acme.example', 'Ann', 'Archer'];
const TABLE = rowXml(1, HEADER) + rowXml(2, PERSON);

/** What repeats a text for so many mebibytes, packed: some hundred kilobytes for a gigabyte. */
async function packedRepeats(before: string, text: string, mebibytes: number): Promise<Uint8Array> {
  const chunk = text.repeat(Math.ceil(MEBIBYTE / text.length));
  function* all() {
    yield before;
    for (let i = 0; i < mebibytes; i++) yield chunk;
  }
  return buffer(Readable.from(all()).pipe(createDeflateRaw({ level: 1 })));
}

/** The same workbook with a part that is unpacked to a repeated text. */
async function inflated(path: string, start: string, text: string): Promise<Uint8Array> {
  const others = { strings: '<sst/>', styles: '<styleSheet/>' };
  const packed = await packedRepeats(start, text, MEBIBYTES);
  const parts = workbookParts(sheetXml(TABLE), others).map(
    (part): Part => (part.name === path ? { ...part, packed, claims: MEBIBYTES * MEBIBYTE } : part),
  );
  return archiveOf(parts);
}

/** Packing takes memory that is freed late. */
const NOTHING = deflateRawSync('');

const SHEET = 'xl/worksheets/sheet1.xml';
const STRINGS = 'xl/sharedStrings.xml';
const SHEET_START = '<worksheet><sheetData>';

const LAUGHS = Array.from(
  { length: 9 },
  (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`,
);

const cellAt = (reference: string): string =>
  `<row r="${reference.replace(/[A-Z]+/, '')}"><c r="${reference}" t="inlineStr"><is><t>far</t></is></c></row>`;

/** The parts of a workbook of which one is changed. */
const changed = (name: string, change: (part: Part) => Partial<Part>): Part[] =>
  workbookParts(sheetXml(TABLE)).map((part) =>
    part.name === name ? { ...part, ...change(part) } : part,
  );

/** What is written before the end of a part. */
const before = (end: string, more: string) => (part: Part) => ({
  data: String(part.data).replace(end, more + end),
});

const MANY = iterations(100_000, 400_000);

export const HOSTILE_WORKBOOKS: readonly HostileWorkbook[] = [
  {
    name: 'a sheet of many megabytes of empty rows',
    bytes: () => inflated(SHEET, SHEET_START, '<row/>'),
    problem: 'workbook_damaged',
  },
  {
    name: 'a sheet of many megabytes of spaces',
    bytes: () => inflated(SHEET, SHEET_START, ' '),
    problem: 'workbook_damaged',
  },
  {
    name: 'a sheet of many megabytes of elements in each other',
    bytes: () => inflated(SHEET, SHEET_START, '<a>'),
    problem: 'workbook_damaged',
  },
  {
    name: 'a sheet with one element of many megabytes of attributes',
    bytes: () => inflated(SHEET, `${SHEET_START}<row `, 'a="1" '),
    problem: 'workbook_damaged',
  },
  {
    name: 'a cell of many megabytes',
    bytes: () => inflated(SHEET, `${SHEET_START}<row><c t="inlineStr"><is><t>`, 'x'),
    problem: 'workbook_damaged',
  },
  {
    name: 'a row of many megabytes of cells',
    bytes: () => inflated(SHEET, `${SHEET_START}<row>`, '<c><v>1</v></c>'),
    problem: 'workbook_too_wide',
  },
  {
    name: 'many megabytes of rows with a cell',
    bytes: () => inflated(SHEET, SHEET_START, '<row><c><v>1</v></c></row>'),
    problem: 'workbook_too_large',
  },
  {
    name: 'many megabytes of hidden columns',
    bytes: () => inflated(SHEET, '<worksheet><cols>', '<col min="1" max="16384" hidden="1"/>'),
    problem: 'workbook_damaged',
  },
  {
    name: 'many megabytes of empty shared texts',
    bytes: () => inflated(STRINGS, '<sst>', '<si/>'),
    problem: 'workbook_too_large',
  },
  {
    name: 'many megabytes of shared texts',
    bytes: () => inflated(STRINGS, '<sst>', `<si><t>${'x'.repeat(1_000)}</t></si>`),
    problem: 'workbook_too_large',
  },
  {
    name: 'many megabytes of styles',
    bytes: () => inflated('xl/styles.xml', '<styleSheet><cellXfs>', '<xf numFmtId="1"/>'),
    problem: 'workbook_too_large',
  },
  {
    name: 'many megabytes of sheets',
    bytes: () =>
      inflated(
        'xl/workbook.xml',
        '<workbook xmlns:r="x"><sheets>',
        '<sheet name="a" r:id="rId1"/>',
      ),
    problem: 'workbook_too_large',
  },
  {
    name: 'as many sheets that refer to nothing as there is to refer to',
    bytes: () => {
      const others = Array.from(
        { length: MANY },
        (_, at) => `<Relationship Id="x${at}" Type="a/b" Target="c"/>`,
      ).join('');
      const sheets = before('</sheets>', '<sheet name="a" r:id="y"/>'.repeat(MANY));
      const path = 'xl/_rels/workbook.xml.rels';
      const related = changed(path, before('</Relationships>', others));
      const [book] = changed('xl/workbook.xml', sheets).slice(1);
      return archiveOf(related.map((part) => (part.name === book?.name ? book : part)));
    },
    problem: null,
  },
  {
    name: 'sheets with names that make megabytes together',
    bytes: () => {
      const sheet = `<sheet name="${'n'.repeat(30_000)}" r:id="rId1"/>`;
      return archiveOf(changed('xl/workbook.xml', before('</sheets>', sheet.repeat(900))));
    },
    problem: null,
  },
  {
    name: 'a part of other content than was packed',
    bytes: () =>
      archiveOf(
        changed(SHEET, ({ data }) => ({
          packed: deflateRawSync(String(data).replace('Ann', 'Eve')),
        })),
      ),
    problem: 'workbook_damaged',
  },
  {
    name: 'a billion laughs',
    bytes: () =>
      workbookOf(
        `<!DOCTYPE x [<!ENTITY l0 "ha">${LAUGHS.join('')}]>${sheetXml(rowXml(1, ['&l9;']))}`,
      ),
    problem: 'workbook_damaged',
  },
  {
    name: 'an entity that is a file',
    bytes: () =>
      workbookOf(
        `<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>${sheetXml(rowXml(1, ['&f;']))}`,
      ),
    problem: 'workbook_damaged',
  },
  {
    name: 'a cell in the last column of the last row',
    bytes: () => workbookOf(sheetXml(TABLE + cellAt('XFD1048576'))),
    problem: 'workbook_too_wide',
  },
  {
    name: 'a cell in the last row',
    bytes: () => workbookOf(sheetXml(TABLE + cellAt('A1048576'))),
    problem: null,
  },
  ...['A0', 'A1048577', 'XFE1', 'AAAAAAAAAAAAAA1'].map((place) => ({
    name: `a cell at ${place}`,
    bytes: () => workbookOf(sheetXml(cellAt(place))),
    problem: 'workbook_damaged',
  })),
  {
    name: 'rows that go backwards',
    bytes: () => workbookOf(sheetXml(rowXml(2, PERSON) + rowXml(1, HEADER))),
    problem: 'workbook_damaged',
  },
  {
    name: 'a sheet that refers to itself as a relationship outside',
    bytes: () => {
      const parts = workbookParts(sheetXml(TABLE));
      const external = (data: string) => data.replaceAll('/>', ' TargetMode="External"/>');
      return archiveOf(
        parts.map((part) =>
          part.name.endsWith('.rels') ? { ...part, data: external(String(part.data)) } : part,
        ),
      );
    },
    problem: 'workbook_of_other_kind',
  },
  {
    name: 'a workbook in a workbook',
    bytes: () =>
      workbookOf(sheetXml(TABLE), {
        more: [{ name: 'xl/embeddings/inner.xlsx', data: workbookOf(sheetXml(TABLE)) }],
      }),
    problem: null,
  },
  {
    name: 'macros',
    bytes: () =>
      workbookOf(sheetXml(TABLE), { more: [{ name: 'xl/vbaProject.bin', data: 'Sub' }] }),
    problem: null,
  },
  {
    name: '20,000 parts',
    bytes: () =>
      archiveOf([
        ...Array.from({ length: 20_000 }, (_, at) => ({
          ...{ name: `part ${at}`, data: '', packed: NOTHING },
        })),
        ...workbookParts(sheetXml(TABLE)),
      ]),
    problem: 'workbook_of_other_kind',
  },
  {
    name: 'a part that claims to be smaller than it is',
    bytes: () => {
      const [first, ...rest] = workbookParts(sheetXml(TABLE));
      return archiveOf([{ ...(first as Part), claims: 10 }, ...rest]);
    },
    problem: 'workbook_damaged',
  },
  {
    name: 'names that lead out of the archive',
    bytes: () => archiveOf([{ name: '../../etc/passwd', data: 'x' }]),
    problem: 'workbook_damaged',
  },
  {
    name: 'a text that is not UTF-8',
    bytes: () => workbookOf(Buffer.concat([Buffer.from(SHEET_START), Buffer.of(0xff, 0xfe)])),
    problem: 'workbook_damaged',
  },
];
