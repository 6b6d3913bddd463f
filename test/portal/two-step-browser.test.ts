import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { codeOf, fromBase32 } from './authenticator.ts';
import { accessibilityFaults, fitsWidth, NO_BROWSER, openContext, openPage } from './browser.ts';
import { PASSWORD, startPortal } from './portal-service.ts';

const skip = NO_BROWSER;

async function check(page: Page): Promise<void> {
  assert.deepEqual(await accessibilityFaults(page), []);
  assert.ok(await fitsWidth(page));
}

for (const [colorScheme, width] of [
  ['light', 1280],
  ['dark', 320],
] as const) {
  test(`without JavaScript somebody sets two-step sign-in up, signs in with it and switches it off: ${colorScheme}, ${width} pixels wide`, {
    skip,
  }, async (t) => {
    const service = await startPortal(t);
    service.signedIn('viewer', { email: 'ada@acme.example' });
    const context = await openContext(t, { colorScheme, viewport: { width, height: 800 } });
    // Axe needs scripts to be on; the pages get none.
    await context.route('**/*.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: '' }),
    );
    const page = await openPage(context, service.url);
    const password = async () => {
      await context.clearCookies();
      await page.goto(`${service.url}/portal/sign-in?next=/portal/account`);
      await page.getByLabel('Work email').fill('ada@acme.example');
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in' }).click();
    };
    await password();
    await page.getByRole('link', { name: 'Set up two-step sign-in' }).click();
    await check(page);
    const shown = (await page.locator('main code').textContent()) ?? '';
    const secret = fromBase32(shown.replaceAll(' ', ''));
    await page.getByLabel('Code that the app shows now').fill('12');
    await page.getByRole('button', { name: 'Switch on' }).click();
    await page.getByRole('alert').getByText('This code is wrong').waitFor();
    await check(page);
    await page.getByLabel('Code that the app shows now').fill(codeOf(secret, service.clock.now));
    await page.getByRole('button', { name: 'Switch on' }).click();
    const codes = page.getByRole('status').locator('code');
    await codes.first().waitFor();
    assert.equal(await codes.count(), 10);
    const recovery = (await codes.first().textContent()) ?? '';
    await check(page);
    await page.getByRole('link', { name: 'I have copied them' }).click();
    await check(page);

    await password();
    await page.getByRole('heading', { name: 'Enter the code' }).waitFor();
    await page.getByText('App lost?').click();
    await check(page);
    await page.getByLabel('Recovery code').fill(recovery);
    await page.getByRole('button', { name: 'Sign in with a recovery code' }).click();
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    service.clock.now += 60_000;
    await password();
    await page.getByRole('heading', { name: 'Enter the code' }).waitFor();
    // The cursor comes into the field by itself, a moment after the heading.
    await page.locator('input:focus').waitFor();
    await page.keyboard.type(codeOf(secret, service.clock.now));
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Change two-step sign-in' }).click();
    await page.getByText('9 recovery codes left').waitFor();
    service.clock.now += 60_000;
    await page.getByLabel('Code from your app').fill(codeOf(secret, service.clock.now));
    await page.getByRole('button', { name: 'Switch off' }).click();
    await page.getByRole('status').getByText('Two-step sign-in is off.').waitFor();
    assert.deepEqual(page.faults, []);
  });
}
