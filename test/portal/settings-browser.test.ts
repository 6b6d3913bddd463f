import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settingsOf } from '../../src/service/company/settings.ts';
import { JPEG, png, WEBP } from '../domain/pictures.ts';
import { accessibilityFaults, fitsWidth, NO_BROWSER, openContext, openPage } from './browser.ts';
import { startPortal } from './portal-service.ts';

/** How wide the logo is, once it is decoded. */
const LOGO_WIDTH = `(async () => {
  const logo = document.querySelector('.nav .logo');
  await logo.decode();
  return logo.naturalWidth;
})()`;

for (const width of [1280, 390]) {
  test(`the settings name what is changed before it is saved, and take a logo, ${width} pixels wide`, {
    skip: NO_BROWSER,
  }, async (t) => {
    const service = await startPortal(t);
    const context = await openContext(t, { viewport: { width, height: 900 } });
    const [name = '', value = ''] = service.signedIn('owner').cookie.split('=');
    await context.addCookies([{ name, value, url: service.url }]);
    const page = await openPage(context, service.url);
    await page.goto(`${service.url}/portal/settings`);
    const says = page.locator('.dock [role=status]');
    assert.equal(await says.textContent(), 'Nothing is changed until you save.');
    await page.getByLabel('100 coins are worth').fill('2.50');
    await page.getByText('Who reached it first is ahead').click();
    await page.getByLabel('XP for newcomers').fill('50');
    const logo = { name: 'logo.png', mimeType: 'image/png', buffer: png(120, 32) };
    await page.getByLabel('Logo', { exact: true }).setInputFiles(logo);
    assert.equal(
      await says.textContent(),
      'Changed: Logo · 100 coins are worth · XP for newcomers · The same XP in a new contest',
    );
    assert.equal(await fitsWidth(page), true);
    assert.deepEqual(await accessibilityFaults(page), []);
    const box = async (of: string) => await page.locator(of).first().boundingBox();
    const [heading, fields] = [await box('.sect h2'), await box('.sect .field')];
    const isBeside = (fields?.x ?? 0) > (heading?.x ?? 0) + 200;
    assert.equal(isBeside, width === 1280);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The settings are changed.').waitFor();
    const { logo_url, worth_of_100_coins, ties, welcome_xp } = settingsOf(
      service.db,
      service.companyId,
    );
    assert.deepEqual([worth_of_100_coins, ties, welcome_xp], [2.5, 'first', 50]);
    // All three formats are shown by a browser as they are written anew.
    for (const content of [png(120, 32), JPEG, WEBP]) {
      const file = { name: 'logo', mimeType: 'image/png', buffer: content };
      await page.getByLabel('Logo', { exact: true }).setInputFiles(file);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('The settings are changed.').waitFor();
      const size = await page.evaluate(LOGO_WIDTH);
      assert.ok(Number(size) > 0);
    }
    assert.notEqual(settingsOf(service.db, service.companyId).logo_url, logo_url);
    assert.deepEqual(page.faults, []);
  });
}
