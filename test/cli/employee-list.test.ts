import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { DETAIL_NAMES } from '../../src/domain/roster/fields.ts';
import { createCommandLine } from './command-line.ts';

type Listed = { data: { employee_id: string; external_id: string }[] };

const ROSTER = `external_id,email,first_name,last_name,department_name
1,soren@acme.example,Søren,Łukasz,Sales
2,zoe@acme.example,Zoë,Straße,Inside Sales
3,bo@acme.example,Bo,Ek,Engineering
4,cy@acme.example,Cy,Ek,
`;

/** Four people, in Sales, in Inside Sales below it, in Engineering, and in none; the third one is deactivated. */
async function createPeople(t: TestContext) {
  const line = createCommandLine<Listed>(t);
  await line.json('company', 'create', '--name', 'Acme');
  writeFileSync(join(line.folder, 'people.csv'), ROSTER);
  await line.json('import', 'people.csv');
  await line.json('department', 'move', 'Inside Sales', '--parent', 'Sales');
  await line.json('employee', 'deactivate', '3', '--reason', 'Left');
  await line.json('xp', 'award', '1', '120');
  await line.json('coins', 'grant', '1', '7');
  const keys = async (...filter: string[]) =>
    (await line.json('employee', 'list', ...filter)).data.map(({ external_id }) => external_id);
  return { ...line, keys };
}

test('people are listed by department, alone or with the departments below it', async (t) => {
  const { keys, run } = await createPeople(t);
  assert.deepEqual(await keys(), ['1', '2', '3', '4']);
  assert.deepEqual(await keys('--department', 'SALES'), ['1']);
  assert.deepEqual(await keys('--department', 'sales', '--below'), ['1', '2']);
  assert.deepEqual(await keys('--department', 'Inside Sales', '--below'), ['2']);
  assert.deepEqual(await run(['employee', 'list', '--department', 'Legal']), {
    code: 1,
    stdout: '',
    stderr: 'engaged: Department not found. See: engaged department list\n',
  });
  assert.deepEqual(await run(['employee', 'list', '--below']), {
    code: 2,
    stdout: '',
    stderr: 'engaged: --below needs --department\n',
  });
});

test('people are listed by state', async (t) => {
  const { keys, run } = await createPeople(t);
  assert.deepEqual(await keys('--state', 'active'), ['1', '2', '4']);
  assert.deepEqual(await keys('--state', 'deactivated'), ['3']);
  assert.deepEqual(await keys('--state', 'all'), ['1', '2', '3', '4']);
  assert.equal((await run(['employee', 'list', '--state', 'left'])).code, 2);
});

test('a search ignores case and accents, in names, emails and external ids', async (t) => {
  const { keys, run, json } = await createPeople(t);
  for (const [text, found] of [
    ['soren luk', ['1']],
    ['SØREN', ['1']],
    ['strasse', ['2']],
    ['EK', ['3', '4']],
    ['cy@', ['4']],
    ['3', ['3']],
    ['%', []],
    [' ', ['1', '2', '3', '4']],
  ] as const) {
    assert.deepEqual(await keys('--search', text), found, text);
  }
  assert.deepEqual(await keys('--search', 'ek', '--state', 'active'), ['4']);
  // The name from the roster still finds a person who signed in under another one.
  await json('employee', 'sign-in', '4', '--name', 'Cyril');
  assert.deepEqual(await keys('--search', 'ek'), ['3', '4']);
  assert.deepEqual(await keys('--search', 'cyril'), ['4']);
  assert.deepEqual(await run(['employee', 'list', '--search', 'nobody']), {
    code: 0,
    stdout: 'No matching people.\n',
    stderr: '',
  });
});

test('the list has level, XP and coins, as a table, as JSON and as CSV', async (t) => {
  const { run, json } = await createPeople(t);
  const [soren] = (await json('employee', 'list')).data;
  const id = soren?.employee_id;
  const words = ['employee', 'list', '--department', 'Sales'];
  assert.deepEqual(await run(words), {
    code: 0,
    stdout: `EXTERNAL ID  NAME          EMAIL               DEPARTMENT  STATE   ROLE  LEVEL   XP  COINS  ID
1            Søren Łukasz  soren@acme.example  Sales       active            2  120      7  ${id}
`,
    stderr: '',
  });
  const { data } = await json(...words);
  assert.deepEqual(data, [
    {
      ...soren,
      ...{ level: 2, xp: 120, coins: 7 },
    },
  ]);
  const { stdout } = await run([...words, '--csv']);
  assert.equal(
    stdout.split('\r\n')[0],
    `\uFEFFemployee_id,external_id,name,email,department_id,department_external_id,department_name,${Object.values(DETAIL_NAMES).join()},state,given_name,account_name,is_admin,portal_role,deactivated_at,deactivated_by,deactivation_reason,joined_at,shown_as,nickname,level,xp,coins`,
  );
  assert.match(stdout, /,2,120,7\r\n$/);
  // A narrow terminal shows the person first.
  const narrow = await run(words, { columns: 80 });
  assert.match(narrow.stdout, /Hidden columns \(use --json\): .*COINS, ID/);
});
