import { chunksOf } from '../../src/service/chunks.ts';
import { isFullRun, iterations } from '../faults/run-scale.ts';

/** A roster file that was made to cost whoever reads it. */
export type HostileFile = {
  name: string;
  /** Whether none of its cells may have it refused, so that all are read. */
  isRead?: boolean;
  /** @param largest so long it may be, if not as long as an upload */
  bytes(largest?: number): Uint8Array;
};

const HEADER = 'Employee ID,First name,Last name,Work email,Department,Job title,Notes';
const FIELDS = HEADER.split(',');
const PERSON = ['1', 'Ann', 'Archer', 'ann@acme.example', 'Sales', 'Engineer', ''];

/** The same with the whole name in one column. */
const SHORT_FIELDS = ['Employee ID', 'Full name', 'Work email', 'Termination date', 'Status'];
const SHORT_PERSON = ['1', 'Ann Archer', 'ann@acme.example', '2020-01-01', 'Active'];

/** And with addresses in a column that no name tells. */
const NO_EMAIL = ['Employee ID', 'First name', 'Last name', 'Reached at'];

/** The largest file of an upload, or a little less. */
const LARGEST = 31 * 1_048_576;

/** As long where the length is what costs, in a full run. */
const VERY_LARGE = iterations(8 * 1_048_576, LARGEST);

/** Long enough for all but what depends on that limit. */
export const LARGE = iterations(1, 4) * 1_048_576;

/** The length of files that are as long as an upload where all is tested in full. */
const inFull = (largest: number): number => (isFullRun ? largest : LARGE);

/** Just within the limit of a cell. */
const LONGEST_CELL = 99_990;

/** What long cells consist of: what patterns of readers look for, and what comes just before. */
const RUNS: Readonly<Record<string, string>> = {
  ...{ spaces: ' ', tabs: '\t', 'no-break spaces': '\u00a0', commas: ',', dots: '.', digits: '0' },
  ...{ letters: 'a', accents: 'é' },
  ...{ 'at signs': '@', 'halves of addresses': 'a@', addresses: 'a@a.', 'dots after at': '@.' },
  ...{
    'opening brackets': '(',
    additions: '(1)',
    'words and spaces': 'a ',
    'digits and spaces': '1 ',
  },
  ...{ 'words for totals': 'total ', dates: '1-1-1 ', 'equals signs': '=' },
  ...{ apostrophes: "'", quotes: '"', 'line feeds': '\n', nulls: '\0' },
};

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
const lineOf = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\n`;
const replaced = (cells: readonly string[], at: number, cell: string): string[] =>
  cells.map((one, i) => (i === at ? cell : one));

/** So much of a text that it takes up a length, also where quotation marks are doubled. */
const runOf = (text: string, length: number): string =>
  text.repeat(Math.ceil(length / text.length)).slice(0, length / (text === '"' ? 2 : 1));

type Columns = { fields: readonly string[]; person: readonly string[] };

/** In which columns a long cell is. */
type Places = { columns: Columns; places: readonly number[]; cell: string };

/** Files with a long run of a text in a cell, between others, where patterns give up late, and in which columns these are. */
const placesOf = (text: string, length: number): Places[] => [
  {
    columns: { fields: FIELDS, person: PERSON },
    ...{ places: [0, 1, 3, 4], cell: `x${runOf(text, length)}x` },
  },
  {
    columns: { fields: SHORT_FIELDS, person: SHORT_PERSON },
    ...{ places: [1, 3, 4], cell: `1${runOf(text, length)}x` },
  },
  {
    columns: { fields: NO_EMAIL, person: PERSON.slice(0, 4) },
    ...{ places: [3], cell: runOf(text, length) },
  },
];

const longNames = (kind: string, text: string, length: number): HostileFile => ({
  name: `${kind} as a column name`,
  bytes: () =>
    Buffer.from(`${lineOf(replaced(FIELDS, 6, `x${runOf(text, length)}x`))}${lineOf(PERSON)}`),
});

/** A file with a line for each of these columns, in which that cell is long. */
const longIn = (
  kind: string,
  { columns: { fields, person }, places, cell }: Places,
): HostileFile => ({
  name: `${kind} as ${places.map((at) => fields[at]).join(', ')}`,
  bytes: () =>
    Buffer.from(
      [
        lineOf(fields),
        ...places.map((at) => lineOf(replaced(person, at, cell))),
        lineOf(person),
      ].join(''),
    ),
});

/** Files with one cell of a length, of which the work must not grow faster than the length. */
export const filesWithCells = (length: number): HostileFile[] =>
  Object.entries(RUNS).flatMap(([kind, text]) => [
    ...placesOf(text, length).flatMap((all) =>
      all.places.map((at) => longIn(kind, { ...all, places: [at] })),
    ),
    longNames(kind, text, length),
  ]);

/** The same cells in a file for each of their kinds, in a full run, or for all of them, between people. */
const filesWithManyCells = (length: number): HostileFile[] =>
  isFullRun
    ? Object.entries(RUNS).flatMap(([kind, text]) => [
        ...placesOf(text, length).map((all) => longIn(kind, all)),
        longNames(kind, text, length),
      ])
    : [...placesOf('a', 1).map((_, at) => allIn(at, length)), ...allNames(length)];

/** A file with all long cells of such columns, which are read to its end only if none of them has it refused. */
function allIn(at: number, length: number): HostileFile {
  const all = Object.values(RUNS).flatMap((text) => placesOf(text, length)[at] ?? []);
  const [
    {
      columns: { fields, person },
    } = NO_PLACES,
  ] = all;
  const lines = all.flatMap(({ places, cell }, n) => [
    ...places.map((place) => lineOf(replaced(person, place, cell))),
    lineOf(person.map((one) => one.replace(/^1$|(?<=ann)(?=@)/, (id) => `${id}${n}`))),
  ]);
  return {
    name: `every long cell as ${fields.join(', ')}`,
    isRead: fields.includes('Work email'),
    bytes: () => Buffer.from([lineOf(fields), ...lines].join('')),
  };
}

const NO_PLACES: Places = { columns: { fields: [], person: [] }, places: [], cell: '' };

/** Files whose columns have all long names, as many as a line may hold. A line with addresses is no header. */
const allNames = (length: number): HostileFile[] => {
  const [plain, addresses] = [false, true].map((isOne) =>
    Object.values(RUNS).filter((text) => text.includes('@') === isOne),
  );
  return [...chunksOf(plain ?? [], 8), addresses ?? []].map((texts) => {
    const names = texts.map((text) => `x${runOf(text, length)}x`);
    const lines = [
      [...FIELDS, ...names],
      [...PERSON, ...names.map(() => '')],
    ];
    return {
      name: `long column names of ${JSON.stringify(texts)}`,
      bytes: () => Buffer.from(lines.map(lineOf).join('')),
    };
  });
};

/** A header, and lines up to a size. */
function filled(header: string, line: (n: number) => string, size = LARGE): Buffer {
  const [one, other] = [line(1), line(2)].map((text) => Buffer.from(text));
  if (one && other?.equals(one)) {
    const room = size - Buffer.byteLength(header);
    const lines = Buffer.alloc(room - (room % one.length), one);
    return Buffer.concat([Buffer.from(header), lines]);
  }
  const bytes = Buffer.alloc(size);
  let at = bytes.write(header);
  for (let n = 1; ; n++) {
    const text = line(n);
    if (at + Buffer.byteLength(text) > size) return bytes.subarray(0, at);
    at += bytes.write(text, at);
  }
}

const UPPER = `${HEADER}\n`;
const person = (n: number): string => `${n},A,B,p${n}@acme.example,Sales,Engineer,\n`;
const file = (
  name: string,
  bytes: (largest: number) => Uint8Array,
  most = VERY_LARGE,
): HostileFile => ({
  name,
  bytes: (largest = most) => bytes(largest),
});

const withManyLines: HostileFile[] = [
  file('uneven lines', (largest) => filled('1,\n', () => '1,\n', largest), LARGEST),
  file('uneven lines below names', (largest) => filled(UPPER, () => '1,\n', largest)),
  file('the same line', (largest) => filled(UPPER, () => person(1), largest)),
  file(
    'short invalid rows',
    (largest) =>
      filled('Employee ID,First name,Last name,Work email\n', () => '1,1,1,1\n', largest),
    LARGEST,
  ),
  file('empty lines', (largest) => filled(UPPER, () => '\n', inFull(largest))),
  file('lines of delimiters', (largest) => filled(UPPER, () => ',,,,,,\n', inFull(largest))),
  file('totals', (largest) => filled(UPPER, () => 'Total: 1\n', inFull(largest))),
  file('names again', (largest) => filled(UPPER, () => UPPER, inFull(largest))),
  file('a name of a department for each', () =>
    filled(UPPER, (n) => `${n},A,B,p${n}@acme.example,D${n},,\n`),
  ),
  file('a status for each', () =>
    filled(
      'Status,Employee ID,First name,Last name,Work email\n',
      (n) => `Active ${n},${n},A,B,p${n}@acme.example\n`,
    ),
  ),
  file('a leaving date for each', () =>
    filled(
      'Termination date,Employee ID,First name,Last name,Work email\n',
      (n) => `${n},${n},A,B,p${n}@acme.example\n`,
    ),
  ),
  file('lines that end in CR', (largest) =>
    filled(`${HEADER}\r`, (n) => person(n).replace('\n', '\r'), inFull(largest)),
  ),
  file('lines that end in LF and CR', (largest) =>
    filled(UPPER, (n) => person(n).replace('\n', '\n\r'), inFull(largest)),
  ),
  file('line ends in turn', (largest) =>
    filled(
      UPPER,
      (n) => person(n).replace('\n', ['\r\n', '\r', '\n'][n % 3] ?? ''),
      inFull(largest),
    ),
  ),
  file('line feeds in a cell', () => filled(UPPER, (n) => `${n},"${'\n'.repeat(90_000)}",,,,,\n`)),
];

const withOneLine: HostileFile[] = [
  file('one line', (largest) => Buffer.alloc(largest, 'a'), LARGEST),
  file('one line of commas', (largest) => Buffer.alloc(inFull(largest), ',')),
  file('nothing but line ends', (largest) => Buffer.alloc(inFull(largest), '\n')),
  file('nothing but CR', (largest) => Buffer.alloc(inFull(largest), '\r')),
  file('nothing but quotes', (largest) => Buffer.alloc(largest, '"')),
  file('an odd number of quotes', (largest) => Buffer.alloc(largest - 1, '"')),
  file('a quote that is never closed', () => filled(`${HEADER}\n1,"`, () => '\n')),
  file('a quoted cell of line ends', () => filled('"', () => '\n', LARGE)),
  file('a hundred thousand columns', () => Buffer.from(`${'Department,'.repeat(100_000)}x\n`)),
  file('columns of one name', () => Buffer.from(`${HEADER}${',Department'.repeat(1_900)}\n`)),
  file('as many columns as there can be', (largest) =>
    filled(
      `${HEADER}${',Status'.repeat(1_990)}\n`,
      (n) => `${person(n).trim()}${',Active'.repeat(1_990)}\n`,
      inFull(largest),
    ),
  ),
  file('unnamed columns', (largest) =>
    filled(
      `${HEADER}${','.repeat(1_990)}\n`,
      (n) => `${person(n).trim()}${`,${n}`.repeat(1_990)}\n`,
      inFull(largest),
    ),
  ),
];

const utf16 = (text: string, isBigEndian: boolean): Buffer => {
  const bytes = Buffer.from(text, 'utf16le');
  return isBigEndian ? bytes.swap16() : bytes;
};
const people = (): string => filled(UPPER, person).toString();

const inEncodings: HostileFile[] = [
  file('nothing', () => Buffer.alloc(0)),
  file('nulls', (largest) => Buffer.alloc(largest), LARGEST),
  file('bytes that Windows-1252 has', (largest) =>
    Buffer.concat([Buffer.from(UPPER), Buffer.alloc(largest, 0x80)]),
  ),
  file('bytes that no encoding has', (largest) => Buffer.alloc(largest, 0xff)),
  file('a mark and nothing', () => Buffer.from('\ufeff')),
  file('marks', () => Buffer.from('\ufeff'.repeat(LARGE / 3))),
  file('UTF-8 with a mark', () => Buffer.from(`\ufeff${people()}`)),
  file('UTF-16, little end first', () => utf16(`\ufeff${people()}`, false)),
  file('UTF-16, big end first', () => utf16(`\ufeff${people()}`, true)),
  file('UTF-16 without a mark', () => utf16(people(), false)),
  file('UTF-16 of an odd number of bytes', () =>
    Buffer.concat([utf16(people(), false), Buffer.of(0)]),
  ),
  file('halves of surrogates', () =>
    Buffer.concat([Buffer.of(0xff, 0xfe), Buffer.alloc(LARGE, Buffer.of(0x00, 0xd8))]),
  ),
  file('UTF-32', () => Buffer.concat([Buffer.of(0xff, 0xfe, 0, 0), Buffer.alloc(LARGE)])),
  file('a workbook', () => Buffer.concat([Buffer.of(0x50, 0x4b, 3, 4), Buffer.alloc(LARGE)])),
  file('two encodings', () =>
    Buffer.concat([Buffer.from(`${UPPER}1,Änn,`), Buffer.alloc(LARGE, 0xe9)]),
  ),
  file('a name of the delimiter', () => Buffer.from(`sep=\u0000\n${people()}`)),
];

/** Short files, each with one long cell. */
export const LONG_CELLS: readonly HostileFile[] = filesWithCells(LONGEST_CELL);

/** The same cells in few files. */
export const MANY_LONG_CELLS: readonly HostileFile[] = filesWithManyCells(LONGEST_CELL);

/** Files of lines, of one line, and in encodings, the longest as long as an upload. */
export const LONG_FILES: readonly HostileFile[] = [
  ...withManyLines,
  ...withOneLine,
  ...inEncodings,
];
