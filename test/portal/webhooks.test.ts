import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { createCompany } from '../../src/service/company/companies.ts';
import { writeCompany } from '../../src/service/company/company-write.ts';
import { addEmployee } from '../../src/service/people/employees.ts';
import { recordDeliveries } from '../../src/service/webhooks/deliveries.ts';
import { parseAllowedTargets } from '../../src/service/webhooks/target.ts';
import { createWebhook, deleteWebhook, listWebhooks } from '../../src/service/webhooks/webhooks.ts';
import * as webhooks from '../../src/store/webhooks/webhooks.ts';
import { queryRows } from '../service/test-company.ts';
import { startRawReceiver, startReceiver, withStatus } from '../webhooks/receiver.ts';
import { formsOf } from './forms.ts';
import { type Browser, type PortalService, startPortal, textOf } from './portal-service.ts';

const URL_ = 'https://hooks.acme.example/engaged';

const follow = async (browser: Browser, answer: Awaited<ReturnType<Browser['post']>>) => {
  assert.equal(answer.status, 303, textOf(answer));
  return browser.get(answer.headers.location ?? '');
};

const only = (service: PortalService) =>
  listWebhooks(service.db, service.companyId)[0] ?? assert.fail('no webhook');

/** A webhook with events that failed to be delivered. */
function withDeliveries(
  service: PortalService,
  count: number,
  answer: { milliseconds: number; status: number | null; error: string | null } = {
    ...{ milliseconds: 12, status: 500, error: null },
  },
) {
  const { id } = service.write((write) =>
    createWebhook(write, {
      url: URL_,
      types: null,
      allowed: parseAllowedTargets([]),
      madeBy: 'portal',
    }),
  );
  service.write((write) => {
    for (let at = 0; at < count; at++) addEmployee(write, { email: `p${at}@acme.example` });
  });
  const { companyId } = service;
  const [{ entry } = assert.fail('no webhook')] = service.db.all(webhooks.list, { companyId });
  const sequences = queryRows(
    service.db,
    companyId,
    'select sequence from events where company_id = :companyId order by sequence',
    { sequence: 'integer' },
  );
  const outcome = {
    at: service.clock.now,
    ...answer,
    retryAfterMs: 0,
  };
  const attempts = sequences.map(({ sequence }) => ({
    ...{ companyId, entry, sequences: [sequence] },
    ...outcome,
  }));
  recordDeliveries(service.db, { attempts, deliveredThrough: [] }, () => 0.5);
  return id;
}

test('a webhook is made, its secret is shown once, rotated, and the webhook is deleted', async (t) => {
  const service = await startPortal(t);
  const owner = service.signedIn('owner');
  const answer = await owner.post('/portal/webhooks/new', { url: URL_, type: 'xp.awarded' });
  const page = await follow(owner, answer);
  assert.match(page.text, /value="whsec_[^"]+"/);
  assert.doesNotMatch((await owner.get(answer.headers.location ?? '')).text, /whsec_/);
  const { id, types } = only(service);
  assert.deepEqual(types, ['xp.awarded']);
  const path = `/portal/webhooks/${id}`;
  const [form] = formsOf((await owner.get(path)).text).filter(({ action }) =>
    /rotate$/.test(action),
  );
  const fields = { ...Object.fromEntries(form?.fields ?? []), overlap: '1h' };
  const rotated = await follow(owner, await owner.post(`${path}/rotate`, fields));
  assert.match(rotated.text, /value="whsec_[^"]+"/);
  // Another owner has the page of before: the new secret must not end without being seen.
  const other = service.signedIn('owner', { email: 'other@acme.example' });
  const late = await other.post(`${path}/rotate`, { ...fields, overlap: '0h' });
  assert.equal(late.status, 409);
  assert.match(textOf(late), /The secret was rotated in the meantime/);
  await owner.post(`${path}/disable`);
  assert.equal(only(service).state, 'disabled');
  await owner.post(`${path}/enable`, { skip: '1' });
  assert.equal(only(service).state, 'active');
  const wrong = await owner.post(`${path}/delete`, { confirm: 'acme.example' });
  assert.equal(wrong.status, 400);
  await follow(owner, await owner.post(`${path}/delete`, { confirm: 'hooks.acme.example' }));
  assert.deepEqual(listWebhooks(service.db, service.companyId), []);
});

test('an address that webhooks may not call is refused with the reason, and kept in the form', async (t) => {
  const service = await startPortal(t);
  const owner = service.signedIn('owner');
  const notPublic = ['http://127.0.0.1/x', 'http://10.0.0.1/', 'http://[fd12::1]/'];
  for (const url of [...notPublic, 'ftp://x.example', '"><script>', '']) {
    const refused = await owner.post('/portal/webhooks/new', { url });
    assert.equal(refused.status, 400, url);
    assert.match(textOf(refused), /No webhook was created/);
    assert.ok(!refused.text.includes('"><script>'));
  }
  assert.deepEqual(listWebhooks(service.db, service.companyId), []);
});

test('a chat channel is made, its address is not shown again, and a test message says in words what came of it', async (t) => {
  const receiver = await startReceiver(t);
  const service = await startPortal(t, { webhookAllow: ['127.0.0.1'] });
  const owner = service.signedIn('owner');
  const url = `${receiver.url}services/T1/S3cr3t`;
  const chosen = { format: 'mattermost', type: 'level.reached' };
  const refused = await owner.post('/portal/webhooks/new-chat', { ...chosen, url: `ftp:${url}` });
  assert.equal(refused.status, 400);
  assert.match(textOf(refused), /No chat channel was created/);
  assert.ok(!refused.text.includes('S3cr3t'));
  const made = await owner.post('/portal/webhooks/new-chat', { ...chosen, url });
  const page = await follow(owner, made);
  const { id, types, format } = only(service);
  assert.deepEqual({ types, format }, { types: ['level.reached'], format: 'mattermost' });
  assert.match(textOf(page), /Mattermost at 127\.0\.0\.1:\d+/);
  const path = `/portal/webhooks/${id}`;
  const results = [];
  for (const status of [200, 404, 429, 500]) {
    receiver.answer = withStatus(status);
    const sent = await follow(owner, await owner.post(`${path}/test`));
    results.push(/The test message is (not )?delivered\. [^.]*\./.exec(textOf(sent))?.[0]);
  }
  assert.deepEqual(results, [
    'The test message is delivered. It stands in the channel now.',
    'The test message is not delivered. The product answered 404: the address is not valid, or not any more.',
    'The test message is not delivered. The product asks for fewer messages (429).',
    'The test message is not delivered. The product answered 500.',
  ]);
  const rotated = await owner.post(`${path}/rotate`, { overlap: '1h', was: '' });
  assert.notEqual(rotated.status, 303);
  for (const place of [path, '/portal/webhooks', '/portal/audit', '/portal/webhooks/new-chat'])
    assert.ok(!(await owner.get(place)).text.includes('S3cr3t'), place);
  assert.doesNotMatch((await owner.get(path)).text, /\/rotate"/);
});

test('a test event is sent from the portal, and the answer is shown', async (t) => {
  const received: string[] = [];
  const receiver = createServer((req, res) => {
    req.resume().on('end', () => {
      received.push(String(req.headers['webhook-id']));
      res.writeHead(received.length === 1 ? 204 : 500).end();
    });
  }).listen(0, '127.0.0.1');
  t.after(() => receiver.close());
  await new Promise((resolve) => receiver.once('listening', resolve));
  const { port } = receiver.address() as AddressInfo;
  const service = await startPortal(t, { webhookAllow: ['127.0.0.1'] });
  const owner = service.signedIn('owner');
  await owner.post('/portal/webhooks/new', { url: `http://127.0.0.1:${port}/x` });
  const path = `/portal/webhooks/${only(service).id}/test`;
  assert.match(
    textOf(await follow(owner, await owner.post(path))),
    /The test event is delivered\. The answer is 204, after/,
  );
  assert.match(
    textOf(await follow(owner, await owner.post(path))),
    /The test event is not delivered\. The answer is 500/,
  );
  assert.equal(received.length, 2);
});

test('of an address that is refused or does not answer the portal says that it is not reachable, and no more', async (t) => {
  const silent = await startRawReceiver(t, (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'));
  const stopped = await startReceiver(t);
  await stopped.stop();
  const service = await startPortal(t, { webhookAllow: ['127.0.0.1'] });
  const owner = service.signedIn('owner');
  const told = new Set<string>();
  // Refused, closed, not HTTP, and a name that does not exist.
  const allowed = parseAllowedTargets(['127.0.0.0/8']);
  for (const url of ['http://127.0.0.2/', stopped.url, silent.url, 'http://x.invalid/']) {
    const { id } = service.write((write) =>
      createWebhook(write, { url, types: null, allowed, madeBy: 'portal' }),
    );
    const page = await follow(owner, await owner.post(`/portal/webhooks/${id}/test`));
    told.add(/The test event is not delivered\.[^.]*\./.exec(textOf(page))?.[0] ?? url);
    service.write((write) => deleteWebhook(write, id));
  }
  assert.deepEqual([...told], ['The test event is not delivered. Its address is not reachable.']);
});

test('deliveries without an answer look the same, whatever happened', async (t) => {
  const rows = [];
  for (const [error, milliseconds] of [
    ['ECONNREFUSED', 2],
    ['address_not_allowed', 0],
    ['timeout', 15_000],
  ] as const) {
    const service = await startPortal(t);
    const id = withDeliveries(service, 1, { error, milliseconds, status: null });
    const { text } = await service.signedIn('owner').get(`/portal/webhooks/${id}`);
    rows.push(/<td class="opt">.*?<\/td>/.exec(text)?.[0]);
  }
  assert.deepEqual(rows, Array(3).fill('<td class="opt">not reachable</td>'));
});

test('deliveries are listed in pages by state, and one of them is sent again', async (t) => {
  const service = await startPortal(t);
  const id = withDeliveries(service, 60);
  const owner = service.signedIn('owner');
  const path = `/portal/webhooks/${id}`;
  const first = await owner.get(`${path}?state=waiting`);
  const events = (text: string) =>
    [...text.matchAll(/name="event" value="([^"]+)"/g)].map(([, one]) => one);
  assert.equal(events(first.text).length, 50);
  const [, more = ''] = /href="([^"]*before=\d+)">Next 50/.exec(first.text) ?? [];
  const second = await owner.get(more.replaceAll('&amp;', '&'));
  assert.equal(events(second.text).length, 10);
  assert.equal(new Set([...events(first.text), ...events(second.text)]).size, 60);
  const resent = await owner.post(`${path}/resend`, { event: events(first.text)[0] ?? '' });
  const again = textOf(await follow(owner, resent));
  assert.match(again, /1 event is sent again/);
  assert.match(again, /about to be sent/);
  assert.doesNotMatch(again, /0 attempts/);
  assert.match(
    textOf(await follow(owner, await owner.post(`${path}/resend`))),
    /60 events are sent again/,
  );
  assert.equal((await owner.post(`${path}/resend`, { event: 'unknown' })).status, 404);
  assert.doesNotMatch(
    (await service.signedIn('viewer').get(path)).text,
    /<form method="post" action="\/portal\/webhooks/,
  );
});

test('webhooks of another company and of the sandbox are unknown, for every page and action', async (t) => {
  const service = await startPortal(t);
  const context = { now: service.clock.now, actor: 'test' };
  const { company } = createCompany(service.db, { name: 'Other', ssoDomains: [], ...context });
  const foreign = writeCompany(service.db, { companyId: company.companyId, ...context }, (write) =>
    createWebhook(write, {
      url: URL_,
      types: null,
      allowed: parseAllowedTargets([]),
      madeBy: 'portal',
    }),
  );
  const owner = service.signedIn('owner');
  for (const root of ['/portal', '/portal/sandbox']) {
    const path = `${root}/webhooks/${foreign.id}`;
    assert.equal((await owner.get(path)).status, 404);
    for (const name of ['test', 'rotate', 'enable', 'disable', 'resend', 'delete']) {
      const fields = { overlap: '1h', host: 'hooks.acme.example' };
      assert.equal((await owner.post(`${path}/${name}`, fields)).status, 404, name);
    }
  }
  assert.equal(listWebhooks(service.db, company.companyId)[0]?.state, 'active');
});
