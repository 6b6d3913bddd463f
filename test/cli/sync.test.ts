import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type CommandEnvironment, createCommandLine, NOW } from './command-line.ts';
import { people, person, writeRoster } from './import/roster-file.ts';

type RunPrinted = {
  id: string;
  kind: string;
  subject_id: string | null;
  outcome: string;
  started_at: string;
  follow_ups: { id: string; kind: string }[];
  people: { external_id: string; change: string; fields: Record<string, unknown> }[];
  departments: { name: string; change: string }[];
  candidates_held_back: { external_id: string }[];
};

const MINUTE = 60_000;

/** A company whose roster of 30 people was imported, and then one of 12 that its limit blocked. */
async function setUpBlockedImport(t: TestContext) {
  const { run, json, folder } = createCommandLine(t);
  await json('company', 'create', '--name', 'Acme');
  writeRoster(folder, 'all.csv', people(1, 30));
  writeRoster(folder, 'few.csv', [person(1, 'Lead'), ...people(2, 12)]);
  await run(['import', 'all.csv'], { now: NOW - 10 * MINUTE });
  await run(['import', 'few.csv', '--deactivate-missing'], { now: NOW - 5 * MINUTE });
  const list = async (...options: string[]) =>
    (await json<{ data: RunPrinted[] }>('sync', 'list', ...options)).data;
  const [stopped, first] = (await list()).map(({ id }) => id);
  return { run, json, list, folder, first: first ?? '', stopped: stopped ?? '' };
}

test('runs are listed newest first, with actor, time, counts and outcome', async (t) => {
  const { run, list, first, stopped } = await setUpBlockedImport(t);
  assert.deepEqual(
    (await list()).map((one) => [one.id, one.kind, one.outcome, one.started_at]),
    [
      [stopped, 'sync', 'deactivation_blocked', '2026-11-21T09:25:00.000Z'],
      [first, 'sync', 'applied', '2026-11-21T09:20:00.000Z'],
    ],
  );
  assert.equal((await list('--limit', '1')).length, 1);
  const { stdout } = await run(['sync', 'list']);
  assert.deepEqual(
    stdout.split('\n').map((line) => line.split(/ {2,}/)),
    [
      ['RUN', 'KIND', 'BEGAN, UTC', 'BY', 'ROWS', 'CHANGED', 'OUTCOME'],
      [
        ...[stopped.slice(0, 18), 'sync', '2026-11-21 09:25', 'command line (test)'],
        ...['12', '~1', 'blocked by its limit'],
      ],
      [
        ...[first.slice(0, 18), 'sync', '2026-11-21 09:20', 'command line (test)'],
        ...['30', '+30', 'applied'],
      ],
      [''],
    ],
  );
  assert.match((await run(['sync', 'list', '--test'])).stdout, /^There are no runs yet/);
});

test('a run is shown person by person and field by field, and completely with --json', async (t) => {
  const { run, json, stopped } = await setUpBlockedImport(t);
  const { stdout } = await run(['sync', 'show', 'latest', '--limit', '2']);
  assert.deepEqual(
    stdout
      .split('\n')
      .slice(7)
      .map((line) => line.replaceAll(/ {2,}/g, ' | ')),
    [
      'People (1)',
      'CHANGE | EXTERNAL_ID | NAME | EMAIL | WHAT',
      'updated | 0001 | Given1 Family1 | person1@acme.example | job_title: Clerk → Lead',
      '',
      'Held back by the limit (18)',
      'EXTERNAL_ID | NAME | EMAIL',
      '0013 | Given13 Family13 | person13@acme.example',
      '0014 | Given14 Family14 | person14@acme.example',
      '… and 16 more: see --limit and --json',
      '',
    ],
  );
  const shown = await json<RunPrinted>('sync', 'show', stopped.slice(0, 18));
  assert.equal(shown.candidates_held_back.length, 18);
  assert.deepEqual(
    shown.people.map(({ external_id, change, fields }) => [external_id, change, fields]),
    [['0001', 'updated', { job_title: { before: 'Clerk', after: 'Lead' } }]],
  );
});

test('text in the history cannot control the terminal', async (t) => {
  const { run, json } = createCommandLine(t);
  await json('company', 'create', '--name', 'Acme');
  const header = 'external_id,email,first_name,last_name,job_title';
  for (const [at, job] of ['Clerk', 'a\u001b[2Jb'].entries()) {
    const stdin = `${header}\n1,a@acme.example,A\u202eB,C,${job}\n`;
    await run(['import', '-'], { stdin, now: NOW + at });
  }
  const { stdout } = await run(['sync', 'show', 'latest']);
  assert.ok(stdout.includes('Clerk → a\\u001b[2Jb'), stdout);
  assert.ok(stdout.includes('A\\u202eB C'), stdout);
});

test('an approval can be tried in a dry run, is applied once, and is rejected if somebody was named since', async (t) => {
  const { run, json, list, folder, stopped } = await setUpBlockedImport(t);
  const before = await list();
  const dry = await json('sync', 'approve', stopped, '--dry-run');
  assert.deepEqual(dry, {
    approved: true,
    dry_run: true,
    subject_id: stopped,
    run_id: null,
    deactivated: 18,
    objections: [],
  });
  assert.deepEqual(await list(), before);
  const done = await run(['sync', 'approve', stopped.slice(0, 18)]);
  const [approval] = await list();
  assert.deepEqual(done, {
    code: 0,
    stdout: `18 people were deactivated.\nTo undo this: engaged sync revert ${approval?.id}\n`,
    stderr: '',
  });
  assert.deepEqual([approval?.kind, approval?.subject_id], ['approval', stopped]);
  const again = await run(['sync', 'approve', stopped]);
  assert.deepEqual([again.code, again.stdout], [1, '']);
  assert.match(again.stderr, /approved already/);

  await run(['sync', 'revert', 'latest']);
  const stop = await run(['import', 'few.csv', '--deactivate-missing']);
  const second = / sync approve ([0-9a-f-]{36})\n/.exec(stop.stdout)?.[1] ?? '';
  writeRoster(folder, 'one.csv', people(20, 20));
  await run(['import', 'one.csv'], { now: NOW + MINUTE });
  const refused = await run(['sync', 'approve', second]);
  assert.equal(refused.code, 1);
  assert.match(
    refused.stdout,
    /^Refused.*\n\nEXTERNAL_ID .*\n0020 +Given20 Family20 +named by a later sync /,
  );
  const { code, stdout } = await run(['sync', 'approve', second, '--json']);
  const { approved, objections } = JSON.parse(stdout);
  assert.deepEqual(
    [code, approved, objections.map((one: { external_id: string }) => one.external_id)],
    [1, false, ['0020']],
  );
});

test('a revert can be tried in a dry run, is applied, and can be reverted; later changes make it end with 3', async (t) => {
  const { run, json, list, first, stopped } = await setUpBlockedImport(t);
  const clean = await json<{ run_id: null; people: unknown[] }>(
    ...['sync', 'revert', stopped, '--dry-run'],
  );
  assert.deepEqual([clean.run_id, clean.people.length, (await list()).length], [null, 1, 2]);
  await json('employee', 'sign-in', '0002', '--name', 'Ada');
  const { code, stdout } = await run(['sync', 'revert', first]);
  assert.equal(code, 3);
  const [made] = await list();
  assert.match(
    stdout,
    /^Reverted 29 people and 2 departments; 2 later changes are kept\.\nTo undo this: /,
  );
  assert.match(
    stdout,
    /\nNot reverted \(2\)\nWHO .*\nAda \(0002\) .*has signed in since\ndepartment Dept 2 /,
  );
  const shown = await json<RunPrinted>('sync', 'show', first);
  assert.deepEqual(
    shown.follow_ups.map(({ id, kind }) => [id, kind]),
    [[made?.id, 'revert']],
  );
  assert.equal((await run(['sync', 'revert', made?.id ?? ''])).code, 0);
  const idle: CommandEnvironment = { now: NOW + MINUTE };
  assert.equal((await run(['import', 'few.csv'], idle)).code, 0);
  const nothing = await run(['sync', 'revert', 'latest']);
  assert.equal(nothing.code, 1);
  assert.match(nothing.stderr, /changed nothing/);
});
