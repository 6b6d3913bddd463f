import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { openDataFile } from '../../src/store/files/data-file.ts';
import { askDirectory } from '../service/scim/ask-directory.ts';
import { createCommandLine, NOW } from './command-line.ts';

type Token = {
  id: string;
  token: string;
  address: string;
  hint: string;
  mode: string;
  scopes: string[];
};
type Shown = {
  tokens: number;
  people: number;
  roster_authority: string;
  external_id_from: string;
  waiting: number;
  held_back: { user_name: string }[];
  refusals: { reason: string; user_name: string; times: number }[];
};

test('a token of a directory is shown once, listed, replaced and revoked, and is for nothing else', async (t) => {
  const { run, json } = createCommandLine(t);
  await json('company', 'create', '--name', 'Acme');
  const name = ['--name', 'Entra ID'];
  const live = await json<Token>('scim', 'create', '--mode', 'live', ...name);
  assert.match(live.token, /^svc_scim_live_[0-9A-Za-z]{38}$/);
  assert.match(live.address, /^http:\/\/localhost:\d+\/scim\/v2$/);
  assert.deepEqual(live.scopes, ['scim']);
  const other = ['--mode', 'test', '--name', 'Trial', '--external-id-from', 'externalId'];
  assert.match((await json<Token>('scim', 'create', ...other)).token, /^svc_scim_test_/);
  await json('key', 'create', '--mode', 'live', ...name, '--scope', 'all');
  const rotated = await json<Token>('scim', 'rotate', 'Entra ID', '--overlap', '2h');
  assert.notEqual(rotated.token, live.token);
  const { data } = await json<{ data: { name: string; mode: string; expires_at: string }[] }>(
    'scim',
    'list',
  );
  assert.deepEqual(
    data.map((one) => [one.name, one.mode, one.expires_at]),
    [
      ['Entra ID', 'live', '2026-11-21T11:30:00.000Z'],
      ['Entra ID', 'live', null],
      ['Trial', 'test', null],
    ],
  );
  assert.equal((await run(['scim', 'revoke', rotated.id])).code, 0);
  assert.equal((await run(['scim', 'revoke', 'Trial'])).code, 0);
  const shown = await json<Shown>('scim', 'show');
  assert.deepEqual(
    [shown.tokens, shown.roster_authority, shown.external_id_from],
    [1, 'both', 'employeeNumber'],
  );
  assert.equal((await json<Shown>('scim', 'show', '--test')).external_id_from, 'externalId');
  const text = (await run(['scim', 'list'])).stdout;
  assert.doesNotMatch(text, new RegExp(live.token));
  const company = await run(['company', 'update', '--roster-authority', 'directory']);
  assert.match(company.stdout, /authority directory/);
  await json<Token>('scim', 'create', '--mode', 'live', '--name', 'Okta');
  assert.equal((await json<Shown>('scim', 'show')).roster_authority, 'directory');
});

test('who waits is shown, named by doctor, and deactivated by an approval', async (t) => {
  const { run, json, folder } = createCommandLine(t);
  await json('company', 'create', '--name', 'Acme');
  await json('scim', 'create', '--mode', 'live', '--name', 'Okta');
  const db = openDataFile(join(folder, 'engaged.db'), { write: true });
  const place = { companyId: 1, now: NOW };
  const ids: string[] = [];
  for (let n = 0; n < 12; n++) {
    const { body } = askDirectory(db, place, { body: { userName: `p${n}@acme.example` } });
    ids.push(String(body?.['id']));
  }
  assert.equal(askDirectory(db, place, { body: { userName: 'P1@acme.example' } }).status, 409);
  for (const id of ids) askDirectory(db, place, { method: 'DELETE', id });
  db.close();
  const shown = await json<Shown>('scim', 'show');
  assert.deepEqual(
    [shown.people, shown.waiting, shown.held_back.map(({ user_name }) => user_name)],
    [2, 2, ['p10@acme.example', 'p11@acme.example']],
  );
  assert.deepEqual(
    shown.refusals.map(({ reason, user_name, times }) => [reason, user_name, times]),
    [['user_name_taken', 'p1@acme.example', 1]],
  );
  const doctor = (await run(['doctor'])).stdout;
  assert.match(doctor, /may not deactivate 2 people without an approval/);
  assert.match(doctor, /was refused 1 person within a day/);
  assert.equal((await run(['scim', 'approve'])).stdout, 'Deactivated 2 people.\n');
  assert.deepEqual(await json('scim', 'approve'), { deactivated: 0 });
  const { data } = await json<{
    data: { source: string; outcome: string; result: { deactivated: number } }[];
  }>('sync', 'list');
  assert.deepEqual(
    data.map(({ source, outcome, result }) => [source, outcome, result.deactivated]),
    [['directory', 'deactivation_blocked', 0]],
  );
  const person = await json<{ deactivated_by: string }>('employee', 'show', 'p11@acme.example');
  assert.equal(person.deactivated_by, 'directory');
});
