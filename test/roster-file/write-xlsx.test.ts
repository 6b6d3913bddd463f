import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { readXlsx } from 'hucre/xlsx';
import { readFileText } from '../../src/roster-file/file-text.ts';
import type { Cell, SheetColumn } from '../../src/roster-file/sheet-columns.ts';
import { toXlsx } from '../../src/roster-file/write-xlsx.ts';

const written = (columns: SheetColumn[], rows: Iterable<Cell[]>, name = 'People') =>
  buffer(toXlsx({ name, columns }, rows));

const columns: SheetColumn[] = [
  { header: 'name' },
  { header: 'xp' },
  { header: 'on' },
  { header: 'first_day', dates: 'day' },
  { header: 'at', dates: 'time' },
];
const row = ['Zoë', -5, true, '2026-11-16', '2026-11-24T20:15:30.000Z'];

test('a workbook has numbers, dates and texts, and is read as a roster with the same values', async () => {
  const bytes = await written(columns, [row, [null, 0, false, null, null]]);
  const { sheets } = await readXlsx(bytes);
  assert.deepEqual(
    sheets.map(({ name, rows }) => ({ name, rows })),
    [
      {
        name: 'People',
        rows: [
          ['name', 'xp', 'on', 'first_day', 'at'],
          ['Zoë', -5, true, new Date('2026-11-16'), new Date('2026-11-24T20:15:30Z')],
          [null, 0, false, null, null],
        ],
      },
    ],
  );
  const { text } = await readFileText(bytes);
  assert.deepEqual(text.split(/\r?\n/).slice(0, 2), [
    '"name","xp","on","first_day","at"',
    '"Zoë","-5","TRUE","2026-11-16","2026-11-24 20:15:30"',
  ]);
});

test('a text is a text, whatever it begins with or looks like, and a day that is none stays what it is', async () => {
  const texts = [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    "'=1",
    '007',
    '2026-11-16',
    ' a ',
    '_x0041_x0042_',
    'a\u0001\r\nb',
  ];
  const bytes = await written(
    [{ header: 'text' }, { header: 'day', dates: 'day' }],
    texts.map((text) => [text, '=1']),
  );
  const {
    sheets: [sheet],
  } = await readXlsx(bytes);
  assert.deepEqual(
    sheet?.rows.slice(1),
    texts.map((text) => [text, '=1']),
  );
  assert.deepEqual(
    [...(sheet?.cells?.values() ?? [])].filter((cell) => cell.formula !== undefined),
    [],
  );
  const { text } = await readFileText(await written([{ header: 'text' }], [['=1+1'], ['_x0041_']]));
  assert.equal(text, '"text"\n"=1+1"\n"_x0041_"\n');
});

test('the header stays in sight, and columns are as wide as what stands in them, within bounds', async () => {
  const bytes = await written(
    [{ header: 'a' }, { header: 'b' }, { header: 'c' }],
    [['x', 'y'.repeat(20), 'z'.repeat(40_000)]],
  );
  const {
    sheets: [sheet],
  } = await readXlsx(bytes);
  assert.equal(sheet?.freezePane?.rows, 1);
  assert.deepEqual(
    sheet?.columns?.map(({ width }) => width),
    [10, 22, 60],
  );
  assert.equal(String(sheet?.rows[1]?.[2]).length, 32_767);
});

test('a sheet bears a name that Excel takes', async () => {
  for (const [name, expected] of [
    ["Ann's [a/b]: *?", 'Ann s  a b'],
    ['x'.repeat(40), 'x'.repeat(31)],
    ['history', 'List'],
    ['', 'List'],
  ] as const) {
    const { sheets } = await readXlsx(await written([{ header: 'a' }], [], name));
    assert.deepEqual(
      sheets.map((sheet) => sheet.name),
      [expected],
    );
  }
});

test('100,000 rows are written while they come in, and none is asked for before those written are taken', async () => {
  let asked = 0;
  const rows = function* () {
    while (asked < 100_000) {
      asked++;
      yield [`Person ${asked}`, asked, true, '2026-11-16', '2026-11-24T20:15:30.000Z'];
    }
  };
  let bytes = 0;
  let mostAhead = 0;
  let before = 0;
  for await (const chunk of toXlsx({ name: 'People', columns }, rows())) {
    bytes += chunk.length;
    mostAhead = Math.max(mostAhead, asked - before);
    before = asked;
  }
  assert.equal(asked, 100_000);
  assert.ok(bytes > 1_000_000, `${bytes} bytes`);
  assert.ok(mostAhead < 20_000, `${mostAhead} rows were asked for at once`);
});

test('who stops reading ends the rows', async () => {
  let isEnded = false;
  const rows = async function* () {
    try {
      for (;;) yield [Math.random()];
    } finally {
      isEnded = true;
    }
  };
  for await (const _ of toXlsx({ name: 'Numbers', columns: [{ header: 'n' }] }, rows())) break;
  assert.equal(isEnded, true);
});
