import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_BROWSER, openContext, openPage } from './browser.ts';
import { fillCompany } from './company-content.ts';
import { startPortal } from './portal-service.ts';

const skip = NO_BROWSER;

const ME = { email: 'person0@adventure-works.example', isNew: false };

test('on a phone without JavaScript it takes two clicks and a sentence to thank, and the button says what it costs', {
  skip,
}, async (t) => {
  const service = await startPortal(t);
  fillCompany(service, { now: service.clock.now });
  const context = await openContext(t, {
    ...{ viewport: { width: 390, height: 800 }, javaScriptEnabled: false },
  });
  const [name = '', value = ''] = service.signedIn('none', ME).cookie.split('=');
  await context.addCookies([{ name, value, url: service.url }]);
  const page = await openPage(context, service.url);
  const button = (label: string | RegExp) => page.getByRole('button', { name: label });

  await page.goto(`${service.url}/portal/me`);
  await page.getByRole('link', { name: 'Thank 佐藤 美咲' }).click();
  await page.getByLabel('What did they do?').fill('You showed me where the spare bolts are.');
  await button('Give 10 points to 1 person').click();
  await page.getByRole('status').getByText('40 points left to give').waitFor();
  await page.getByRole('heading', { name: 'As the company sees it' }).waitFor();

  // From any page, with somebody who is looked for by the Enter key.
  await page.getByRole('link', { name: 'Give thanks', exact: true }).first().click();
  await page
    .getByLabel('What did they do?')
    .fill('You asked one question after the other, calmly.');
  await page.getByLabel('Who', { exact: true }).fill('erickson');
  await page.getByLabel('Who', { exact: true }).press('Enter');
  await button('Add Gail Erickson').click();
  await button('Remove Gail Erickson').waitFor();
  assert.equal(await button(/^Give \d+ points/).count(), 1);
  await page.getByRole('radio', { name: '20', exact: true }).check();
  await button('Give 20 points to 1 person').waitFor();
  await page.getByRole('radio', { name: 'None' }).check();
  await button('Give thanks to 1 person').waitFor();
  await page.getByLabel('Another number').fill('15');
  await button('What does this cost?').click();
  await button('Give 15 points to 1 person').click();
  await page.getByRole('status').getByText('25 points left to give').waitFor();
  await page.getByText('calmly.').first().waitFor();

  await page.getByRole('link', { name: 'See all thanks' }).click();
  const other = page.getByRole('listitem').filter({ hasText: 'Wolfgang Freiherr' }).last();
  await other.getByRole('button', { name: 'Me too' }).click();
  await other.getByRole('button', { name: 'Me too', pressed: true }).waitFor();
  assert.match(page.url(), /#thanks-/);
  assert.deepEqual(page.faults, []);
});

test('with the keyboard somebody chooses points and gives thanks', { skip }, async (t) => {
  const service = await startPortal(t);
  fillCompany(service, { now: service.clock.now });
  const context = await openContext(t, { viewport: { width: 1280, height: 800 } });
  const [name = '', value = ''] = service.signedIn('none', ME).cookie.split('=');
  await context.addCookies([{ name, value, url: service.url }]);
  const page = await openPage(context, service.url);
  await page.goto(`${service.url}/portal/me`);
  await page.getByRole('link', { name: 'Thank 佐藤 美咲' }).press('Enter');
  await page.getByRole('radio', { name: '10', exact: true }).press('ArrowRight');
  assert.match(
    await page.evaluate(
      `getComputedStyle(document.querySelector('.pill:has(:focus-visible)')).outline`,
    ),
    /solid 2px/,
  );
  for (const _ of ['other', 'value', 'message']) await page.keyboard.press('Tab');
  await page.keyboard.type('You showed me where the spare bolts are.');
  for (const _ of ['visibility', 'button']) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText('30 points left to give').waitFor();
  assert.deepEqual(page.faults, []);
});
