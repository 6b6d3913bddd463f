import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { toCsv } from '../../src/cli/output/list.ts';
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

test('every list has a CSV file with each of its fields, and with its columns alone where it is empty', async (t) => {
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
    const none = await empty.run([...path.split(' '), '--csv']);
    if (none.code === 0 && (await empty.json<{ data: [] }>(...path.split(' '))).data.length === 0) {
      assert.equal(none.stdout, `${stdout.split('\r\n')[0]}\r\n`, path);
    }
  }
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
