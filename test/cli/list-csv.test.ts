import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toCsvList } from '../../src/cli/list-csv.ts';
import { createCommandLine } from './command-line.ts';

test('a list becomes a table: nested fields are columns, and null is an empty cell', () => {
  assert.equal(
    toCsvList([
      { id: 'a', department: null, scopes: ['x', 'y'], active: true },
      { id: 'b, "c"', department: { id: 1, name: 'Zoë' }, scopes: [], active: false },
    ]),
    [
      '\uFEFFid,scopes,active,department_id,department_name',
      'a,x y,true,,',
      '"b, ""c""",,false,1,Zoë',
      '',
    ].join('\r\n'),
  );
});

test('text that a spreadsheet would evaluate is escaped, and numbers stay numbers', () => {
  assert.equal(
    toCsvList([{ name: '=HYPERLINK("x")', xp: -5, note: '@x' }]),
    `\uFEFFname,xp,note\r\n"'=HYPERLINK(""x"")",-5,'@x\r\n`,
  );
});

test('every list is available as CSV, but not together with --json', async (t) => {
  const { run } = createCommandLine(t);
  await run(['company', 'create', '--name', 'Acme']);
  await run(['employee', 'add', '--email', 'ann@acme.example', '--name', '=1+1']);
  const { code, stdout } = await run(['employee', 'list', '--csv']);
  assert.equal(code, 0);
  const [header = '', row = ''] = stdout.split('\r\n');
  assert.ok(header.startsWith('\uFEFFemployee_id,'), header);
  assert.match(row, /,'=1\+1,ann@acme\.example,/);
  for (const noun of ['company', 'key', 'badge', 'shop', 'department', 'shop redemptions']) {
    const outcome = await run([
      ...noun.split(' '),
      'list',
      '--csv',
      ...(noun === 'company' ? [] : ['--test']),
    ]);
    assert.equal(outcome.code, 0, noun);
    assert.ok(outcome.stdout === '' || outcome.stdout.startsWith('\uFEFF'), noun);
  }
  assert.equal((await run(['employee', 'list', '--csv', '--json'])).code, 2);
  assert.equal((await run(['employee', 'show', 'ann@acme.example', '--csv'])).code, 2);
});
