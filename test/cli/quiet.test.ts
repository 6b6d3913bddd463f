import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { newApiKey } from '../../src/domain/api-key.ts';
import { createCommandLine } from './command-line.ts';
import { people, person, writeRoster } from './import/roster-file.ts';
import { scriptedServer } from './import/test-service.ts';

const SILENT = { code: 0, stdout: '', stderr: '' };

async function acme(t: TestContext) {
  const line = createCommandLine(t);
  await line.json('company', 'create', '--name', 'Acme');
  const roster = (lines: readonly string[]) => writeRoster(line.folder, 'staff.csv', lines);
  /** Runs an import with and without --quiet on the same state, and compares. */
  const importLoudly = async (...words: string[]) => {
    const argv = ['import', 'staff.csv', '--dry-run', ...words];
    const quiet = await line.run([...argv, '--quiet']);
    const { code, stdout, stderr } = await line.run(argv);
    // The proposed command repeats the options.
    assert.deepEqual(
      { ...quiet, stdout: quiet.stdout.replaceAll(' --quiet', '') },
      { code, stdout, stderr },
    );
    return code;
  };
  return { ...line, roster, importLoudly };
}

test('a quiet import prints nothing where all is well, whatever it changed', async (t) => {
  const { run, roster } = await acme(t);
  roster(people(1, 60));
  assert.deepEqual(await run(['import', 'staff.csv', '--quiet']), SILENT);
  roster([...people(3, 60), person(70), person(1, 'Chief')]);
  const nightly = ['import', 'staff.csv', '--deactivate-missing', '--rejects', 'r.csv', '--quiet'];
  assert.deepEqual(await run(nightly), SILENT);
  assert.deepEqual(await run(nightly), SILENT);
  // People who are missing are no news where nobody asked to deactivate them.
  roster(people(3, 59));
  assert.deepEqual(await run(['import', 'staff.csv', '--quiet']), SILENT);
});

test('a quiet import prints everything where rows failed or have warnings, or a deactivation was blocked', async (t) => {
  const { run, json, roster, importLoudly } = await acme(t);
  roster(people(1, 60));
  await run(['import', 'staff.csv']);
  roster([...people(1, 60), '61,nobody,A,B,,']);
  assert.equal(await importLoudly(), 3);
  roster(people(1, 20));
  assert.equal(await importLoudly('--deactivate-missing'), 3);
  // A warning: the email is that of another person.
  roster(['0001,ann@acme.example,Given1,Family1,Dept 1,Clerk']);
  await json('employee', 'add', '--email', 'ann@acme.example');
  assert.equal(await importLoudly(), 0);
});

test('a quiet import prints everything where a department seems to be renamed', async (t) => {
  const { run, roster, importLoudly } = await acme(t);
  roster(people(1, 60));
  await run(['import', 'staff.csv']);
  roster(people(1, 60).map((line) => line.replace('Dept 1', 'Sales')));
  assert.equal(await importLoudly(), 0);
});

test('a quiet import still says why it failed', async (t) => {
  const { run, folder } = await acme(t);
  writeFileSync(join(folder, 'staff.csv'), 'a,b\n1,2\n');
  const argv = ['import', 'staff.csv'];
  const loud = await run(argv);
  assert.equal(loud.code, 1);
  assert.deepEqual(await run([...argv, '--quiet']), loud);
});

test('a quiet import into a service does not speak of retries that succeed', async (t) => {
  const counts = { created: 1, updated: 0, unchanged: 0, reactivated: 0, deactivated: 0 };
  const { url } = await scriptedServer(t, [
    { status: 503, headers: { 'retry-after': '3' } },
    {
      status: 200,
      body: {
        ...counts,
        ...{ departments_created: 0, departments_restored: 0, deactivation_candidates: [] },
        ...{ deactivation_candidates_total: 0, unlinked_members: 0, deactivation_limit: 10 },
        ...{ deactivation_skipped_reason: null, errors: [], warnings: [] },
      },
    },
  ]);
  const { run, folder } = createCommandLine(t, {
    env: { ENGAGED_KEY: newApiKey('live') },
    sleep: async () => {},
  });
  writeRoster(folder, 'staff.csv', people(1, 1));
  assert.deepEqual(await run(['import', 'staff.csv', '--url', url, '--quiet']), SILENT);
});

test('a quiet XP import prints nothing unless rows were rejected', async (t) => {
  const { run, json, folder } = await acme(t);
  await json('employee', 'add', '--email', 'a@acme.example');
  const write = (...rows: string[]) =>
    writeFileSync(join(folder, 'xp.csv'), ['employee,amount', ...rows, ''].join('\n'));
  const argv = ['xp', 'import', 'xp.csv'];
  write('a@acme.example,5');
  assert.deepEqual(await run([...argv, '--quiet']), SILENT);
  assert.deepEqual(await run([...argv, '--quiet']), SILENT);
  write('a@acme.example,5', 'nobody,5');
  const loud = await run(argv);
  assert.equal(loud.code, 3);
  assert.deepEqual(await run([...argv, '--quiet']), loud);
});

test('a quiet backup prints nothing, and still says why it failed', async (t) => {
  const { run, folder } = await acme(t);
  assert.deepEqual(await run(['backup', 'b.db', '--quiet']), SILENT);
  const again = await run(['backup', 'b.db', '--quiet']);
  assert.deepEqual(again, {
    code: 1,
    stdout: '',
    stderr: `engaged: ${join(folder, 'b.db')} exists already. Name another file, or replace it with --force\n`,
  });
  rmSync(join(folder, 'b.db'));
});

test('--quiet and --json exclude each other', async (t) => {
  const { run } = await acme(t);
  for (const command of ['import', 'xp import', 'backup']) {
    const outcome = await run([...command.split(' '), 'x.csv', '--quiet', '--json']);
    assert.deepEqual([outcome.code, outcome.stdout], [2, '']);
    assert.deepEqual(JSON.parse(outcome.stderr), {
      error: {
        code: 'usage',
        message: `--quiet and --json exclude each other. See: engaged ${command} --help`,
        field: '--quiet',
      },
    });
  }
});
