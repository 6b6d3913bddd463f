import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../src/domain/duration.ts';
import { addEmployee } from '../../src/service/people/employees.ts';
import { useNoEmailDomain } from '../../src/service/people/no-email.ts';
import { PASSWORD, type PortalService, startPortal, textOf } from './portal-service.ts';

const WRONG = /Number or code is wrong, or the card was used/;

async function withPeople(t: Parameters<typeof startPortal>[0]) {
  const service = await startPortal(t);
  const ids = service.write((write) => {
    useNoEmailDomain(write, 'people.example.com');
    const add = (external_id: string, email = `${external_id}@people.example.com`) =>
      addEmployee(write, { external_id, email, given_name: `Ann ${external_id}` }).employee_id;
    return { one: add('1'), two: add('2'), mailed: add('3', 'cy@acme.example') };
  });
  return { service, ids };
}

/** The cards on a page: code by number. */
const cardsOn = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/<bdi>([^<]+)<\/bdi><\/dd><\/div><div><dt>Code<\/dt><dd>([^<]+)</g)].map(
      ([, number = '', code = '']) => [number, code],
    ),
  );

async function print(
  browser: ReturnType<PortalService['signedIn']>,
  path = '/portal/cards',
  fields: Record<string, string> = {},
) {
  const { status, headers } = await browser.post(path, fields);
  assert.equal(status, 303);
  return cardsOn((await browser.get(headers.location ?? '')).text);
}

const signIn = (service: PortalService, number: string, code: string) =>
  service.browser().post('/portal/sign-in/card', { number, code });

test('number and code of a card lead to a password, and from then on number and password sign in', async (t) => {
  const { service } = await withPeople(t);
  const cards = await print(service.signedIn('admin'));
  assert.deepEqual(Object.keys(cards), ['1', '2']);
  const { status, headers } = await signIn(service, ' 1 ', (cards['1'] ?? '').toLowerCase());
  assert.equal(status, 303);
  const link = headers.location ?? '';
  assert.doesNotMatch(link, new RegExp(cards['1'] ?? ''));
  const person = service.browser();
  assert.match(
    textOf(await person.get(link)),
    /For Ann 1 ?\. From now on you sign in with your number 1/,
  );
  const set = await person.post(link, { password: PASSWORD, again: PASSWORD });
  assert.equal(set.status, 303);
  assert.match(textOf(await person.get('/portal/account')), /Employee number 1 /);
  const used = await signIn(service, '1', cards['1'] ?? '');
  assert.equal(used.status, 400);
  assert.match(textOf(used), WRONG);
  const again = service.browser();
  const signedIn = await again.post('/portal/sign-in', { email: '1', password: PASSWORD });
  assert.equal(signedIn.status, 303);
  assert.equal((await again.get('/portal/me')).status, 200);
  const other = await service.browser().post('/portal/sign-in', { email: '2', password: PASSWORD });
  assert.match(textOf(other), /Email, number or password is wrong/);
});

test('an unknown number, a wrong code and a card that has run out read the same', async (t) => {
  const { service } = await withPeople(t);
  const cards = await print(service.signedIn('owner'));
  const answers = [
    await signIn(service, '9', cards['1'] ?? ''),
    await signIn(service, '1', 'ABCDE'),
  ];
  service.clock.now += 30 * DAY_MS;
  answers.push(await signIn(service, '1', cards['1'] ?? ''));
  for (const one of answers) {
    assert.equal(one.status, 400);
    assert.match(textOf(one), WRONG);
  }
});

test('those who were ticked get cards also with an email, and one person on their page', async (t) => {
  const { service, ids } = await withPeople(t);
  const admin = service.signedIn('admin');
  const ticked = await print(admin, '/portal/cards', { person: ids.mailed });
  assert.deepEqual(Object.keys(ticked), ['3']);
  const page = `/portal/people/${ids.two}`;
  assert.deepEqual(Object.keys(await print(admin, `${page}/card`)), ['2']);
  assert.match(textOf(await admin.get(page)), /has a card printed/);
  assert.match(textOf(await admin.get(page)), /no email signs in with number and card/);
  assert.equal((await service.signedIn('viewer').get('/portal/cards')).status, 403);
});

test('whoever has lost a password gets a new link, keeps the old password until then, and is told who made it', async (t) => {
  const { service, ids } = await withPeople(t);
  const admin = service.signedIn('admin', { email: 'boss@acme.example' });
  const cards = await print(admin);
  const { headers } = await signIn(service, '1', cards['1'] ?? '');
  const first = service.browser();
  await first.post(headers.location ?? '', { password: PASSWORD, again: PASSWORD });
  const made = await admin.post(`/portal/people/${ids.one}/invite`);
  const shown = await admin.get(made.headers.location ?? '');
  const [, link = ''] = /value="[^"]*(\/portal\/link\/[^"]+)"/.exec(shown.text) ?? [];
  const noted = textOf(await first.get('/portal/account'));
  assert.match(noted, /A new link to set your password was made by .*boss.*, .*ask them/);
  const old = await service.browser().post('/portal/sign-in', { email: '1', password: PASSWORD });
  assert.equal(old.status, 303);
  const password = `${PASSWORD} and more`;
  assert.equal((await service.browser().post(link, { password, again: password })).status, 303);
  assert.equal((await first.get('/portal/account')).status, 303);
  const ended = await service.browser().post('/portal/sign-in', { email: '1', password: PASSWORD });
  assert.equal(ended.status, 400);
});
