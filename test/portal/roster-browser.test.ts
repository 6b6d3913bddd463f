import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { BrowserContextOptions } from 'playwright-core';
import { listEmployees } from '../../src/service/people/employee-records.ts';
import { addEmployee } from '../../src/service/people/employees.ts';
import { tempFolder } from '../store/temp-files.ts';
import { accessibilityFaults, fitsWidth, NO_BROWSER, openContext, openPage } from './browser.ts';
import { fillCompany } from './company-content.ts';
import { PASSWORD, type PortalService, startPortal } from './portal-service.ts';
import { applyShown, peopleFile, upload } from './roster-upload.ts';

const skip = NO_BROWSER;

async function pageOf(
  t: TestContext,
  service: PortalService,
  options: BrowserContextOptions & { isStill?: boolean } = {},
  cookie = service.signedIn('admin').cookie,
) {
  const context = await openContext(t, { viewport: { width: 1280, height: 800 }, ...options });
  const [name = '', value = ''] = cookie.split('=');
  if (name !== '') await context.addCookies([{ name, value, url: service.url }]);
  return openPage(context, service.url);
}

const csv = (text: string, name = 'people.csv') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
});

const active = ({ db, companyId }: PortalService) =>
  listEmployees(db, companyId, { state: 'active' }).length;

for (const javaScriptEnabled of [true, false]) {
  test(`from the link of the first start a roster is previewed, applied and reverted, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, {
    skip,
  }, async (t) => {
    const service = await startPortal(t);
    const page = await pageOf(t, service, { javaScriptEnabled }, '');
    await page.goto(service.url + service.link());
    await page.getByLabel('Your work email').fill('ada@acme.example');
    await page.getByLabel('New password').fill(PASSWORD);
    await page.getByLabel('The same again').fill(PASSWORD);
    await page.getByRole('button', { name: 'Set password and sign in' }).click();
    await page.getByRole('link', { name: 'Upload roster' }).click();
    await page.getByLabel('File', { exact: true }).setInputFiles(
      csv(
        peopleFile([
          ['1', 'Ann'],
          ['2', 'Ben'],
        ]),
      ),
    );
    await page.getByRole('button', { name: 'Upload and preview' }).click();
    await page.getByText('Preview. Nothing has been changed yet.').waitFor();
    assert.equal(active(service), 0);
    await page.getByRole('button', { name: 'Apply 2 changes' }).click();
    await page.getByRole('heading', { name: /^Roster of/ }).waitFor();
    await page.getByRole('status').getByText('The roster is applied: created 2 people.').waitFor();
    await page.getByRole('link', { name: 'Revert it' }).click();
    assert.equal(active(service), 2);
    await page.getByLabel('To confirm, type how many people: 2').fill('2');
    await page.getByRole('button', { name: 'Revert 2 people' }).click();
    await page.getByText('The run is reverted.').waitFor();
    assert.equal(active(service), 0);
    assert.deepEqual(page.faults, []);
  });

  test(`what is wrong with an upload is said on the page, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, {
    skip,
  }, async (t) => {
    const service = await startPortal(t);
    const page = await pageOf(t, service, { javaScriptEnabled });
    await page.goto(`${service.url}/portal/roster`);
    const file = join(tempFolder(t), 'people.csv');
    const send = async (text: string | Buffer) => {
      writeFileSync(file, text);
      await page.getByLabel('File', { exact: true }).setInputFiles(file);
      await page.getByRole('button', { name: 'Upload and preview' }).click();
    };
    await send('');
    await page.locator('#upload-file-error').getByText('The file is empty.').waitFor();
    await send(Buffer.alloc(40 * 1_048_576, 'x'));
    await page.getByText('The file is larger than 32 MB.').waitFor();
    // The form works again.
    await send(peopleFile([['1', 'Ann']]));
    await page.getByRole('button', { name: 'Apply 1 change' }).waitFor();
    assert.deepEqual(page.faults, []);
  });
}

test('with JavaScript the progress of an upload is shown, and a connection that breaks is told', {
  skip,
}, async (t) => {
  const service = await startPortal(t);
  const page = await pageOf(t, service);
  await page.goto(`${service.url}/portal/roster`);
  await page.getByLabel('File', { exact: true }).setInputFiles(csv(peopleFile([['1', 'Ann']])));
  await page.route('**/portal/roster', (route) => route.abort());
  await page.getByRole('button', { name: 'Upload and preview' }).click();
  await page.getByText('The upload stopped, and nothing was changed. Try again.').waitFor();
  await page.unroute('**/portal/roster');
  let answer = () => {};
  await page.route('**/portal/roster', async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    await route.continue();
  });
  await page.getByRole('button', { name: 'Upload and preview' }).click();
  await page.getByRole('progressbar', { name: 'Upload' }).waitFor();
  answer();
  await page.getByRole('button', { name: 'Apply 1 change' }).waitFor();
});

test('every state of a roster is accessible and fits, in light and dark, narrow and wide', {
  skip,
}, async (t) => {
  const service = await startPortal(t);
  const admin = service.signedIn('admin');
  const first = await upload(service, admin, peopleFile([['1', 'Ann']]));
  fillCompany(service, { now: service.clock.now });
  const evil = '<b>Donaudampfschifffahrtselektrizitätenhauptbetriebswerk</b>';
  const many = peopleFile(
    Array.from({ length: 30 }, (_, i) => [String(700_410_000 + i), `Other${i}`, evil, evil]),
  )
    .replaceAll('p7004', 'person')
    .replace('Job title', `${evil}${evil}`);
  const states = [
    first,
    await upload(service, admin, 'x,y\n1,2\n'),
    await upload(
      service,
      admin,
      `${many}bad,,,\n`.replace('bad,,,', 'bad,Bad,Row,none,,'),
      `${evil}.csv`,
    ),
  ];
  const half = await upload(service, admin, many);
  await admin.post(`${half}/deactivation`, { deactivate: 'on' });
  await admin.post(`${half}/filter`, { where: 'Department!=x|y' });
  // Colours must not be measured while they change.
  const look = { reducedMotion: 'reduce', isStill: true } as const;
  const page = await pageOf(t, service, look, admin.cookie);
  for (const path of ['/portal/roster', ...states, half]) {
    await page.goto(service.url + path);
    for (const details of await page.locator('main details').all())
      await details.evaluate('(it) => { it.open = true; }');
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 800 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const look = `${path}: ${colorScheme}, ${width} pixels`;
        assert.deepEqual(await accessibilityFaults(page), [], look);
        assert.ok(await fitsWidth(page), `${look}: too wide`);
      }
    }
  }
  assert.deepEqual(page.faults, []);
});

for (const javaScriptEnabled of [true, false]) {
  test(`an upload says which files were dropped for it, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, {
    skip,
  }, async (t) => {
    const service = await startPortal(t);
    const page = await pageOf(t, service, { javaScriptEnabled });
    const folder = tempFolder(t);
    for (const name of ['one.csv', 'two.csv']) {
      const file = join(folder, name);
      writeFileSync(file, peopleFile([['1', 'Ann']]).padEnd(28 * 1_048_576, '\n'));
      await page.goto(`${service.url}/portal/roster`);
      await page.getByLabel('File', { exact: true }).setInputFiles(file);
      await page.getByRole('button', { name: 'Upload and preview' }).click();
      await page.getByRole('heading', { name }).waitFor();
    }
    await page.getByRole('status').getByText('Dropped: one.csv of today').waitFor();
    assert.deepEqual(page.faults, []);
  });
}

test('with JavaScript a list of people is uploaded and given', { skip }, async (t) => {
  const service = await startPortal(t);
  service.write((write) => addEmployee(write, { email: 'ann@acme.example', given_name: 'Ann' }));
  const page = await pageOf(t, service);
  await page.goto(`${service.url}/portal/given/new`);
  await page
    .getByLabel('List', { exact: true })
    .setInputFiles(csv('email,xp\nann@acme.example,5\n'));
  await page.getByRole('button', { name: 'Upload the list' }).click();
  await page.getByText('people.csv: 1 row').waitFor();
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('button', { name: 'Give 5 XP to 1 person' }).click();
  await page.getByText('5 XP given to 1 person.').waitFor();
  assert.deepEqual(page.faults, []);
});

for (const width of [390, 1280]) {
  test(`a roster that does not fit its profile is read without it, ${width} pixels wide`, {
    skip,
  }, async (t) => {
    const service = await startPortal(t);
    const admin = service.signedIn('admin');
    const file = peopleFile([['1', 'Ann']]);
    await applyShown(admin, await upload(service, admin, file, 'Last month.csv'));
    const path = await upload(service, admin, file.replace('Department', 'Team'));
    const page = await pageOf(t, service, { viewport: { width, height: 800 } });
    await page.goto(service.url + path);
    await page.getByText('the column “Department”, which the file does not have').waitFor();
    await page.getByText('Read as last time: profile “Last month”.').waitFor();
    assert.deepEqual(await accessibilityFaults(page), []);
    assert.ok(await fitsWidth(page));
    await page.getByLabel('Profile', { exact: true }).selectOption('None, a new one');
    await page.getByRole('button', { name: 'Read with it' }).click();
    await page.getByText('Read without a profile.').waitFor();
    await page.getByRole('link', { name: 'Rename or delete' }).click();
    assert.deepEqual(await accessibilityFaults(page), []);
    assert.ok(await fitsWidth(page));
    await page.getByLabel('New name').fill('Workday');
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByText('The profile is now called “Workday”.').waitFor();
    assert.deepEqual(page.faults, []);
  });
}
