import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createWall } from '../../src/service/boards/walls.ts';
import { updateCompany } from '../../src/service/company/companies.ts';
import { giveKudos } from '../../src/service/kudos/give-kudos.ts';
import { setKudosSettings } from '../../src/service/kudos/kudos-settings.ts';
import { saveKudosValue } from '../../src/service/kudos/kudos-values.ts';
import { requireEmployee } from '../../src/service/people/employee-records.ts';
import { addEmployee, updateEmployee } from '../../src/service/people/employees.ts';
import { accessibilityFaults, fitsWidth, NO_BROWSER, openContext, openPage } from './browser.ts';
import { startPortal, textOf } from './portal-service.ts';

const skip = NO_BROWSER;

/** A wall of thanks in a company of five, whose thanks say who gave them and how they were to be seen. */
async function withWall(t: TestContext) {
  const service = await startPortal(t);
  const { db, companyId, clock } = service;
  const write = <T>(change: Parameters<typeof service.write<T>>[0]) =>
    service.write(change, clock.now);
  const path = write((one) => {
    for (const name of ['Ann', 'Ben', 'Cid', 'Dot', 'Eve']) {
      addEmployee(one, { email: `${name}@acme.example`, given_name: name });
    }
    setKudosSettings(one, { on: true });
    saveKudosValue(one, { code: 'safety', name: 'Safety before speed' });
    const options = { shows: 'thanks', period: 'all_time', rows: 10, title: '' };
    return `/wall/${createWall(one, options).token}`;
  });
  const person = (name: string) => requireEmployee(db, companyId, `${name}@acme.example`);
  const give = (from: string, to: string[], visibility = 'company') =>
    write((one) =>
      giveKudos(one, {
        ...{ giver: person(from), receivers: to.map(person), points: 5, value: 'safety' },
        ...{ message: `Deed of ${to.join(' and ')}, seen by ${from}: <b>&amp;`, visibility },
      }),
    );
  const show = (name: string, shown_as: string, nickname?: string) =>
    write((one) => updateEmployee(one, `${name}@acme.example`, { shown_as, nickname }));
  const read = async () => textOf(await service.request('GET', path));
  return { service, path, give, show, read, write };
}

test('a wall shows the newest thanks that everybody may see, of people who are shown by name', async (t) => {
  const { give, show, read, write } = await withWall(t);
  assert.match(
    await read(),
    /^Acme Saturday,? 21 November 2026 Thanks in November 0 thanks from 0 of 5 people Safety before speed 0 No thanks that everybody may see yet\. Who is the first\? Only thanks that everybody may see, of people who are shown by name\. Not updated since 09:30 UTC 09:30 UTC$/,
  );
  give('Ann', ['Ben']);
  give('Ben', ['Cid', 'Dot']);
  give('Ann', ['Cid'], 'private');
  give('Ann', ['Cid'], 'department');
  give('Eve', ['Ann']);
  give('Ann', ['Dot']);
  const names = async () =>
    [...(await read()).matchAll(/Deed of (.*?), seen by (\w+)/g)].map(
      ([, to, from]) => `${from}: ${to}`,
    );
  assert.match(
    await read(),
    /6 thanks from 3 of 5 people Safety before speed 6 Ann thanked Dot Deed of Dot, seen by Ann: &lt;b&gt;&amp;amp; Safety before speed · 21 Nov Eve thanked Ann/,
  );
  assert.deepEqual(await names(), ['Ann: Dot', 'Eve: Ann', 'Ben: Cid and Dot']);
  show('Dot', 'hidden');
  assert.deepEqual(await names(), ['Eve: Ann', 'Ann: Ben']);
  show('Eve', 'nickname', 'Blue heron');
  assert.deepEqual(await names(), ['Ann: Ben']);
  write((one) => updateCompany(one, { ranking: 'off' }));
  assert.deepEqual(await names(), []);
  write((one) => updateCompany(one, { ranking: 'named' }));
  write((one) => setKudosSettings(one, { on: false }));
  assert.deepEqual(await names(), []);
});

test('owners and admins make one in the portal, where the company has thanks on', async (t) => {
  const { service, write } = await withWall(t);
  const admin = service.signedIn('admin');
  const form = { shows: 'thanks', title: 'Our thanks', period: 'this_month', rows: '5' };
  const answer = await admin.post('/portal/walls', { ...form, department: '', language: 'de' });
  const [, link = ''] = /\/(wall\/[\w-]+)/.exec(answer.text) ??
    /\/(wall\/[\w-]+)/.exec((await admin.get(answer.headers.location ?? '')).text) ?? [''];
  assert.match(textOf(await service.request('GET', `/${link}`)), /Our thanks Dank im November/);
  assert.match(textOf(await admin.get('/portal/walls')), /Our thanks Thanks, Whole company/);
  write((one) => setKudosSettings(one, { on: false }));
  assert.doesNotMatch((await admin.get('/portal/walls')).text, /What it shows/);
});

test('a wall of thanks is accessible and fits, in light and dark, wide and upright', {
  skip,
}, async (t) => {
  const { service, path, give } = await withWall(t);
  give('Ann', ['Ben', 'Cid', 'Dot', 'Eve']);
  give('Ben', ['Cid']);
  give('Eve', ['Ann']);
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await openContext(t, { viewport: { width: 1280, height: 720 }, colorScheme });
    const page = await openPage(context, service.url);
    await page.goto(service.url + path);
    assert.deepEqual(await accessibilityFaults(page), []);
    for (const [width, height] of [
      [1280, 720],
      [720, 1280],
    ] as const) {
      await page.setViewportSize({ width, height });
      assert.ok(await fitsWidth(page));
    }
    assert.deepEqual(page.faults, []);
  }
});
