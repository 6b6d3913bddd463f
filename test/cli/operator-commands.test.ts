import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createCommandLine } from './command-line.ts';

type Printed = Partial<Record<Field, unknown>>;
type Field =
  | 'employee_id'
  | 'applied'
  | 'coin_price'
  | 'coins'
  | 'data'
  | 'deactivated_by'
  | 'department'
  | 'email'
  | 'external_id'
  | 'id'
  | 'is_admin'
  | 'joined_at'
  | 'name'
  | 'parent_id'
  | 'portal_role'
  | 'retired_at'
  | 'state'
  | 'stock_remaining'
  | 'xp';

/** A command line with one company in its data file. */
async function setUpCompany(t: TestContext) {
  const { run, json } = createCommandLine(t);
  await json('company', 'create', '--name', 'Acme');
  return { run, json: (...argv: string[]) => json<Printed>(...argv) };
}

const NOW = '2026-11-21T09:30:00.000Z';

test('every creating command prints the new object with the API names', async (t) => {
  const { json } = await setUpCompany(t);
  const sales = await json('department', 'create', '--name', 'Sales', '--external-id', 'D-1');
  assert.deepEqual(sales, {
    id: sales.id,
    external_id: 'D-1',
    name: 'Sales',
    parent_id: null,
    archived_at: null,
  });
  const ada = await json('employee', 'add', '--email', 'ada@acme.example', '--department', 'sales');
  assert.deepEqual(
    [ada.state, ada.name, ada.department, ada.joined_at],
    ['active', null, { id: sales.id, external_id: 'D-1', name: 'Sales' }, NOW],
  );
  const badge = ['--name', 'Mentor', '--category', 'social', '--rarity', 'rare'];
  assert.deepEqual(await json('badge', 'define', 'mentor', ...badge), {
    code: 'mentor',
    name: 'Mentor',
    description: null,
    category: 'social',
    rarity: 'rare',
    icon_url: null,
    xp_threshold: null,
  });
  const picture = 'https://acme.example/mug.png';
  const offer = ['--price', '80', '--description', 'For coffee', '--image-url', picture];
  const mug = await json('shop', 'add', '--name', 'Mug', '--category', 'merch', ...offer);
  assert.deepEqual(mug, {
    id: mug.id,
    name: 'Mug',
    description: 'For coffee',
    category: 'merch',
    image_url: picture,
    coin_price: 80,
    stock_remaining: null,
    is_new: true,
    retired_at: null,
  });
});

test('a person goes through everything the portal can do to them', async (t) => {
  const { json } = await setUpCompany(t);
  const { employee_id: id } = await json('employee', 'add', '--email', 'a@acme.example');
  const field = async (name: Field, ...argv: string[]) => (await json(...argv))[name];
  assert.equal(
    await field('external_id', 'employee', 'update', String(id), '--external-id', 'E-1'),
    'E-1',
  );
  assert.equal(await field('name', 'employee', 'sign-in', 'E-1', '--name', 'Ada'), 'Ada');
  assert.equal(await field('is_admin', 'employee', 'role', 'E-1', '--admin'), true);
  assert.equal(await field('portal_role', 'employee', 'role', 'E-1', '--role', 'HR'), 'HR');
  assert.equal(await field('portal_role', 'employee', 'role', 'E-1', '--none'), null);
  assert.equal(
    await field('deactivated_by', 'employee', 'deactivate', 'E-1', '--reason', 'Left'),
    'portal',
  );
  assert.equal(await field('state', 'employee', 'reactivate', 'E-1'), 'active');
  assert.equal(
    await field('external_id', 'employee', 'update', 'A@acme.example', '--no-external-id'),
    null,
  );
});

test('amounts may be negative, and a once key counts once', async (t) => {
  const { json, run } = await setUpCompany(t);
  await json('employee', 'add', '--email', 'a@acme.example');
  const award = ['xp', 'award', 'a@acme.example'];
  assert.equal((await json(...award, '150', '--at', '2026-09-30', '--once', 'k')).xp, 150);
  assert.equal((await json(...award, '150', '--once', 'k')).applied, false);
  assert.equal((await json(...award, '-60', '--reason', 'Counted twice')).xp, 90);
  assert.equal((await json('coins', 'grant', 'a@acme.example', '5')).coins, 5);
  const overdrawn = await run(['coins', 'grant', 'a@acme.example', '-6']);
  assert.deepEqual(overdrawn, {
    code: 1,
    stdout: '',
    stderr: 'engaged: The employee has 5 coins, and a balance never goes below zero\n',
  });
  for (const wrong of ['1.5', 'ten', '1e3', '10000000000']) {
    assert.equal((await run([...award, wrong])).code, 2);
  }
  for (const wrong of ['2026-02-30', '2026-11-21T10:00', 'yesterday']) {
    assert.equal((await run([...award, '5', '--at', wrong])).code, 2);
  }
});

test('the sandbox is acted on with --test and comes back with a reset', async (t) => {
  const { json, run } = await setUpCompany(t);
  const people = async (...options: string[]) =>
    ((await json('employee', 'list', ...options)).data as unknown[]).length;
  assert.deepEqual([await people(), await people('--test')], [0, 25]);
  const added = await json('employee', 'add', '--email', 'real@acme.example', '--test');
  assert.match(String(added.email), /@sandbox\.invalid$/);
  assert.deepEqual([await people(), await people('--test')], [0, 26]);
  assert.match((await run(['sandbox', 'reset'])).stdout, /^Reset the sandbox: 25 people/);
  assert.deepEqual([await people(), await people('--test')], [0, 25]);
});

test('the shop is listed, changed, redeemed from and emptied', async (t) => {
  const { json, run } = await setUpCompany(t);
  await json('employee', 'add', '--email', 'a@acme.example');
  await json('coins', 'grant', 'a@acme.example', '100');
  const text = ['--description', 'For coffee', '--image-url', 'https://acme.example/mug.png'];
  const offer = ['--category', 'merch', '--price', '80', '--stock', '1', ...text];
  const id = String((await json('shop', 'add', '--name', 'Mug', ...offer)).id);
  assert.equal((await json('shop', 'update', id, '--price', '60')).coin_price, 60);
  const receipt = await json('shop', 'redeem', 'a@acme.example', id);
  assert.deepEqual([receipt.coins, receipt.stock_remaining], [40, 0]);
  assert.match((await run(['shop', 'redeem', 'a@acme.example', id])).stderr, /sold out/);
  assert.equal((await json('shop', 'update', id, '--unlimited')).stock_remaining, null);
  assert.match((await run(['shop', 'redeem', 'a@acme.example', id])).stderr, /has 40 coins/);
  assert.equal((await json('shop', 'retire', id)).retired_at, NOW);
});

test('an item is named by its name in any case, or by its id', async (t) => {
  const { json, run } = await setUpCompany(t);
  await json('employee', 'add', '--email', 'a@acme.example');
  await json('coins', 'grant', 'a@acme.example', '100');
  const text = ['--description', 'For coffee', '--image-url', 'https://acme.example/mug.png'];
  const offer = ['--category', 'merch', '--price', '8', ...text];
  const add = async (name: string) =>
    String((await json('shop', 'add', '--name', name, ...offer)).id);
  const retired = await add('Möhre');
  await json('shop', 'retire', 'MÖHRE');
  assert.deepEqual(await run(['shop', 'redeem', 'a@acme.example', 'möhre']), {
    code: 1,
    stdout: '',
    stderr: 'engaged: The item is retired\n',
  });
  const carrot = await add('Möhre');
  assert.equal((await json('shop', 'update', 'MÖHRE', '--price', '60')).id, carrot);
  assert.equal((await json('shop', 'redeem', 'a@acme.example', ' mÖhre ')).coins, 40);
  const twin = await add('möhre');
  for (const argv of [
    ['shop', 'redeem', 'a@acme.example', 'Möhre'],
    ['shop', 'update', 'Möhre', '--price', '1'],
    ['shop', 'retire', 'Möhre'],
  ]) {
    assert.deepEqual(await run(argv), {
      code: 1,
      stdout: '',
      stderr: `engaged: Several items match. Name one by its id: ${carrot}, ${twin}\n`,
    });
  }
  assert.equal((await json('shop', 'retire', twin.toUpperCase())).id, twin);
  assert.equal((await json('shop', 'retire', 'Möhre')).id, carrot);
  assert.equal((await run(['shop', 'retire', retired])).stderr, 'engaged: The item is retired\n');
  assert.deepEqual(await run(['shop', 'retire', 'Carrot']), {
    code: 1,
    stdout: '',
    stderr: 'engaged: Shop item not found. See: engaged shop list\n',
  });
});

test('departments are shown as a tree', async (t) => {
  const { json, run } = await setUpCompany(t);
  await json('department', 'create', '--name', 'Upper');
  await json('department', 'create', '--name', 'Lower', '--parent', 'upper');
  const { stdout } = await run(['department', 'list']);
  assert.match(stdout, /^NAME .*\nUpper .*\n {2}Lower /);
  assert.equal((await run(['department', 'move', 'Upper', '--parent', 'Lower'])).code, 1);
  assert.equal((await json('department', 'move', 'Lower')).parent_id, null);
});

test('what people wrote cannot drive the terminal', async (t) => {
  const { json, run } = await setUpCompany(t);
  const hostile = 'a\u001b[2Jb\u202e';
  await json('employee', 'add', '--email', 'a@acme.example', '--name', hostile);
  for (const argv of [
    ['employee', 'list'],
    ['employee', 'show', 'a@acme.example'],
  ]) {
    const { stdout } = await run(argv);
    assert.ok(stdout.includes('a\\u001b[2Jb\\u202e'), stdout);
  }
});

test('wrong usage ends with 2 and changes nothing', async (t) => {
  const { json, run } = await setUpCompany(t);
  const { employee_id: id } = await json('employee', 'add', '--email', 'a@acme.example');
  const before = await json('employee', 'show', String(id));
  for (const argv of [
    ['employee', 'role', String(id)],
    ['employee', 'role', String(id), '--admin', '--none'],
    ['employee', 'update', String(id)],
    ['employee', 'deactivate', String(id)],
    ['employee', 'show'],
    ['employee', 'add', '--name', 'Ada'],
    ['badge', 'define', 'x', '--name', 'X', '--category', 'other', '--rarity', 'rare'],
    ['department', 'rename', 'x'],
    ['coins', 'grant', String(id)],
  ]) {
    const { code, stdout } = await run(argv);
    assert.deepEqual([code, stdout], [2, ''], argv.join(' '));
  }
  assert.deepEqual(await json('employee', 'show', String(id)), before);
});

test('the limits that the server is set to hold for commands as well', async (t) => {
  const { json, run } = await setUpCompany(t);
  const env: Record<string, string> = {
    ENGAGED_DEPARTMENT_LIMIT: '1',
    ENGAGED_SANDBOX_LIMIT: '25',
  };
  await json('department', 'create', '--name', 'Only');
  const department = await run(['department', 'create', '--name', 'More'], { env });
  assert.match(department.stderr, /1 active departments/);
  const add = ['employee', 'add', '--email', 'a@acme.example', '--test'];
  assert.match((await run(add, { env })).stderr, /at most 25 employees/);
});
