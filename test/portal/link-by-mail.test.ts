import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { HOUR_MS, MINUTE_MS } from '../../src/domain/duration.ts';
import { addEmployee, deactivateEmployee } from '../../src/service/people/employees.ts';
import { useNoEmailDomain } from '../../src/service/people/no-email.ts';
import { provideAccount, setAccountDisabled } from '../../src/service/portal/accounts.ts';
import { inviteOne } from '../../src/service/portal/invitations.ts';
import * as accounts from '../../src/store/portal/portal-accounts.ts';
import { openOutbox, switchMailOn } from '../mail/outbox.ts';
import { partOf, type Received, startMailServer } from '../mail/smtp-server.ts';
import { queryRows } from '../service/test-company.ts';
import { until } from '../until.ts';
import { PASSWORD, type PortalService, startPortal, textOf } from './portal-service.ts';

const ADA = 'ada@acme.example';

async function start(t: TestContext) {
  const service = await startPortal(t);
  switchMailOn(service);
  const server = await startMailServer(t);
  const outbox = openOutbox(t, service, server.port);
  service.write((write) => addEmployee(write, { email: ADA, given_name: 'Ada' }));
  return { service, server, outbox };
}

const made = (service: PortalService) =>
  queryRows(
    service.db,
    service.companyId,
    `select coalesce(a.email, e.email) as email, m.kind, m.client from mails m
     join portal_accounts a on a.company_id = m.company_id and a.entry = m.account_entry
     left join employees e on e.company_id = a.company_id and e.number = a.employee_number
     where m.company_id = :companyId order by m.entry`,
    { email: 'text', kind: 'text', client: 'text?' },
  );

const ask = (service: PortalService, email: string) =>
  service.browser().post('/portal/sign-in', { email, link: '1' });

const linkIn = (mail: Received | undefined): string =>
  /\/portal\/link\/[\w-]{22}/.exec(mail ? partOf(mail, 'text/plain') : '')?.[0] ?? '';

test('the sign-in page offers a link by mail only where the service sends mail', async (t) => {
  const service = await startPortal(t);
  assert.doesNotMatch((await service.browser().get('/portal/sign-in')).text, /name="link"/);
  switchMailOn(service);
  const { text } = await service.browser().get('/portal/sign-in');
  assert.match(text, /<button[^>]* name="link" value="1"[^>]*>.*Send me a link/);
});

test('a link by mail signs in once, without a password, and only where its form is sent', async (t) => {
  const { service, server, outbox } = await start(t);
  const { status, headers } = await ask(service, ' Ada@ACME.example ');
  assert.equal(status, 303);
  const answer = await service.browser().get(headers.location ?? '');
  assert.match(textOf(answer), /If Ada@ACME\.example belongs to somebody who works here/);
  await until(() => made(service).length === 1);
  assert.deepEqual(made(service), [{ email: ADA, kind: 'link', client: '127.0.0.1' }]);
  assert.deepEqual(await outbox.empty(), ['sent']);
  const [mail] = server.mails;
  assert.match(
    mail ? partOf(mail, 'text/plain') : '',
    /^Hello Ada, .*until 21 Nov 2026, 09:45 UTC/m,
  );
  assert.match(mail ? partOf(mail, 'text/plain') : '', /from 127\.0\.0\.1\. If that was not you/);
  const link = linkIn(mail);
  // Scanners of mail open links, and more than once.
  for (let n = 0; n < 2; n++) {
    assert.match(textOf(await service.browser().get(link)), /For ada@acme\.example/);
  }
  const browser = service.browser();
  const entered = await browser.post(`${link}/sign-in`);
  assert.deepEqual([entered.status, entered.headers.location], [303, '/portal']);
  assert.equal((await browser.get('/portal/account')).status, 200);
  assert.equal((await service.browser().get(link)).status, 404);
  assert.equal((await service.browser().post(`${link}/sign-in`)).status, 404);
});

test('whoever has forgotten the password sets another one by the link', async (t) => {
  const { service, server, outbox } = await start(t);
  await ask(service, ADA);
  await until(() => made(service).length === 1);
  await outbox.empty();
  const browser = service.browser();
  const link = linkIn(server.mails[0]);
  assert.equal((await browser.post(link, { password: PASSWORD, again: PASSWORD })).status, 303);
  const signIn = { email: ADA, password: PASSWORD };
  assert.equal((await service.browser().post('/portal/sign-in', signIn)).status, 303);
});

test('an owner whom another one invites gets the link by mail, and so does who has lost the password', async (t) => {
  const { service, server, outbox } = await start(t);
  const owner = service.signedIn('owner');
  const page = textOf(await owner.get('/portal/accounts'));
  assert.match(page, /They get a link by mail with which they sign in, once, within 7 days\./);
  const fields = { email: 'olga@acme.example', role: 'owner' };
  const invited = await owner.post('/portal/accounts', fields);
  const answer = await owner.get(invited.headers.location ?? '');
  assert.match(textOf(answer), /A link goes to olga@acme\.example by mail, within minutes\./);
  assert.doesNotMatch(answer.text, /portal\/link\//);
  assert.deepEqual(await outbox.empty(), ['sent']);
  assert.deepEqual(server.mails[0]?.to, ['olga@acme.example']);
  const olga = service.browser();
  const entered = await olga.post(linkIn(server.mails[0]), { password: PASSWORD, again: PASSWORD });
  assert.equal(entered.status, 303);
  assert.equal((await olga.get('/portal/accounts')).status, 200);
  // She has lost it, and gets in by herself.
  await ask(service, 'olga@acme.example');
  await until(() => made(service).length === 2);
  outbox.clock.now += MINUTE_MS;
  assert.deepEqual(await outbox.empty(), ['sent']);
  const again = service.browser();
  const link = linkIn(server.mails[1]);
  const other = 'six purple lanterns sing';
  assert.equal((await again.post(link, { password: other, again: other })).status, 303);
  assert.equal((await olga.get('/portal/accounts')).status, 303);
  // Another owner helps her by a new link, which goes to her alone.
  const id = queryRows(
    service.db,
    service.companyId,
    "select id from portal_accounts where company_id = :companyId and email = 'olga@acme.example'",
    { id: 'text' },
  )[0]?.id;
  const renewed = await owner.post(`/portal/accounts/${id}/link`);
  const said = await owner.get(renewed.headers.location ?? '');
  assert.match(textOf(said), /A link goes to olga@acme\.example by mail/);
  assert.deepEqual(made(service).at(-1), {
    ...{ email: 'olga@acme.example', kind: 'invitation', client: null },
  });
});

test('the answer is the same for every address, and only who may get a link gets one', async (t) => {
  const { service } = await start(t);
  service.write((write) => {
    useNoEmailDomain(write, 'nomail.example');
    for (const email of [
      'left@acme.example',
      'off@acme.example',
      'sso@acme.example',
      'e1@nomail.example',
    ])
      addEmployee(write, { email });
    deactivateEmployee(write, 'left@acme.example', 'left');
    provideAccount(write, { email: 'off@acme.example' });
    setAccountDisabled(write, 'off@acme.example', true);
    const { entry } = provideAccount(write, { email: 'sso@acme.example' });
    const { db, companyId } = write;
    db.run(accounts.setIdentity, { companyId, entry, issuer: 'https://id.example', subject: 's' });
    provideAccount(write, { email: 'owner@acme.example', role: 'owner' });
  });
  const emails = [
    ...['nobody@acme.example', 'left@acme.example', 'off@acme.example', 'sso@acme.example'],
    ...['e1@nomail.example', 'x', '%', "' or 1=1 --", 'a@b.example\r\nBcc: c@d.example'],
    ...[`${ADA}, eve@evil.example`, `"${ADA}" <eve@evil.example>`, ADA, 'owner@acme.example'],
  ];
  const answers = [];
  for (const email of emails) {
    const { status, headers, text } = await ask(service, email);
    const { date: _, 'x-request-id': __, ...rest } = headers;
    const location = decodeURIComponent((headers.location ?? '').replaceAll('+', ' '));
    assert.ok(location.startsWith('/portal/sign-in/sent?email='), location);
    answers.push(JSON.stringify([status, { ...rest, location: '' }, text]));
  }
  assert.equal(new Set(answers).size, 1);
  // Orders are carried out one after another, and the last two are for somebody.
  await until(() => made(service).length >= 2);
  assert.deepEqual(
    made(service).map(({ email }) => email),
    [ADA, 'owner@acme.example'],
  );
});

test('nobody floods a mailbox: one link a minute and five an hour to an account', async (t) => {
  const { service } = await start(t);
  const marker = async (n: number) => {
    // Behind it in the queue of changes is nothing of what was asked for before.
    const email = `marker${n}@acme.example`;
    service.write((write) => addEmployee(write, { email }));
    await ask(service, email);
    await until(() => made(service).some((one) => one.email === email));
  };
  const toAda = () => made(service).filter(({ email }) => email === ADA).length;
  await ask(service, ADA);
  await ask(service, ADA);
  await marker(0);
  assert.equal(toAda(), 1);
  for (let n = 1; n <= 7; n++) {
    service.clock.now += MINUTE_MS;
    await ask(service, ADA);
  }
  await marker(1);
  assert.equal(toAda(), 5);
  service.clock.now += HOUR_MS;
  await ask(service, ADA);
  await marker(2);
  assert.equal(toAda(), 6);
});

test('one address asks for 30 links in a quarter of an hour', async (t) => {
  const { service } = await start(t);
  for (let n = 0; n < 30; n++) {
    assert.equal((await ask(service, `nobody${n}@acme.example`)).status, 303);
  }
  const refused = await ask(service, ADA);
  assert.equal(refused.status, 429);
  assert.match(textOf(refused), /Too many links were asked for from here/);
  service.clock.now += 15 * MINUTE_MS;
  assert.equal((await ask(service, ADA)).status, 303);
});

test('who asks for a link makes no invitation shorter', async (t) => {
  const { service, server, outbox } = await start(t);
  service.write((write) => inviteOne(write, ADA, { by: 'owner', days: 7 }));
  await ask(service, ADA);
  await until(() => made(service).length === 2);
  assert.deepEqual((await outbox.empty()).toSorted(), ['dropped', 'sent']);
  service.clock.now += 6 * 24 * HOUR_MS;
  assert.equal((await service.browser().get(linkIn(server.mails[0]))).status, 200);
});

test('a link that somebody asked for is not shown as one that others made for them', async (t) => {
  const { service, server, outbox } = await start(t);
  const browser = service.signedIn('none', { email: ADA, isNew: false });
  await ask(service, ADA);
  await until(() => made(service).length === 1);
  await outbox.empty();
  assert.doesNotMatch(
    textOf(await browser.get('/portal/account')),
    /A new link to set your password/,
  );
  assert.equal((await service.browser().post(`${linkIn(server.mails[0])}/sign-in`)).status, 303);
});
