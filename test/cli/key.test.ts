import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { CONTRACT_SCOPES } from '../../src/domain/api-key.ts';
import { KeyCache } from '../../src/service/keys/key-cache.ts';
import { openDataFile } from '../../src/store/files/data-file.ts';
import { createCommandLine, NOW } from './command-line.ts';

type Key = {
  id: string;
  key: string;
  hint: string;
  mode: string;
  scopes: string[];
  requests_per_minute: number;
  expires_at: string | null;
  revoked_at: string | null;
  successor_id: string | null;
};

const DAY = 86_400_000;

/** A command line with a company, and a key ring as a running server would have it. */
async function setUpCompany(t: TestContext) {
  const line = createCommandLine(t);
  await line.json('company', 'create', '--name', 'Acme');
  const db = openDataFile(join(line.folder, 'engaged.db'), { write: false });
  t.after(() => db.close());
  const createKey = (...flags: string[]): Promise<Key> =>
    line.json('key', 'create', '--mode', 'live', '--name', 'HR', '--scope', 'all', ...flags);
  return { ...line, createKey, keys: new KeyCache(db) };
}

test('a key that was created is shown whole, once, and works', async (t) => {
  const { createKey, keys, json, folder } = await setUpCompany(t);
  const created = await createKey('--rate-limit', '300');
  const credential = await keys.find(created.key, NOW);
  assert.equal(credential?.keyId, created.id);
  assert.equal(credential?.requestsPerMinute, 300);
  assert.deepEqual(created.scopes, CONTRACT_SCOPES);
  const named = await createKey('--scope', 'xp:write');
  assert.deepEqual(named.scopes, [...CONTRACT_SCOPES, 'xp:write']);
  assert.equal(created.expires_at, null);
  const { key, ...listed } = created;
  const { key: _, ...second } = named;
  assert.deepEqual(await json('key', 'list'), { data: [listed, second] });
  assert.ok(!readFileSync(join(folder, 'engaged.db')).includes(key));
});

test('a live key acts on the company and a test key on its sandbox', async (t) => {
  const { json, keys } = await setUpCompany(t);
  for (const mode of ['live', 'test']) {
    const created: Key = await json(
      ...['key', 'create', '--mode', mode, '--name', 'x', '--scope', 'shop:read'],
    );
    assert.ok(created.key.startsWith(`svc_${mode}_`));
    const credential = await keys.find(created.key, NOW);
    assert.equal(credential?.mode, mode);
    assert.deepEqual([...(credential?.scopes ?? [])], ['shop:read']);
  }
  const sandbox: { data: Key[] } = await json('key', 'list', '--test');
  assert.deepEqual(
    sandbox.data.map((key) => key.mode),
    ['test'],
  );
});

test('a revoked key ends at once on a running server, and stays on the list', async (t) => {
  const { createKey, keys, json } = await setUpCompany(t);
  const created = await createKey();
  assert.ok(keys.find(created.key, NOW));
  const revoked: Key = await json('key', 'revoke', created.id.toUpperCase());
  assert.equal(revoked.revoked_at, new Date(NOW).toISOString());
  assert.equal(keys.find(created.key, NOW), undefined);
  assert.deepEqual(await json('key', 'revoke', created.id), revoked);
});

test('a key ends when its time is up', async (t) => {
  const { createKey, keys } = await setUpCompany(t);
  const created = await createKey('--expires-in', '90d');
  assert.equal(created.expires_at, new Date(NOW + 90 * DAY).toISOString());
  assert.ok(keys.find(created.key, NOW + 90 * DAY - 1));
  assert.equal(keys.find(created.key, NOW + 90 * DAY), undefined);
});

test('rotation issues a like key and lets the old one live for the overlap', async (t) => {
  const { createKey, keys, json } = await setUpCompany(t);
  const old = await createKey('--rate-limit', '90');
  const successor: Key = await json('key', 'rotate', old.id, '--overlap', '2h');
  assert.equal(successor.requests_per_minute, 90);
  assert.deepEqual(successor.scopes, old.scopes);
  assert.ok(keys.find(successor.key, NOW + DAY));
  assert.ok(keys.find(old.key, NOW + 7_199_999));
  assert.equal(keys.find(old.key, NOW + 7_200_000), undefined);
});

test('without being told, the overlap is a day, but never past the end of the old key', async (t) => {
  const { createKey, keys, json } = await setUpCompany(t);
  const lasting = await createKey();
  const ending = await createKey('--expires-in', '12h');
  await json('key', 'rotate', lasting.id);
  const successor: Key = await json('key', 'rotate', ending.id);
  assert.ok(keys.find(lasting.key, NOW + DAY - 1));
  assert.equal(keys.find(lasting.key, NOW + DAY), undefined);
  assert.equal(keys.find(ending.key, NOW + DAY / 2), undefined);
  assert.equal(successor.expires_at, new Date(NOW + DAY / 2).toISOString());
});

test('a key that is revoked, expired or rotated already is not rotated', async (t) => {
  const { createKey, json, run } = await setUpCompany(t);
  const revoked = await createKey();
  await json('key', 'revoke', revoked.id);
  const expired = await createKey('--expires-in', '1h');
  const rotated = await createKey();
  await json('key', 'rotate', rotated.id, '--overlap', '90d');
  for (const { id } of [revoked, expired, rotated]) {
    const outcome = await run(['key', 'rotate', id], { now: NOW + DAY });
    assert.equal(outcome.code, 1);
    assert.equal(outcome.stdout, '');
  }
});

test('a key that would be dead from the start is refused, and an old one may end with its rotation', async (t) => {
  const { run, json, createKey } = await setUpCompany(t);
  for (const nothing of ['0m', '0h', '0d', '000d']) {
    const argv = ['key', 'create', '--mode', 'live', '--name', 'x', '--scope', 'all'];
    assert.deepEqual(await run([...argv, '--expires-in', nothing]), {
      code: 2,
      stdout: '',
      stderr: 'engaged: --expires-in is wrong. It must be at least one minute: 1m.\n',
    });
  }
  const old = await createKey();
  await json('key', 'rotate', old.id, '--overlap', '0h');
  const { data } = await json<{ data: Key[] }>('key', 'list');
  const ended = data.find(({ id }) => id === old.id);
  assert.equal(ended?.expires_at, new Date(NOW).toISOString());
});

test('an unknown scope, mode, duration or limit is usage, and an unknown id fails', async (t) => {
  const { run } = await setUpCompany(t);
  const create = ['key', 'create', '--mode', 'live', '--name', 'x', '--scope', 'shop:read'];
  for (const argv of [
    ['key', 'create', '--name', 'x', '--scope', 'all'],
    ['key', 'create', '--mode', 'live', '--name', 'x'],
    ['key', 'create', '--mode', 'live', '--name', 'x', '--scope', 'shop:write'],
    [...create, '--mode', 'sandbox'],
    [...create, '--expires-in', '90'],
    [...create, '--rate-limit', '0'],
    [...create, '--rate-limit', '6e1'],
  ]) {
    assert.equal((await run(argv)).code, 2);
  }
  const unknown = await run(['key', 'revoke', '01997a3c-8f2e-7000-9c6d-3b1f0a5e2d47']);
  assert.deepEqual(unknown, {
    code: 1,
    stdout: '',
    stderr: 'engaged: Key not found. See: engaged key list\n',
  });
});

test('a key is revoked by its name or by the beginning of its id', async (t) => {
  const { createKey, run, json } = await setUpCompany(t);
  const key = await createKey();
  const intranet = await json<Key>(
    ...['key', 'create', '--mode', 'live', '--name', 'Intranet', '--scope', 'all'],
  );
  assert.deepEqual(await run(['key', 'revoke', ' INTRANET ']), {
    code: 0,
    stdout: `Revoked "Intranet" (${intranet.hint}).\n`,
    stderr: '',
  });
  const beginning = key.id.slice(0, 32);
  assert.equal((await json<Key>('key', 'revoke', beginning.toUpperCase())).id, key.id);
  // Three characters are too few to mean a key.
  assert.deepEqual(await run(['key', 'revoke', key.id.slice(0, 3)]), {
    code: 1,
    stdout: '',
    stderr: 'engaged: Key not found. See: engaged key list\n',
  });
});

test('a reference that several keys match changes nothing and lists them', async (t) => {
  const { createKey, run, json } = await setUpCompany(t);
  const first = await createKey();
  const second = await createKey();
  for (const reference of ['hr', first.id.slice(0, 8)]) {
    for (const verb of ['revoke', 'rotate']) {
      assert.deepEqual(await run(['key', verb, reference]), {
        code: 1,
        stdout: '',
        stderr: `engaged: Several keys match. Name one by its id: ${first.id} (${first.hint}, active, of Acme), ${second.id} (${second.hint}, active, of Acme)\n`,
      });
    }
  }
  const { data } = await json<{ data: Key[] }>('key', 'list');
  assert.deepEqual(
    data.map(({ revoked_at, successor_id }) => [revoked_at, successor_id]),
    [
      [null, null],
      [null, null],
    ],
  );
});

test('a name is rotated again and again: keys that ended or have a successor do not make it ambiguous', async (t) => {
  const { createKey, run, json } = await setUpCompany(t);
  await createKey('--expires-in', '1m');
  const revoked = await createKey();
  await json('key', 'revoke', revoked.id);
  const now = NOW + DAY;
  const old = await createKey();
  const rotate = async (): Promise<Key> =>
    JSON.parse((await run(['key', 'rotate', 'HR', '--json'], { now })).stdout);
  const successor = await rotate();
  const next = await rotate();
  const { data } = await json<{ data: Key[] }>('key', 'list');
  assert.deepEqual(
    data.filter((key) => key.successor_id !== null).map((key) => [key.id, key.successor_id]),
    [
      [old.id, successor.id],
      [successor.id, next.id],
    ],
  );
  // The old ones still work, so revoking by name has to say which.
  assert.deepEqual(await run(['key', 'revoke', 'HR'], { now }), {
    code: 1,
    stdout: '',
    stderr: `engaged: Several keys match. Name one by its id: ${[
      [old, 'rotated'] as const,
      [successor, 'rotated'] as const,
      [next, 'active'] as const,
    ]
      .map(([key, state]) => `${key.id} (${key.hint}, ${state}, of Acme)`)
      .join(', ')}\n`,
  });
});

test('--company narrows a name to the keys of one company and its sandbox', async (t) => {
  const { createKey, run, json } = await setUpCompany(t);
  const acme = await createKey('--company', 'Acme');
  await json('company', 'create', '--name', 'Other');
  const other = await createKey('--company', 'Other');
  const ambiguous = await run(['key', 'rotate', 'HR']);
  assert.equal(
    ambiguous.stderr,
    `engaged: Several keys match. Name one by its id: ${acme.id} (${acme.hint}, active, of Acme), ${other.id} (${other.hint}, active, of Other)\n`,
  );
  assert.equal((await json<Key>('key', 'revoke', 'HR', '--company', 'other')).id, other.id);
  const elsewhere = await run(['key', 'revoke', acme.id, '--company', 'Other']);
  assert.equal(elsewhere.stderr, 'engaged: Key not found. See: engaged key list\n');
});

test('the list for people says what state a key is in', async (t) => {
  const { createKey, json, run } = await setUpCompany(t);
  const revoked = await createKey();
  await json('key', 'revoke', revoked.id);
  const rotated = await createKey();
  await json('key', 'rotate', rotated.id, '--overlap', '30d');
  await createKey('--expires-in', '1h');
  const { stdout } = await run(['key', 'list'], { now: NOW + DAY });
  const states = [...stdout.matchAll(/ HR +(\w+)/g)].map(([, state]) => state);
  assert.deepEqual(states, ['revoked', 'rotated', 'active', 'expired']);
});

test('all scopes are named, because "all" leaves some out', async (t) => {
  const { createKey, run } = await setUpCompany(t);
  await createKey();
  const all = 'employees:read leaderboard:read departments:read shop:read employees:write';
  const { stdout: list } = await run(['key', 'list']);
  assert.ok(list.endsWith(`  ${all}\n`), list);
  const create = async (...scopes: string[]) => {
    const words = ['key', 'create', '--mode', 'live', '--name', 'HR'];
    const { stdout } = await run([...words, ...scopes.flatMap((scope) => ['--scope', scope])]);
    return stdout.split('\n').slice(3).join('\n');
  };
  const added = 'xp:write badges:write shop:redeem events:read reports:read kudos:read kudos:write';
  assert.equal(
    await create('all'),
    `with ${all}, 60 requests a minute.\nLeft out, unless named with --scope: ${added}.\n`,
  );
  const whole = await create('all', ...added.split(' '));
  assert.equal(whole, `with ${all} ${added}, 60 requests a minute.\n`);
  assert.equal(await create('shop:read'), 'with shop:read, 60 requests a minute.\n');
});
