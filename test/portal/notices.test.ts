import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { noticesTo } from '../../src/domain/mail/mail-kind.ts';
import { mailChoices, unsubscribeToken } from '../../src/service/mail/unwanted-mail.ts';
import { addEmployee } from '../../src/service/people/employees.ts';
import { useNoEmailDomain } from '../../src/service/people/no-email.ts';
import { switchMailOn } from '../mail/outbox.ts';
import { queryRows } from '../service/test-company.ts';
import { type PortalService, startPortal, textOf } from './portal-service.ts';

const ADA = 'ada@acme.example';

async function start(t: TestContext) {
  const service = await startPortal(t);
  switchMailOn(service);
  const browser = service.signedIn('none', { email: ADA });
  return { service, browser, ada: numberOf(service, ADA) };
}

const numberOf = ({ db, companyId }: PortalService, email: string): number =>
  queryRows(
    db,
    companyId,
    `select number from employees where company_id = :companyId and email = '${email}'`,
    { number: 'integer' },
  )[0]?.number ?? 0;

const choices = ({ db, companyId }: PortalService, number: number) =>
  mailChoices(db, { companyId, receiver: 'employee', number }, noticesTo('employee'));

const wanted = (service: PortalService, number: number) => choices(service, number).wanted;

test('a program for mail ends one kind of mail with one request, and reading the link changes nothing', async (t) => {
  const { service, ada } = await start(t);
  const { companyId, db } = service;
  const token = unsubscribeToken(db, { companyId, number: ada, kind: 'badge' });
  const path = `/portal/mails/${token}`;
  for (let n = 0; n < 2; n++) {
    const page = await service.browser().get(path);
    assert.equal(page.status, 200);
    assert.match(
      textOf(page),
      /Stop these mails .* then tells you of this no more by mail: A badge\./,
    );
  }
  assert.deepEqual(wanted(service, ada), ['redemption', 'badge', 'prize', 'thanks']);
  const sent = [
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
    ['text/plain', ''],
  ] as const;
  for (const [type, body] of sent) {
    const headers = { 'Content-Type': type, Origin: 'https://mail.example' };
    const { status, headers: answer } = await service.request('POST', path, { headers, body });
    assert.deepEqual([status, answer.location], [200, undefined], type);
    assert.equal(answer['set-cookie'], undefined);
    assert.deepEqual(wanted(service, ada), ['redemption', 'prize', 'thanks']);
  }
});

test('a button on the page ends a kind of mail, too', async (t) => {
  const { service, ada } = await start(t);
  const { companyId, db } = service;
  const token = unsubscribeToken(db, { companyId, number: ada, kind: 'prize' });
  const ended = await service.browser().post(`/portal/mails/${token}`);
  assert.equal(ended.status, 200);
  assert.match(textOf(ended), /You get no more of these mails .* A prize of a contest\./);
  assert.deepEqual(wanted(service, ada), ['redemption', 'badge', 'thanks']);
});

test('every wrong link gets the same answer', async (t) => {
  const { service, ada } = await start(t);
  const { companyId, db } = service;
  const token = unsubscribeToken(db, { companyId, number: ada, kind: 'badge' });
  const ofNobody = unsubscribeToken(db, { companyId: 99, number: ada, kind: 'badge' });
  const answers = [];
  for (const one of [
    'x',
    token.slice(1),
    `${token.slice(0, -1)}A`,
    'A'.repeat(44),
    'A'.repeat(2_000),
    ofNobody,
  ]) {
    for (const method of ['GET', 'POST']) {
      const answer = await service.request(method, `/portal/mails/${one}`);
      const id = String(answer.headers['x-request-id']);
      answers.push(`${method} ${answer.status} ${textOf(answer).replace(id, '')}`);
    }
  }
  assert.equal(new Set(answers).size, 2, [...new Set(answers)].join('\n'));
  assert.match(answers[0] ?? '', /^GET 404 /);
  assert.deepEqual(wanted(service, ada), ['redemption', 'badge', 'prize', 'thanks']);
});

test('everybody chooses on their page what they are told of, among what the company allows', async (t) => {
  const { service, browser, ada } = await start(t);
  assert.match(
    textOf(await browser.get('/portal/me')),
    /What I am told by mail .* A badge .* To ada@acme\.example/,
  );
  const save = (kinds: string[]) =>
    browser.post(
      '/portal/me/mails',
      kinds.map((kind) => ['mails', kind]),
    );
  assert.equal((await save(['badge'])).status, 303);
  assert.deepEqual(wanted(service, ada), ['badge']);
  assert.match((await browser.get('/portal/me')).text, /value="badge" checked/);
  const admin = service.signedIn('admin');
  const { status } = await admin.post('/portal/settings', { 'seen-mail_badge': 'on' });
  assert.equal(status, 303);
  assert.doesNotMatch((await browser.get('/portal/me')).text, /value="badge"/);
  await save(['prize', 'badge']);
  assert.deepEqual(choices(service, ada), {
    ...{ offered: ['redemption', 'prize', 'thanks'], wanted: ['prize'] },
  });
});

test('nobody without an email chooses, and nobody where no mail is sent', async (t) => {
  const service = await startPortal(t);
  const browser = service.signedIn('none', { email: ADA });
  assert.doesNotMatch(textOf(await browser.get('/portal/me')), /What I am told/);
  switchMailOn(service);
  assert.match(textOf(await browser.get('/portal/me')), /What I am told/);
  service.write((write) => useNoEmailDomain(write, 'nomail.example'));
  service.write((write) => addEmployee(write, { email: 'e1@nomail.example', given_name: 'Eve' }));
  const eve = service.signedIn('none', { email: 'e1@nomail.example', isNew: false });
  assert.doesNotMatch(textOf(await eve.get('/portal/me')), /What I am told/);
});
