import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import { toCsv } from '../../src/cli/output/list.ts';
import { unescapeFormula } from '../../src/roster-file/write-csv.ts';
import { createCommandLine } from './command-line.ts';
import { everyCommand } from './every-command.ts';
import { commandLines, createHostileCompany } from './hostile-company.ts';

test('a list becomes a table of the declared fields: also those within fields, and null is an empty cell', () => {
  const rows = [
    { id: 'a', department: null, scopes: ['x', 'y'], on: true },
    { id: 'b, "c"', department: { id: 1, name: 'Zoë' }, scopes: ['z 1'], on: false },
  ];
  assert.equal(
    toCsv(rows, 'id scopes on department.id department.name department'),
    [
      '\uFEFFid,scopes,on,department_id,department_name,department',
      'a,x y,true,,,',
      '"b, ""c""","[""z 1""]",false,1,Zoë,"{""id"":1,""name"":""Zoë""}"',
      '',
    ].join('\r\n'),
  );
});

test('text that a spreadsheet would evaluate is escaped, and numbers stay numbers', () => {
  assert.equal(
    toCsv([{ name: '=HYPERLINK("x")', xp: -5, note: '@x' }], 'name xp note'),
    `\uFEFFname,xp,note\r\n"'=HYPERLINK(""x"")",-5,'@x\r\n`,
  );
});

type Json = Readonly<Record<string, unknown>>;

/** The columns in which a field stands: one of its name, or one for each field in it. */
function columnsOf(name: string, value: unknown, header: readonly string[]): string[] {
  if (header.includes(name)) return [name];
  const within = header.filter((column) => column.startsWith(`${name}_`));
  if (value === null && within.length > 0) return within;
  if (typeof value !== 'object' || value === null) return [name];
  return Object.entries(value).flatMap(([field, one]) =>
    columnsOf(`${name}_${field}`, one, header),
  );
}

const ISO = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d\.\d{3}Z)?$/;

/** The text of a cell of a workbook in a CSV file. @param csv that text, where the cell is a date */
const textOf = (cell: unknown, csv: string): string =>
  cell instanceof Date
    ? cell.toISOString().slice(0, csv.length)
    : unescapeFormula(String(cell ?? ''));

test('every list has a CSV file and a workbook with each of its fields, and with its columns alone where it is empty', async (t) => {
  const hostile = await createHostileCompany(t);
  const lines = commandLines(hostile);
  const empty = createCommandLine(t);
  await empty.run(['company', 'create', '--name', 'Acme']);
  const lists = (await everyCommand()).filter(({ options }) =>
    options.some(({ name }) => name === '--csv'),
  );
  const paths = lists.map(({ path }) => path);
  assert.ok(paths.includes('retention') && paths.includes('webhook deliveries'));
  for (const { path } of await everyCommand()) {
    if (/ list$/.test(path)) assert.ok(paths.includes(path), path);
  }
  for (const path of paths) {
    const words = [...path.split(' '), ...(lines[path]?.[0] ?? [])];
    const { data } = await hostile.line.json<{ data: Json[] }>(...words);
    const { stdout } = await hostile.line.run([...words, '--csv']);
    assert.ok(stdout.startsWith('\uFEFF'), path);
    const [header = [], ...rows] = parse(stdout, {
      bom: true,
      record_delimiter: '\r\n',
    }) as string[][];
    assert.equal(rows.length, data.length, path);
    const fields = data.flatMap((row) => Object.entries(row));
    const columns = fields.flatMap(([name, value]) => columnsOf(name, value, header));
    if (data.length > 0) assert.deepEqual([...new Set(columns)].sort(), header.toSorted(), path);
    for (const [at, row] of data.entries()) {
      for (const [name, value] of Object.entries(row).filter(([one]) => header.includes(one))) {
        const isEmpty = value === null || value === '' || (Array.isArray(value) && !value.length);
        assert.equal(rows[at]?.[header.indexOf(name)] === '', isEmpty, `${path}: ${name}`);
      }
    }
    const place = join(hostile.line.folder, 'List.xlsx');
    const wrote = await hostile.line.run([...words, '--xlsx', 'List.xlsx']);
    assert.equal(wrote.stderr, '', path);
    const [sheet] = (await readXlsx(readFileSync(place))).sheets;
    const [head, ...cells] = sheet?.rows ?? [];
    assert.deepEqual([head, cells.length], [header, rows.length], path);
    for (const [at, row] of cells.entries()) {
      for (const [column, name] of header.entries()) {
        const [cell, text = ''] = [row[column], rows[at]?.[column]];
        assert.equal(cell instanceof Date, ISO.test(text), `${path}: ${name}`);
        const value = data[at]?.[name];
        if (typeof value === 'number') assert.equal(cell, value, `${path}: ${name}`);
        // Each run makes links of its own.
        if (name !== 'link') assert.equal(textOf(cell, text), unescapeFormula(text), path);
      }
    }
    const none = await empty.run([...path.split(' '), '--csv']);
    if (none.code === 0 && (await empty.json<{ data: [] }>(...path.split(' '))).data.length === 0) {
      assert.equal(none.stdout, `${stdout.split('\r\n')[0]}\r\n`, path);
    }
  }
});

test('a workbook replaces only a workbook, and where it cannot be written, nothing is done', async (t) => {
  const { run, json, folder } = createCommandLine<{ data: unknown[] }>(t);
  await run(['company', 'create', '--name', 'Acme']);
  await run(['employee', 'add', '--email', 'ann@acme.example', '--name', 'Ann']);
  const file = join(folder, 'people.xlsx');
  for (const _ of [1, 2]) {
    const { code, stdout } = await run(['employee', 'list', '--xlsx', 'people.xlsx']);
    assert.deepEqual([code, stdout], [0, `Wrote 1 row to ${file}.\n`]);
  }
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const notes = join(folder, 'notes.txt');
  writeFileSync(notes, 'kept');
  for (const [place, message] of [
    [
      'notes.txt',
      `--xlsx names ${notes}, which exists and holds something else. Choose another name`,
    ],
    ['.', `--xlsx names ${folder}, which exists and holds something else. Choose another name`],
    [
      'none/a.xlsx',
      `--xlsx names ${join(folder, 'none', 'a.xlsx')}, but its folder cannot be written to`,
    ],
  ] as const) {
    const { code, stderr } = await run(['portal', 'invite', '--everybody', '--xlsx', place]);
    assert.deepEqual([code, stderr], [2, `engaged: ${message}\n`]);
  }
  assert.equal(readFileSync(notes, 'utf8'), 'kept');
  assert.equal((await json('portal', 'invite', '--everybody')).data.length, 1);
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.includes('making')),
    [],
  );
  assert.equal((await run(['employee', 'list', '--xlsx', 'a.xlsx', '--csv'])).code, 2);
  assert.equal((await run(['employee', 'list', '--xlsx', 'a.xlsx', '--json'])).code, 2);
});

test('a list is CSV or JSON, and only a list is CSV', async (t) => {
  const { run } = createCommandLine(t);
  await run(['company', 'create', '--name', 'Acme']);
  await run(['employee', 'add', '--email', 'ann@acme.example', '--name', '=1+1']);
  const { stdout } = await run(['employee', 'list', '--csv']);
  assert.match(stdout, /,'=1\+1,ann@acme\.example,/);
  assert.equal((await run(['employee', 'list', '--csv', '--json'])).code, 2);
  assert.equal((await run(['employee', 'show', 'ann@acme.example', '--csv'])).code, 2);
});
