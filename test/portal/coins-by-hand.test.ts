import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showEmployee } from '../../src/service/people/employee-records.ts';
import { addEmployee } from '../../src/service/people/employees.ts';
import { startPortal, textOf } from './portal-service.ts';

async function withAnn(t: Parameters<typeof startPortal>[0]) {
  const service = await startPortal(t);
  const { employee_id: id } = service.write((write) =>
    addEmployee(write, { email: 'ann@acme.example', given_name: 'Ann Lee' }),
  );
  const coins = () => showEmployee(service.db, service.companyId, id).coins;
  const page = `/portal/people/${id}`;
  return { service, admin: service.signedIn('admin'), coins, page, path: `${page}/coins` };
}

test('coins are given and taken back by hand with a reason, which stands in the list with what is left', async (t) => {
  const { admin, coins, path } = await withAnn(t);
  const done = async (amount: string, reason: string) => {
    const { headers } = await admin.post(path, { amount, reason });
    return textOf(await admin.get(headers.location ?? ''));
  };
  assert.match(
    await done('120', 'Helped at the fair'),
    /\+120 coins recorded for Ann Lee , who has 120 coins now\./,
  );
  const after = await done('−20', 'One hour less');
  assert.match(after, /−20 coins recorded for Ann Lee , who has 100 coins now\./);
  assert.match(after, /One hour less .* −20 100 .* Helped at the fair .* \+120 120/);
  assert.equal(coins(), 100);
});

test('more coins than there are, none, and none of a reason are refused where they were typed', async (t) => {
  const { admin, coins, path } = await withAnn(t);
  await admin.post(path, { amount: '5', reason: 'Welcome' });
  const refused = async (fields: Record<string, string>) => {
    const answer = await admin.post(path, fields);
    const [, error] = /<p class="error" id="correct-coins-([^"]+)-error">/.exec(answer.text) ?? [];
    return [answer.status, error];
  };
  assert.deepEqual(
    [
      await refused({ amount: '0', reason: 'x' }),
      await refused({ amount: '1.5', reason: 'x' }),
      await refused({ amount: '5', reason: ' ' }),
    ],
    [
      [400, 'amount'],
      [400, 'amount'],
      [400, 'reason'],
    ],
  );
  const below = await admin.post(path, { amount: '-6', reason: 'x' });
  assert.equal(below.status, 409);
  assert.match(textOf(below), /No coins were recorded\. .*5 coins/);
  assert.equal(coins(), 5);
});

test('many coins are typed again, and the same form sent twice gives once', async (t) => {
  const { admin, coins, page, path } = await withAnn(t);
  const [, formId = ''] =
    /action="[^"]*\/coins"><input type="hidden" name="form-id" value="([^"]+)"/.exec(
      (await admin.get(page)).text,
    ) ?? [];
  const fields = { 'form-id': formId, amount: '10,000', reason: 'Prize' };
  const asked = await admin.post(path, fields);
  assert.equal(asked.status, 400);
  assert.match(textOf(asked), /This is more than 1,000 coins\. Type the amount again\./);
  const again = { ...fields, again: '10000' };
  const [first, second] = [await admin.post(path, again), await admin.post(path, again)];
  assert.deepEqual([first.status, second.status, coins()], [303, 303, 10_000]);
});

test('nobody gives coins to themselves', async (t) => {
  const { service, coins, path } = await withAnn(t);
  const own = service.signedIn('admin', {
    email: 'ann@acme.example',
    isEmployee: true,
    isNew: false,
  });
  assert.equal((await own.post(path, { amount: '5', reason: 'x' })).status, 403);
  assert.equal(coins(), 0);
});
