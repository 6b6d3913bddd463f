import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineBadge } from '../../src/service/badges/badges.ts';
import { createDepartment } from '../../src/service/departments/departments.ts';
import { addEmployee } from '../../src/service/people/employees.ts';
import { accessibilityFaults, fitsWidth, NO_BROWSER, openContext, openPage } from './browser.ts';
import { startPortal } from './portal-service.ts';

const NAMES = [
  ...['Jürgen Weißmüller', 'Gail Erickson', 'Ольга Преображенская', 'Şebnem Yıldırım', '佐藤 美咲'],
  'María de los Ángeles Fernández-Villaverde y Gutiérrez de la Concha',
  ...Array.from({ length: 60 }, (_, i) => `Person ${i}`),
];

for (const width of [1280, 390]) {
  test(`a list is previewed page by page, given from the dock, and shown with what it gave, ${width} pixels wide`, {
    skip: NO_BROWSER,
  }, async (t) => {
    const service = await startPortal(t);
    service.write((write) => {
      createDepartment(write, { name: 'Qualitätssicherung und Wareneingangsprüfung' });
      defineBadge(write, { code: 'aid', name: 'First aider', category: 'social', rarity: 'rare' });
      NAMES.forEach((given_name, i) => {
        const department = i % 2 === 0 ? 'Qualitätssicherung und Wareneingangsprüfung' : null;
        addEmployee(write, { email: `p${i}@acme.example`, given_name, department });
      });
    });
    const context = await openContext(t, { viewport: { width, height: 900 } });
    const [name = '', value = ''] = service.signedIn('admin').cookie.split('=');
    await context.addCookies([{ name, value, url: service.url }]);
    const page = await openPage(context, service.url);
    const look = async (what: string) => {
      await page.waitForLoadState();
      assert.equal(await fitsWidth(page), true, what);
      assert.deepEqual(await accessibilityFaults(page), [], what);
    };
    await page.goto(`${service.url}/portal/given/new`);
    const rows = NAMES.map((_, i) => `p${i}@acme.example,${i === 0 ? 120 : 40}`);
    const text = ['email,XP', ...rows, 'nobody@acme.example,40'].join('\n');
    const list = { name: 'week.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
    await page.getByLabel('List', { exact: true }).setInputFiles(list);
    await page.getByRole('button', { name: 'Upload the list' }).click();
    await page.getByText('67 rows').waitFor();
    await page.getByLabel('Coins each').fill('5');
    await page.getByLabel('Reason').fill('Safety week, day 2');
    await page.getByRole('button', { name: 'Preview' }).click();
    const button = page.locator('.dock').getByRole('button');
    await button.waitFor();
    assert.equal(await button.textContent(), 'Give 2,720 XP and 330 coins to 66 people');
    await look('preview');
    await page.getByRole('link', { name: 'Next 50' }).click();
    await page.getByText('Person 59').waitFor();
    assert.equal(await page.getByText('Jürgen Weißmüller').count(), 0);
    await button.click();
    await page.getByText('given to 66 people.').waitFor();
    const figures = await page.locator('.stats > div').allTextContents();
    assert.deepEqual(figures, [
      ...['People66', 'XP2,720', 'Coins330', 'Badges0', 'Reached a level1', 'Gave nothing1'],
    ]);
    const level = page.locator('tbody tr').first().getByText('2 new');
    await look('result');
    assert.equal(await level.isVisible(), width === 1280);
    assert.deepEqual(page.faults, []);
  });
}
