import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createCommandLine, NOW } from './command-line.ts';
import { people, writeRoster } from './import/roster-file.ts';

type Entry = {
  entry: number;
  at: string;
  actor: string;
  action: string;
  target: { kind: string; id: string | null };
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
};

async function setUpAuditLog(t: TestContext) {
  const { run, json, folder } = createCommandLine(t);
  await json('company', 'create', '--name', 'Acme');
  const list = async (...options: string[]) =>
    (await json<{ data: Entry[] }>('audit', 'list', ...options)).data;
  return { run, json, folder, list };
}

test('every decision is in the audit log, without secrets', async (t) => {
  const { run, json, list, folder } = await setUpAuditLog(t);
  const secrets: string[] = [];
  const key = async (...argv: string[]) => {
    const made = await json<{ id: string; key: string }>('key', ...argv);
    secrets.push(made.key, made.key.slice(9, 41));
    return made.id;
  };
  const id = async (...argv: string[]) => (await json<{ id: string }>(...argv)).id;
  writeRoster(folder, 'staff.csv', people(1, 3));

  await run(['company', 'update', '--sso-domain', 'acme.example']);
  const old = await key(
    ...['create', '--mode', 'live', '--name', 'HR', '--scope', 'all', '--expires-in', '90d'],
  );
  await key('rotate', old);
  await run(['key', 'revoke', old]);
  await run(['import', 'staff.csv']);
  await run(['sync', 'revert', 'latest']);
  await run(['department', 'create', '--name', 'Sales']);
  await run(['department', 'rename', 'Sales', 'Trade']);
  await run(['department', 'move', 'Trade']);
  await run(['department', 'archive', 'Trade']);
  await run(['department', 'restore', 'Trade']);
  await run(['employee', 'add', '--email', 'a@acme.example']);
  await run(['employee', 'update', 'a@acme.example', '--job-title', 'Lead']);
  await run(['employee', 'sign-in', 'a@acme.example', '--name', 'Ada']);
  await run(['employee', 'role', 'a@acme.example', '--admin']);
  await run(['employee', 'deactivate', 'a@acme.example', '--reason', 'Left']);
  await run(['employee', 'reactivate', 'a@acme.example']);
  await run(['xp', 'award', 'a@acme.example', '10']);
  await run(['coins', 'grant', 'a@acme.example', '10']);
  const badge = ['--name', 'M', '--category', 'social', '--rarity', 'rare'];
  await run(['badge', 'define', 'm', ...badge]);
  await run(['badge', 'award', 'a@acme.example', 'm']);
  await run(['badge', 'revoke', 'a@acme.example', 'm']);
  const text = ['--description', 'D', '--image-url', 'https://acme.example/x.png'];
  const item = await id(
    ...['shop', 'add', '--name', 'Mug', '--category', 'merch', '--price', '5', ...text],
  );
  await run(['shop', 'update', item, '--price', '6']);
  const redemption = await id('shop', 'redeem', 'a@acme.example', item);
  await run(['shop', 'decline', redemption]);
  await run(['shop', 'retire', item]);

  assert.deepEqual((await list()).map(({ action }) => action).reverse(), [
    ...['company.create', 'company.update', 'key.create', 'key.rotate', 'key.create'],
    ...['key.revoke', 'sync.import', 'sync.revert', 'department.create', 'department.rename'],
    ...['department.move', 'department.archive', 'department.restore', 'employee.add'],
    ...['employee.update', 'employee.sign_in', 'employee.role', 'employee.deactivate'],
    ...['employee.reactivate', 'xp.award', 'coins.grant', 'badge.define', 'badge.award'],
    ...['badge.revoke', 'shop.add', 'shop.update', 'shop.redeem', 'shop.decline', 'shop.retire'],
  ]);
  const { stdout } = await run(['audit', 'list', '--json']);
  for (const secret of secrets) assert.ok(!stdout.includes(secret));
  await run(['sandbox', 'reset']);
  assert.deepEqual(
    (await list('--test')).map(({ action, target }) => [action, target.kind]),
    [['sandbox.reset', 'company']],
  );
});

test('an audit entry has actor, time, target, and the state before and after', async (t) => {
  const { json, run, list } = await setUpAuditLog(t);
  const { id } = await json<{ id: string }>('department', 'create', '--name', 'Sales');
  await run(['department', 'rename', 'Sales', 'Trade']);
  const [rename] = await list();
  assert.deepEqual(rename, {
    entry: 3,
    at: '2026-11-21T09:30:00.000Z',
    actor: 'command line (test)',
    action: 'department.rename',
    target: { kind: 'department', id },
    before: { id, external_id: null, name: 'Sales', parent_id: null, archived_at: null },
    after: { id, external_id: null, name: 'Trade', parent_id: null, archived_at: null },
  });
  const { stdout } = await run(['audit', 'list', '--limit', '1']);
  assert.deepEqual(
    stdout.split('\n').map((line) => line.split(/ {2,}/)),
    [
      ['AT, UTC', 'ACTION', 'TARGET', 'BY', 'WHAT'],
      [
        ...['2026-11-21 09:30', 'department.rename', id, 'command line (test)'],
        'name: Sales → Trade',
      ],
      [''],
    ],
  );
});

test('audit entries are filtered by action, noun, actor, target and time', async (t) => {
  const { run, list } = await setUpAuditLog(t);
  const day = 24 * 60 * 60_000;
  const add = ['employee', 'add', '--email', 'a@acme.example', '--external-id', 'E-1'];
  await run(add, { now: NOW + day });
  await run(['employee', 'role', 'E-1', '--admin'], { now: NOW + 2 * day });
  await run(['department', 'create', '--name', 'Sales'], { now: NOW + 3 * day });
  const actions = async (...options: string[]) =>
    (await list(...options)).map(({ action }) => action);
  assert.deepEqual(await actions('--action', 'employee'), ['employee.role', 'employee.add']);
  assert.deepEqual(await actions('--action', 'employee.add'), ['employee.add']);
  assert.deepEqual(await actions('--action', 'employ'), []);
  assert.deepEqual(await actions('--actor', '(test)', '--limit', '1'), ['department.create']);
  assert.deepEqual(await actions('--actor', '%'), []);
  for (const person of ['E-1', 'A@acme.example']) {
    assert.deepEqual(await actions('--target', person), ['employee.role', 'employee.add']);
  }
  assert.deepEqual(await actions('--target', 'nobody'), []);
  assert.deepEqual(await actions('--since', '2026-11-23', '--until', '2026-11-24T09:30Z'), [
    'employee.role',
  ]);
  assert.equal((await run(['audit', 'list', '--since', 'yesterday'])).code, 2);
  assert.match((await run(['audit', 'list', '--action', 'x'])).stdout, /^No matching entries\.$/m);
});
