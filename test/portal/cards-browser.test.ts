import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { en } from '../../src/portal/languages/en.ts';
import { printedPage } from '../../src/portal/view/card-sheets.ts';
import { addEmployee } from '../../src/service/people/employees.ts';
import { useNoEmailDomain } from '../../src/service/people/no-email.ts';
import { accessibilityFaults, fitsWidth, NO_BROWSER, openContext } from './browser.ts';
import { PASSWORD, startPortal } from './portal-service.ts';

const skip = NO_BROWSER;

/** What is hard to fit on a card, or to print as it is. */
const HOSTILE = [
  'Jürgen Weißmüller',
  'María de los Ángeles Fernández-Villaverde y Gutiérrez de la Concha',
  'محمد عبد الرحمن الشريف',
  '<script>alert(1)</script> & "quotes"',
  'W'.repeat(255),
  `${'word '.repeat(50)}end`,
  '\u202eesrever',
  '漢字'.repeat(60),
];

/** How many pages a PDF has. */
const pagesOf = (pdf: Buffer): number =>
  pdf.toString('latin1').match(/\/Type\s*\/Page(?![a-z])/g)?.length ?? 0;

test('ten cards are printed on two pages from the portal, and a code signs in by its link', {
  skip,
}, async (t) => {
  const service = await startPortal(t);
  service.write((write) => {
    useNoEmailDomain(write, 'people.example.com');
    for (let at = 0; at < 10; at++) {
      const external_id = `P${at}`;
      const email = `${external_id}@people.example.com`;
      addEmployee(write, { external_id, email, given_name: HOSTILE[at] ?? `Ann ${at}` });
    }
  });
  const context = await openContext(t, { colorScheme: 'dark' });
  const [name = '', value = ''] = service.signedIn('admin').cookie.split('=');
  await context.addCookies([{ name, value, url: service.url }]);
  const page = await context.newPage();
  await page.goto(`${service.url}/portal/cards`);
  assert.deepEqual(await accessibilityFaults(page), []);
  await page.getByRole('button', { name: 'Make the cards' }).click();
  await page.locator('.card').nth(9).waitFor();
  await page.getByRole('button', { name: 'Print' }).waitFor();
  assert.deepEqual(await accessibilityFaults(page), []);
  assert.ok(await fitsWidth(page));
  assert.equal(pagesOf(await page.pdf({ preferCSSPageSize: true })), 2);
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.getByRole('heading', { name: 'Cards', level: 1 }).isVisible(), false);

  const code = (await page.locator('.card dd').nth(1).textContent()) ?? '';
  const phone = await (await openContext(t, { viewport: { width: 320, height: 640 } })).newPage();
  const asked: string[] = [];
  phone.on('request', (request) => asked.push(request.url()));
  await phone.goto(
    `${service.url}/portal/sign-in#${new URLSearchParams({ number: 'P0', code: code.replace('-', '') })}`,
  );
  const form = phone.locator('#with-card');
  assert.equal(await form.getByLabel('Employee number').inputValue(), 'P0');
  assert.equal(new URL(phone.url()).hash, '');
  assert.deepEqual(await accessibilityFaults(phone), []);
  await form.getByRole('button', { name: 'Sign in with the card' }).click();
  await phone.getByLabel('New password').fill(PASSWORD);
  await phone.getByLabel('The same again').fill(PASSWORD);
  await phone.getByRole('button', { name: 'Set password and sign in' }).click();
  await phone.getByRole('heading', { level: 1 }).waitFor();
  await phone.waitForURL(/\/portal(?:\/me)?$/);
  assert.deepEqual(
    asked.filter((url) => url.includes(code.replace('-', ''))),
    [],
  );
});

test('a card of any name and number keeps its size, and shows its code whole', {
  skip,
}, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'cards-'));
  t.after(() => rm(folder, { recursive: true }));
  const cards = HOSTILE.map((name, at) => ({
    ...{ employee_id: String(at), name, department: HOSTILE.at(-1 - at) ?? null },
    external_id: at % 2 === 0 ? `70041${at}` : '9'.repeat(255),
    code: 'K7QF2M9XAB',
  }));
  const about = { company: HOSTILE[4] ?? '', address: 'https://engaged.example.com', until: 0 };
  const file = join(folder, 'cards.html');
  writeFileSync(file, printedPage(en, [...cards, ...cards.slice(0, 1)], about));
  const page = await (await openContext(t)).newPage();
  await page.goto(`file://${file}`);
  assert.equal(pagesOf(await page.pdf({ preferCSSPageSize: true })), 2);
  const boxes = await page.locator('.card').evaluateAll((all) =>
    all.map((one) => {
      const { width, height } = one.getBoundingClientRect();
      const codes = [...one.querySelectorAll('dd')].map((dd) => dd.getBoundingClientRect().bottom);
      return [
        Math.round((width / 96) * 25.4),
        Math.round((height / 96) * 25.4),
        Math.max(...codes) <= one.getBoundingClientRect().bottom,
      ];
    }),
  );
  assert.deepEqual(
    boxes,
    boxes.map(() => [95, 68, true]),
  );
  assert.equal(await page.locator('.sheet script').count(), 0);
});
