import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../src/domain/duration.ts';
import { parseMonth } from '../../src/domain/period.ts';
import { closeMonth, rankMonth } from '../../src/service/months/close-month.ts';
import { listMonths, reopenMonth } from '../../src/service/months/closed-months.ts';
import { addEmployee, deactivateEmployee } from '../../src/service/people/employees.ts';
import { awardXp } from '../../src/service/xp/ledger.ts';
import { type Browser, type PortalService, startPortal, textOf } from './portal-service.ts';

const OCTOBER = parseMonth('2026-10') ?? 0;
const AT_OCTOBER = Date.UTC(2026, 9, 15);
const PATH = '/portal/months/2026-10';

/** Three people with XP of October, and one without. */
function fill({ write }: PortalService): string[] {
  return write(
    (one) =>
      ['Ada', 'Bo', 'Cy', 'Di'].map((name, at) => {
        const person = { email: `${name}@acme.example`, given_name: name };
        const { employee_id: id } = addEmployee(one, person);
        if (at < 3) awardXp(one, id, { amount: 300 - 100 * at, at: AT_OCTOBER });
        return id;
      }),
    AT_OCTOBER,
  );
}

const close = ({ db, companyId, write }: PortalService, at: number) =>
  write((one) => closeMonth(one, rankMonth(db, companyId, OCTOBER)), at);

const EARLY = Date.UTC(2026, 10, 4);

const bodyOf = async (browser: Browser, path: string) => {
  const response = await browser.get(path);
  assert.equal(response.status, 200, path);
  return textOf(response);
};

test('a closed month shows its winners and everybody as they were, whatever comes later', async (t) => {
  const service = await startPortal(t);
  const ids = fill(service);
  close(service, EARLY);
  service.write((one) => awardXp(one, ids[1] ?? '', { amount: 1_000, at: AT_OCTOBER }));
  service.write((one) => deactivateEmployee(one, ids[0] ?? '', 'Left'));
  const member = service.signedIn('none');
  const list = await bodyOf(member, '/portal/months');
  assert.match(list, /October Bo 200 XP closed 4 Nov, 00:00 Bo 200 XP 4/);
  assert.doesNotMatch(list, /September|not closed/);
  const page = await bodyOf(member, PATH);
  assert.match(page, /October closed Closed on Wednesday, 4 November 2026, with 4 people/);
  assert.match(page, /2 Bo 200 XP 3 Cy 100 XP/);
  assert.match(
    page,
    /Rank Person Department Level XP 2 B Bo 2 200 3 C Cy 2 100 4 D Di 1 0 People who are not/,
  );
  // Versions, decisions, files and the comparison are not for everybody.
  assert.doesNotMatch(page, /Reopen|CSV|Compare/);
  assert.equal((await member.get(`${PATH}?version=1`)).status, 404);
  for (const path of ['/portal/months/2026-09', '/portal/months/2026-11', '/portal/months/x']) {
    assert.equal((await member.get(path)).status, 404, path);
  }
});

test('a comparison has late XP person by person, of each version', async (t) => {
  const service = await startPortal(t);
  const ids = fill(service);
  close(service, EARLY);
  service.write((one) => awardXp(one, ids[1] ?? '', { amount: 1_000, at: AT_OCTOBER }));
  service.write((one) => awardXp(one, ids[2] ?? '', { amount: -30, at: AT_OCTOBER }));
  const viewer = service.signedIn('viewer');
  assert.match(
    await bodyOf(viewer, `${PATH}/compare`),
    /B Bo 2 1 200 1,200 \+1,000 C Cy 3 3 100 70 −30/,
  );
  service.write((one) => reopenMonth(one, OCTOBER));
  close(service, EARLY + DAY_MS);
  assert.match(await bodyOf(viewer, `${PATH}/compare`), /Nobody’s XP has changed since then/);
  assert.match(await bodyOf(viewer, `${PATH}/compare?version=1`), /200 1,200 \+1,000/);
  const first = await bodyOf(viewer, `${PATH}?version=1`);
  assert.match(first, /Version 1 is not in force/);
  assert.match(first, /1 A Ada 3 300 2 B Bo 2 200/);
  assert.match(await bodyOf(viewer, PATH), /1 B Bo 5 1,200 2 A Ada 3 300/);
  assert.equal((await viewer.get(`${PATH}?version=3`)).status, 404);
});

test('an admin closes a month that has ended', async (t) => {
  const service = await startPortal(t);
  fill(service);
  const admin = service.signedIn('admin');
  assert.match(await bodyOf(admin, '/portal/months'), /October not closed yet/);
  const { status, headers } = await admin.post(`${PATH}/close`, {});
  assert.equal(status, 303);
  const done = await bodyOf(admin, headers.location ?? '');
  assert.match(done, /October is closed, with 4 people/);
  // The month ended three weeks ago.
  assert.match(
    done,
    /October closed reconstructed .* Reconstructed\. The month was closed more than 14 days/,
  );
  const again = await admin.post(`${PATH}/close`, {});
  assert.equal(again.status, 409);
  assert.deepEqual(
    listMonths(service.db, service.companyId).map(({ month, version }) => [month, version]),
    [['2026-10', 1]],
  );
  for (const month of ['2026-11', '2026-08']) {
    assert.equal((await admin.post(`/portal/months/${month}/close`, {})).status, 404);
  }
});

test('an admin reopens the version that they have seen, and no later one of somebody else', async (t) => {
  const service = await startPortal(t);
  fill(service);
  close(service, EARLY);
  const admin = service.signedIn('admin');
  assert.match(await bodyOf(admin, PATH), /Version 1 stays on record/);
  service.write((one) => reopenMonth(one, OCTOBER));
  close(service, EARLY + DAY_MS);
  const stale = await admin.post(`${PATH}/reopen`, { version: '1' });
  assert.equal(stale.status, 409);
  assert.match(textOf(stale), /reopened and closed again in the meantime/);
  const { headers } = await admin.post(`${PATH}/reopen`, { version: '2' });
  assert.match(
    await bodyOf(admin, headers.location ?? ''),
    /October is reopened\. Version 2 stays/,
  );
  assert.match(await bodyOf(admin, '/portal/months'), /reopened version 2/);
  assert.equal((await service.signedIn('none').get(PATH)).status, 404);
});

test('the file of a closed month has everybody who is active, of the version that was asked for', async (t) => {
  const service = await startPortal(t);
  const ids = fill(service);
  close(service, EARLY);
  service.write((one) => deactivateEmployee(one, ids[1] ?? '', 'Left'));
  const viewer = service.signedIn('viewer');
  const { headers, text } = await viewer.get(`${PATH}/standings.csv`);
  assert.equal(headers['content-disposition'], 'attachment; filename="leaderboard-2026-10.csv"');
  assert.deepEqual(text.slice(1).split('\r\n'), [
    'Rank,Name,External ID,Department,Level,XP,Person ID,Department external ID,Department ID',
    `1,Ada,,,3,300,${ids[0]},,`,
    `3,Cy,,,2,100,${ids[2]},,`,
    `4,Di,,,1,0,${ids[3]},,`,
    '',
  ]);
  service.write((one) => reopenMonth(one, OCTOBER));
  assert.match(
    (await viewer.get(`${PATH}/standings.csv`)).headers['content-disposition'] ?? '',
    /leaderboard-2026-10-version-1\.csv/,
  );
});

test('somebody goes to the place of a person in a closed month, and on from there', async (t) => {
  const service = await startPortal(t);
  fill(service);
  const ids = service.write(
    (one) =>
      Array.from({ length: 120 }, (_, at) => {
        const person = { email: `p${at}@acme.example`, given_name: `Person ${at}` };
        const { employee_id: id } = addEmployee(one, person);
        awardXp(one, id, { amount: 1_000 - at, at: AT_OCTOBER });
        return id;
      }),
    AT_OCTOBER,
  );
  close(service, EARLY);
  const member = service.signedIn('none');
  assert.match(
    await bodyOf(member, `${PATH}?q=person+99`),
    /1 person called “person 99” .* rank 100 901/,
  );
  const page = await member.get(`${PATH}?person=${ids[99]}`);
  assert.match(page.text, /<tr class="own" id="found"><td class="n strong">100</);
  const ranks = ({ text }: { text: string }) =>
    [...text.matchAll(/<td class="n strong">(\d+)<\/td><td>/g)].map(([, rank]) => Number(rank));
  assert.deepEqual(
    ranks(page),
    Array.from({ length: 35 }, (_, at) => 90 + at),
  );
  const first = await member.get(PATH);
  assert.equal(ranks(first).length, 50);
  const [, next = ''] = /href="([^"]*after=50)"/.exec(first.text) ?? [];
  assert.deepEqual(ranks(await member.get(next))[0], 51);
  for (const odd of ['-1', 'x', '1e99', '99999999']) {
    assert.equal((await member.get(`${PATH}?after=${odd}`)).status, 200, odd);
  }
});

test('a month before anybody joined can be closed once somebody has XP in it, and only then', async (t) => {
  const service = await startPortal(t);
  const admin = service.signedIn('admin');
  service.write((one) => addEmployee(one, { email: 'late@acme.example', given_name: 'Late' }));
  assert.doesNotMatch(await bodyOf(admin, '/portal/months'), /October/);
  assert.equal((await admin.get(PATH)).status, 404);
  service.write((one) => awardXp(one, 'late@acme.example', { amount: 70, at: AT_OCTOBER }));
  assert.match(await bodyOf(admin, '/portal/months'), /October not closed yet/);
  assert.match(
    await bodyOf(admin, PATH),
    /nobody had joined before its end\. The service leaves it/,
  );
  assert.equal((await admin.get('/portal/months/2026-09')).status, 404);
  const closed = await admin.post(`${PATH}/close`, {});
  assert.equal(closed.status, 303);
  assert.match(await bodyOf(admin, PATH), /1 Late 70 XP/);
  // Nobody has XP in September, which lies between the first award and the day on which somebody joined.
  const august = Date.UTC(2026, 7, 3);
  service.write((one) => awardXp(one, 'late@acme.example', { amount: 5, at: august }));
  assert.match(
    await bodyOf(admin, '/portal/months'),
    /October Late 70 XP closed .* September not closed yet .* August not closed yet/,
  );
  const september = '/portal/months/2026-09';
  assert.equal((await admin.post(`${september}/close`, {})).status, 303);
  assert.match(await bodyOf(admin, '/portal/months'), /September closed/);
  assert.equal((await admin.get('/portal/months/2026-07')).status, 404);
});
