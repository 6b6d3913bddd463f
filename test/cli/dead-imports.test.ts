import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { HOUR_MS } from '../../src/domain/duration.ts';
import { newId } from '../../src/domain/id.ts';
import { createCommandLine, NOW } from './command-line.ts';

/** A company that an import holds, or held. */
async function setUpHeld(t: TestContext) {
  const line = createCommandLine(t);
  await line.json('company', 'create', '--name', 'Acme');
  await line.json('employee', 'add', '--email', 'ada@acme.example');
  writeFileSync(
    join(line.folder, 'r.csv'),
    'external_id,email,first_name,last_name\n1,bo@acme.example,Bo,Field\n',
  );
  const inFile = <T>(work: (sqlite: Sqlite.Database) => T): T => {
    const sqlite = new Sqlite(join(line.folder, 'engaged.db'));
    try {
      return work(sqlite);
    } finally {
      sqlite.close();
    }
  };
  /** @param token null where the hold itself was lost */
  const hold = (until: number, token: string | null) =>
    inFile((sqlite) => {
      sqlite.prepare('delete from roster_holds').run();
      sqlite.prepare('update companies set held_until = ? where company_id = 1').run(until);
      if (token === null) return;
      sqlite
        .prepare('insert into roster_holds (company_id, token, revision) values (1, ?, 0)')
        .run(token);
    });
  const held = () =>
    inFile((sqlite) =>
      sqlite
        .prepare(
          `select c.held_until, h.token from companies c left join roster_holds h using (company_id)
           where c.held_until is not null or h.token is not null`,
        )
        .all(),
    );
  const findings = async (...flags: string[]) => {
    const { stdout, stderr } = await line.run(['doctor', '--json', ...flags]);
    const { checks } = JSON.parse(stdout) as {
      checks: { check: string; level: string; message: string }[];
    };
    const found = checks.filter(({ check }) => check === 'imports');
    return { found: found.map(({ level, message }) => [level, message]), stderr };
  };
  return { ...line, hold, held, findings };
}

const DEAD = NOW - 1_000;
const token = () => newId(NOW - 60_000);

const FINE = { found: [['ok', 'No import holds a company for too long']], stderr: '' };

test('commands that read leave the hold of a dead import as it is', async (t) => {
  const { run, hold, held } = await setUpHeld(t);
  hold(DEAD, token());
  const before = held();
  for (const words of [
    ['company', 'list'],
    ['company', 'show'],
    ['employee', 'list'],
    ['employee', 'show', 'ada@acme.example'],
    ['department', 'list'],
    ['key', 'list'],
    ['badge', 'list'],
    ['shop', 'list'],
    ['contest', 'list'],
    ['month', 'list'],
    ['webhook', 'list'],
    ['shop', 'redemptions', 'list'],
    ['sync', 'list'],
    ['audit', 'list'],
    ['events', 'list'],
    ['leaderboard'],
    ['retention'],
    ['portal', 'accounts', 'list'],
    ['import', 'r.csv', '--dry-run'],
    ['badge', 'apply-rules', '--dry-run'],
    ['doctor'],
    ['backup', 'copy.db'],
  ]) {
    const { code, stderr } = await run(words);
    assert.equal(code, 0, `${words.join(' ')}: ${stderr}`);
    assert.deepEqual(held(), before, words.join(' '));
  }
});

test('commands that change a company end the hold of a dead import first', async (t) => {
  const { run, json, hold, held } = await setUpHeld(t);
  const { id } = await json<{ id: string }>(
    'key',
    'create',
    '--mode',
    'live',
    '--name',
    'HR',
    '--scope',
    'xp:write',
  );
  for (const words of [
    ['employee', 'add', '--email', 'cy@acme.example'],
    ['company', 'update', '--name', 'Acme Inc'],
    ['key', 'create', '--mode', 'live', '--name', 'Two', '--scope', 'xp:write'],
    ['key', 'rotate', id],
    ['key', 'revoke', 'Two'],
    ['import', 'r.csv'],
    ['employee', 'erase', 'cy@acme.example', '--reason', 'Request 1', '--yes'],
    ['company', 'delete', 'Acme Inc', '--yes', '--no-backup'],
  ]) {
    hold(DEAD, token());
    const { code, stderr } = await run(words);
    assert.equal(code, 0, `${words.join(' ')}: ${stderr}`);
    assert.deepEqual(held(), [], words.join(' '));
  }
});

test('the doctor finds dead imports and lost holds, and ends them with --repair', async (t) => {
  const { hold, held, findings } = await setUpHeld(t);
  assert.deepEqual(await findings(), FINE);
  assert.deepEqual(await findings('--repair'), FINE);
  for (const lost of [token(), null]) {
    hold(DEAD, lost);
    const dead = ['warning', 'An import into "Acme" has died, and nobody can change the company'];
    assert.deepEqual(await findings(), { found: [dead], stderr: '' });
    assert.equal(held().length, 1);
    assert.deepEqual(await findings('--repair'), {
      ...FINE,
      stderr: 'Ended 1 hold of an import that had died. See: engaged sync list\n',
    });
    assert.deepEqual(held(), []);
  }
});

test('the doctor finds an import that has held a company for more than an hour, and lets it go on', async (t) => {
  const { hold, held, findings } = await setUpHeld(t);
  hold(NOW + 20_000, token());
  assert.deepEqual(await findings(), FINE);
  hold(NOW + 20_000, token().replace(/^.{13}/, old(NOW - 1.5 * HOUR_MS)));
  const long = 'An import has held "Acme" for 90 minutes, and nobody else can change the company';
  assert.deepEqual((await findings('--repair')).found, [['warning', long]]);
  assert.equal(held().length, 1);
});

/** The beginning of an id of an earlier time; within a process ids do not go back. */
function old(time: number): string {
  const digits = time.toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}`;
}
