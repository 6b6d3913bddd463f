import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { Webhook as Verifier } from 'standardwebhooks';
import { startReceiver, withStatus } from '../webhooks/receiver.ts';
import { runEngaged } from './cli-process.ts';
import { createCommandLine, NOW } from './command-line.ts';

type Webhook = { id: string; url: string; secret: string; state: string; waiting: number };
type Delivery = { event_id: string; state: string; status: number | null; error: string | null };
type Listed<Row> = { data: Row[] };

const URL_OF = ['--url', 'https://hooks.acme.example/in'];

test('a webhook is created with a secret that is shown once, listed, shown, disabled, enabled and deleted', async (t) => {
  const { json, run } = createCommandLine(t);
  await json('company', 'create', '--name', 'Acme');
  const created = await json<Webhook>(
    ...['webhook', 'create', ...URL_OF, '--types', 'badge.awarded, xp.awarded'],
  );
  const { secret, ...webhook } = created;
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.deepEqual(webhook, {
    id: created.id,
    url: 'https://hooks.acme.example/in',
    format: 'events',
    types: ['xp.awarded', 'badge.awarded'],
    state: 'active',
    made_by: 'operator',
    created_at: new Date(NOW).toISOString(),
    ...{ failing_since: null, failures: 0, disabled_at: null, disabled_by: null, waiting: 0 },
  });
  assert.deepEqual(await json('webhook', 'list'), { data: [webhook] });
  assert.deepEqual(await json('webhook', 'list', '--test'), { data: [] });
  assert.deepEqual(await json('webhook', 'show', created.id.slice(0, 8)), webhook);
  assert.deepEqual(await json('webhook', 'show', 'https://hooks.acme.example/in'), webhook);
  const rotated = await json<Webhook>('webhook', 'rotate-secret', created.id, '--overlap', '0m');
  assert.notEqual(rotated.secret, secret);
  const disabled = await json('webhook', 'disable', created.id);
  assert.deepEqual(disabled, {
    ...webhook,
    ...{ state: 'disabled', disabled_at: new Date(NOW).toISOString(), disabled_by: 'operator' },
  });
  assert.deepEqual(await json('webhook', 'enable', created.id), webhook);
  assert.deepEqual(await json('webhook', 'deliveries', created.id), { data: [] });
  assert.deepEqual(await json('webhook', 'resend', created.id), { resent: 0 });
  assert.deepEqual(await json('webhook', 'delete', created.id), webhook);
  assert.equal((await run(['webhook', 'show', created.id])).code, 1);
  const { data } = await json<Listed<{ action: string }>>('audit', 'list', '--action', 'webhook');
  assert.deepEqual(
    data.map(({ action }) => action),
    ['delete', 'resend', 'enable', 'disable', 'rotate_secret', 'create'].map((a) => `webhook.${a}`),
  );
  const everything = JSON.stringify([data, (await run(['audit', 'list'])).stdout]);
  for (const shown of [secret, rotated.secret]) assert.ok(!everything.includes(shown.slice(6, 40)));
});

test('the webhook of a chat is made with an address from a file, which is never shown', async (t) => {
  const { json, run, folder } = createCommandLine(t);
  await json('company', 'create', '--name', 'Acme');
  const address =
    'https://prod-1.westeurope.logic.azure.com:443/workflows/0a1b/triggers?sig=S3cr3t';
  const file = join(folder, 'address.txt');
  writeFileSync(file, `\ufeff${address}\r\n`);
  const create = ['webhook', 'create-chat', 'teams', '--url-file', file];
  const created = await json<Webhook>(...create, '--types', 'level.reached,contest.closed');
  assert.deepEqual(created, {
    ...{ id: created.id, url: 'https://prod-1.westeurope.logic.azure.com/…', format: 'teams' },
    ...{ types: ['level.reached', 'contest.closed'], state: 'active', made_by: 'operator' },
    ...{ created_at: new Date(NOW).toISOString(), failing_since: null, failures: 0 },
    ...{ disabled_at: null, disabled_by: null, waiting: 0 },
  });
  const { code, stdout, stderr } = await run(create);
  assert.deepEqual([code, stderr], [0, '']);
  assert.match(
    stdout,
    /^The webhook \S+ \(https:\/\/prod-1\.westeurope\.logic\.azure\.com\/…\) is told of level\.reached, badge\.awarded, kudos\.given, contest\.closed from now on\.\n/,
  );
  const { id } = created;
  const shown = [];
  for (const argv of [
    ['webhook', 'list'],
    ['webhook', 'list', '--csv'],
    ['webhook', 'show', id],
    ['webhook', 'show', id, '--json'],
    ['webhook', 'disable', id],
    ['webhook', 'enable', id],
    ['webhook', 'deliveries', id],
    ['audit', 'list', '--json'],
    ['doctor', '--json'],
  ]) {
    const ran = await run(argv);
    shown.push(ran.stdout, ran.stderr);
  }
  const refusals = [
    ['webhook', 'rotate-secret', id],
    [...create, '--types', 'xp.awarded'],
    ['webhook', 'create-chat', 'teams', '--url-file', join(folder, 'none.txt')],
    ['webhook', 'create-chat', 'irc', '--url-file', file],
  ];
  for (const argv of refusals) {
    const ran = await run(argv);
    assert.notEqual(ran.code, 0, argv.join(' '));
    shown.push(ran.stdout, ran.stderr);
  }
  writeFileSync(file, `ftp://${address.slice(8)}`);
  shown.push((await run(create)).stderr);
  const everything = shown.join('\n');
  assert.match(everything, /url must be an http or https address/);
  assert.match(everything, /its webhook has no secret/);
  assert.match(everything, /types must be one or more of level\.reached, badge\.awarded/);
  assert.doesNotMatch(everything, /S3cr3t|workflows/);
  assert.deepEqual(
    await json('webhook', 'delete', address.slice(0, -1)).catch(() => 'none'),
    'none',
  );
});

test('a test message to a chat is sent at once, in its format', async (t) => {
  const { json, run, folder } = createCommandLine(t);
  await json('company', 'create', '--name', 'Acme');
  const receiver = await startReceiver(t);
  const file = join(folder, 'address.txt');
  writeFileSync(file, receiver.url);
  const allow = ['--webhook-allow', '127.0.0.1'];
  const { id } = await json<Webhook>(
    ...['webhook', 'create-chat', 'google-chat', '--url-file', file, ...allow],
  );
  const { code } = await run(['webhook', 'test', id, ...allow]);
  assert.equal(code, 0);
  assert.deepEqual(
    receiver.received.map(({ body }) => JSON.parse(body)),
    [{ text: 'This is a test. The engaged of Acme can write here.' }],
  );
});

test('texts for people are complete, and escaped for the terminal', async (t) => {
  const { json, run } = createCommandLine(t);
  await json('company', 'create', '--name', 'Acme');
  const print = async (...argv: string[]) => {
    const { code, stdout, stderr } = await run(['webhook', ...argv]);
    assert.deepEqual([code, stderr], [0, '']);
    return stdout;
  };
  assert.equal(
    await print('list'),
    'There are no webhooks yet. Create one with: engaged webhook create\n',
  );
  const issued = await print('create', ...URL_OF);
  const [, secret = '', id = ''] = /^(whsec_\S+)\n[\s\S]*webhook (\S+) /.exec(issued) ?? [];
  assert.equal(
    issued,
    `${secret}\n\nThis is the only time the secret is shown. The receiver verifies signatures with it.\n` +
      `The webhook ${id} (https://hooks.acme.example/in) receives all events.\n`,
  );
  assert.equal(
    await print('show', id),
    `${id}\n  url      https://hooks.acme.example/in\n  types    all events\n  state    active\n  created  2026-11-21 09:30 UTC\n  made by  an operator\n`,
  );
  assert.equal(await print('deliveries', id), 'No matching deliveries.\n');
  assert.equal(await print('resend', id), 'There is nothing to send again.\n');
  assert.equal(await print('disable', id), `Disabled ${id} (https://hooks.acme.example/in).\n`);
  assert.equal(await print('enable', id), `Enabled ${id} (https://hooks.acme.example/in).\n`);
  assert.equal(await print('delete', id), `Deleted ${id} (https://hooks.acme.example/in).\n`);
});

test('a URL, types or a reference that is wrong is refused with what is allowed', async (t) => {
  const { json, run } = createCommandLine(t);
  await json('company', 'create', '--name', 'Acme');
  const refused = async (...argv: string[]) => {
    const { code, stdout, stderr } = await run(['webhook', ...argv]);
    assert.deepEqual([code, stdout], [1, '']);
    return stderr;
  };
  assert.equal(
    await refused('create', '--url', 'ftp://hooks.acme.example'),
    'engaged: url must be an http or https address\n',
  );
  assert.match(await refused('create', '--url', 'http://2130706433/'), /webhook-allow\n$/);
  assert.match(
    await refused('create', ...URL_OF, '--types', 'xp.awarded,xp.lost'),
    /^engaged: types must be one or more of employee\.created, /,
  );
  assert.equal(
    await refused('create', ...URL_OF, '--types', ''),
    await refused('create', ...URL_OF, '--types', 'x'),
  );
  assert.equal(
    await refused('show', '0199'),
    'engaged: Webhook not found. See: engaged webhook list\n',
  );
  const { id } = await json<Webhook>('webhook', 'create', ...URL_OF);
  await json<Webhook>('webhook', 'create', ...URL_OF);
  assert.match(
    await refused('show', URL_OF[1] ?? ''),
    /^engaged: Several webhooks match\. Name one by its id: /,
  );
  assert.match(await refused('resend', id, id), /^engaged: An event is not on record/);
  await json('webhook', 'disable', id);
  assert.equal(
    await refused('resend', id),
    'engaged: The webhook is disabled. See: engaged webhook enable\n',
  );
  const wrong = await run(['webhook', 'create', ...URL_OF, '--webhook-allow', '10.0.0.0/99']);
  assert.equal(wrong.code, 2);
  assert.match(wrong.stderr, /--webhook-allow must be host names, IP addresses or CIDR ranges/);
});

test('a test sends an event at once, and fails with the answer', async (t) => {
  const { json, run } = createCommandLine(t, { now: Date.now() });
  const receiver = await startReceiver(t);
  await json('company', 'create', '--name', 'Acme');
  const allow = ['--webhook-allow', '127.0.0.1'];
  const { id, secret } = await json<Webhook>(
    ...['webhook', 'create', '--url', receiver.url, ...allow, '--test'],
  );
  const { milliseconds, ...result } = await json<{ milliseconds: number }>(
    ...['webhook', 'test', id, ...allow, '--test'],
  );
  assert.deepEqual(result, { delivered: true, status: 200, error: null });
  const [received] = receiver.received;
  assert.ok(received);
  const event = new Verifier(secret).verify(received.body, received.headers) as { id: string };
  assert.deepEqual(event, {
    id: received.id,
    type: 'webhook.test',
    timestamp: (event as { timestamp?: string }).timestamp,
    mode: 'test',
    data: { webhook_id: id },
  });
  receiver.answer = withStatus(302, { location: receiver.url });
  const failed = await run(['webhook', 'test', id, ...allow, '--test']);
  assert.equal(failed.code, 1);
  assert.match(
    failed.stdout,
    /^Answered 302, after \d+ ms\. Only an answer from 200 to 299 counts as delivered\.\n$/,
  );
  const refused = await run(['webhook', 'test', id, '--test']);
  assert.equal(refused.code, 1);
  assert.match(refused.stdout, /^No answer: address_not_allowed, /);
  assert.equal(receiver.received.length, 2);
});

test('a running service delivers to the first webhook that another process creates, and reports its state', async (t) => {
  const { folder, json, run } = createCommandLine(t, { now: Date.now() });
  const receiver = await startReceiver(t);
  await json('company', 'create', '--name', 'Acme');
  const token = 'only-for-prometheus';
  const server = runEngaged(t, folder, ['serve', '--port', '0', '--ip-limit', '0', '--json'], {
    ENGAGED_METRICS_TOKEN: token,
    ENGAGED_WEBHOOK_ALLOW: '127.0.0.1',
  });
  const { url } = JSON.parse(await server.waitForOutput('\n}\n'));
  const metric = async (series: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const page = await (await fetch(`${url}/metrics`, { headers })).text();
    const line = page.split('\n').find((text) => text.startsWith(`engaged_webhook${series} `));
    return Number(line?.split(' ')[1]);
  };
  const allow = ['--webhook-allow', '127.0.0.1'];
  const { id, secret } = await json<Webhook>(
    ...['webhook', 'create', '--url', receiver.url, '--types', 'xp.awarded', ...allow],
  );
  await json('employee', 'add', '--email', 'ada@acme.example');
  await json('xp', 'award', 'ada@acme.example', '5');
  await receiver.until(1);
  const [received] = receiver.received;
  assert.ok(received);
  const event = new Verifier(secret).verify(received.body, received.headers);
  assert.deepEqual((event as { type: string }).type, 'xp.awarded');
  const deliveries = async () => (await json<Listed<Delivery>>('webhook', 'deliveries', id)).data;
  // The receiver runs in this process and needs its turns.
  while ((await deliveries()).length < 1) await setImmediate();
  assert.equal(await metric('_attempts_total{result="delivered"}'), 1);
  assert.equal(await metric('s{state="active"}'), 1);
  assert.equal(await metric('_lag_seconds'), 0);

  receiver.answer = withStatus(410);
  await json('xp', 'award', 'ada@acme.example', '6');
  const state = async () => (await json<Webhook>('webhook', 'show', id)).state;
  while ((await state()) !== 'disabled') await setImmediate();
  assert.equal(await metric('s{state="disabled"}'), 1);
  const doctor = await run(['doctor']);
  assert.match(
    doctor.stdout,
    new RegExp(
      `^warning +webhooks +The webhook ${id} was disabled on .*: its receiver answered 410$`,
      'm',
    ),
  );

  receiver.answer = withStatus(204);
  await json('webhook', 'enable', id);
  await json('webhook', 'resend', id);
  await receiver.until(3);
  assert.equal(receiver.received[1]?.id, receiver.received[2]?.id);
  server.child.kill('SIGTERM');
  assert.equal(await server.ended, 0);
  const { data: companies } = await json<{ data: { id: string }[] }>('company', 'list');
  const logged = server.written.stderr.split('\n').filter((line) => line.includes('webhook'));
  assert.deepEqual(
    logged
      .map((line) => JSON.parse(line))
      .map(({ level, event, webhook_id, company_id }) => [level, event, webhook_id, company_id]),
    [['warn', 'webhook_disabled', id, companies[0]?.id]],
  );
  assert.deepEqual(
    (await deliveries()).map(({ state, status }) => [state, status]),
    [
      ['delivered', 204],
      ['delivered', 200],
    ],
  );
});
