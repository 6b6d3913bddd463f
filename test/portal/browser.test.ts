import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describeSettings } from '../../src/cli/server/settings.ts';
import { MINUTE_MS } from '../../src/domain/duration.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '../../src/domain/language.ts';
import { createTestKey } from '../service/test-company.ts';
import {
  accessibilityFaults,
  breaksFilters,
  brokenWords,
  cutChoices,
  cutOff,
  fitsWidth,
  LOST_IDS,
  LOST_LINKS,
  NO_BROWSER,
  openContext,
  openPage,
} from './browser.ts';
import { fillCompany, OPEN_PATHS, pathsOf } from './company-content.ts';
import { PASSWORD, type PortalService, startPortal } from './portal-service.ts';
import { peopleFile, upload } from './roster-upload.ts';

const skip = NO_BROWSER;

/** A context in which somebody with a role is signed in. */
async function contextOf(
  t: TestContext,
  service: PortalService,
  role: Parameters<PortalService['signedIn']>[0] | null,
  options: BrowserContextOptions & { isStill?: boolean } = {},
  account: Parameters<PortalService['signedIn']>[1] = {},
) {
  const context = await openContext(t, { viewport: { width: 1280, height: 800 }, ...options });
  if (role !== null) {
    const [name = '', value = ''] = service.signedIn(role, account).cookie.split('=');
    await context.addCookies([{ name, value, url: service.url }]);
  }
  return context;
}

/** Pages that are looked at in a tab of their own at the same time. */
const TABS = 2;

const WIDTHS = [320, 390, 1024, 1280];

/** Everything that is looked at, by who sees it. */
async function everyPage(service: PortalService) {
  const content = fillCompany(service, { now: service.clock.now });
  const somebody = { email: 'person0@adventure-works.example', isEmployee: true, isNew: false };
  const file = peopleFile([
    ['700410000', 'Ann', 'Sales', 'Engineer'],
    ['new', 'Ben'],
  ]);
  const preview = await upload(service, service.signedIn('admin'), file);
  const paths = [...pathsOf(content), preview];
  return [
    { role: null, paths: [...OPEN_PATHS, service.link()], account: {} },
    { role: 'none', paths: ['/portal/me'], account: { email: 'new@acme.example' } },
    { role: 'owner', paths, account: somebody },
  ] as const;
}

/** Looks at every page in a few tabs at once. @returns what is wrong with them */
async function faultsOnPages(
  t: TestContext,
  service: PortalService,
  locale: string,
  faultsOf: (page: Page, on: { path: string; isFirst: boolean }) => Promise<string[]>,
): Promise<string[]> {
  const faults: string[] = [];
  for (const { role, paths, account } of await everyPage(service)) {
    // Colours must not be measured while they change.
    const look = { reducedMotion: 'reduce', isStill: true, locale } as const;
    const context = await contextOf(t, service, role, look, account);
    const left = paths.entries();
    const lookAt = async () => {
      const page = await openPage(context, service.url);
      for (const [at, path] of left) {
        const response = await page.goto(service.url + path);
        assert.ok([200, 404].includes(response?.status() ?? 0), `${path}: ${response?.status()}`);
        const found = await faultsOf(page, { path, isFirst: at === 0 });
        faults.push(...found.map((fault) => `${path}: ${fault}`));
      }
      faults.push(...page.faults);
    };
    await Promise.all(Array.from({ length: TABS }, lookAt));
  }
  return faults;
}

test('every page is accessible, fits and is quiet, in light and dark, 320 to 1280 pixels wide, and has every id that it names', {
  skip,
}, async (t) => {
  const service = await startPortal(t, { shownSettings: describeSettings({ ipLimit: '50' }, {}) });
  const faults = await faultsOnPages(t, service, 'en', async (page, { path, isFirst }) => {
    const withFrame = isFirst || path.startsWith('/portal/sandbox');
    return [...(await faultsInEveryWidth(page)), ...(await faultsInEveryLook(page, { withFrame }))];
  });
  assert.deepEqual(faults, []);
});

for (const language of LANGUAGES.filter((one) => one !== 'en')) {
  test(`every page fits and says its language in ${LANGUAGE_NAMES[language]}, 320 to 1280 pixels wide`, {
    skip,
  }, async (t) => {
    const service = await startPortal(t, {
      shownSettings: describeSettings({ ipLimit: '50' }, {}),
    });
    const faults = await faultsOnPages(t, service, language, async (page) => {
      const said = await page.evaluate<string>('document.documentElement.lang');
      return [...(said === language ? [] : [`says ${said}`]), ...(await faultsInEveryWidth(page))];
    });
    assert.deepEqual(faults, []);
  });
}

/** Of the rows of a list, two of each kind: alike in their elements, classes, attributes and in what is empty. */
const LEAVE_TWO_OF_A_KIND = `for (const list of document.querySelectorAll('tbody, ul')) {
  const seen = new Map();
  for (const row of [...list.children]) {
    const kind = [row, ...row.querySelectorAll('*')].map((it) => [
      it.tagName,
      it.textContent.trim() === '',
      ...[...it.attributes].map(({ name, value }) => name === 'class' ? value : name + (value === '')),
    ].join(' ')).join();
    seen.set(kind, (seen.get(kind) ?? 0) + 1);
    if (seen.get(kind) > 2) row.remove();
  }
}`;

/** Asks for the numbers of a large company where numbers are to be typed. */
const MANY_PEOPLE = `for (const label of document.querySelectorAll('label')) {
  if (label.children.length === 0) label.textContent = label.textContent.replace(/: \\d+$/, ': 1,234,567');
}`;

/** Ids that are there more than once. */
const DOUBLE_IDS = `[...document.querySelectorAll('[id]')].map(({ id }) => id).filter((id, at, all) => all.indexOf(id) !== at)`;

/** Each width and each colour scheme, in which pages are looked at as a whole or their content: no colour depends on a width. */
const LOOKS = [
  { width: 1280, colorScheme: 'light', part: 'html' },
  { width: 320, colorScheme: 'dark', part: 'main' },
] as const;

/** The other pairs of them, too, as a whole. */
const ALL_LOOKS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  ([1280, 320] as const).map((width) => ({ width, colorScheme, part: 'html' as const })),
);

/** What does not fit, narrow and wide. */
async function faultsInEveryWidth(page: Page): Promise<string[]> {
  const faults: string[] = [];
  await page.evaluate(MANY_PEOPLE);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    if (!(await fitsWidth(page))) faults.push(`wider than ${width} pixels`);
    faults.push(...(await cutOff(page)).map((one) => `${width} pixels: cut off: ${one}`));
    faults.push(...(await cutChoices(page)).map((one) => `${width} pixels: cut choice: ${one}`));
    faults.push(...(await brokenWords(page)).map((one) => `${width} pixels: broken: ${one}`));
  }
  // In the window that is wide.
  if (await breaksFilters(page)) faults.push('filters on several lines');
  return faults;
}

/**
 * What is wrong with a page in light and dark, narrow and wide.
 *
 * @param options.withFrame whether what is around the content, the same on every page of a company, is looked at in every look
 */
async function faultsInEveryLook(
  page: Page,
  { withFrame }: { withFrame: boolean },
): Promise<string[]> {
  const faults: string[] = [];
  for (const lost of [LOST_IDS, LOST_LINKS]) faults.push(...(await page.evaluate<string[]>(lost)));
  faults.push(...(await page.evaluate<string[]>(DOUBLE_IDS)).map((id) => `id ${id} twice`));
  // axe-core takes its time with each row.
  await page.evaluate(LEAVE_TWO_OF_A_KIND);
  for (const { width, colorScheme, part } of withFrame ? ALL_LOOKS : LOOKS) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    const found = await accessibilityFaults(page, part);
    faults.push(...found.map((fault) => `${colorScheme}, ${width} pixels: ${fault}`));
  }
  return faults;
}

test('without JavaScript somebody opens a link, sets a password, looks around, signs out and in again', {
  skip,
}, async (t) => {
  const service = await startPortal(t);
  const context = await contextOf(t, service, null, { javaScriptEnabled: false });
  const page = await openPage(context, service.url);
  await page.goto(service.url + service.link());
  await page.getByLabel('Your work email').fill('ada@acme.example');
  await page.getByLabel('New password').fill('short');
  await page.getByLabel('The same again').fill('short');
  await page.getByRole('button', { name: 'Set password and sign in' }).click();
  await page.getByRole('alert').getByText('15 are needed').waitFor();
  await page.getByLabel('New password').fill(PASSWORD);
  await page.getByLabel('The same again').fill(PASSWORD);
  await page.getByRole('button', { name: 'Set password and sign in' }).click();
  await page.getByRole('link', { name: /your account/ }).click();
  await page.getByRole('heading', { name: 'Your account' }).waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('Work email').fill('ada@acme.example');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  assert.deepEqual(page.faults, []);
});

test('without JavaScript an employee redeems, and a manager of the programme decides, one by one and several at once', {
  skip,
}, async (t) => {
  const service = await startPortal(t);
  fillCompany(service, { now: service.clock.now });
  const options = { javaScriptEnabled: false };
  const somebody = { email: 'person0@adventure-works.example', isEmployee: true, isNew: false };
  const me = await openPage(await contextOf(t, service, 'none', options, somebody), service.url);
  await me.goto(`${service.url}/portal/me`);
  await me.getByRole('link', { name: 'Redeem AWC logo cap' }).click();
  await me.getByText('700 coins').waitFor();
  await me.getByRole('button', { name: 'Redeem for 250 coins' }).click();
  await me.getByRole('status').getByText('you have 700 left').waitFor();

  const admin = await openPage(await contextOf(t, service, 'admin', options), service.url);
  await admin.goto(`${service.url}/portal`);
  await admin.getByRole('link', { name: 'Decide' }).click();
  const waiting = admin.getByRole('table', { name: 'Waiting' });
  assert.equal(await waiting.getByRole('row').count(), 4);
  await waiting.getByRole('button', { name: /^Approve .*Half a day off/ }).click();
  await admin.getByRole('status').getByText('Half a day off').waitFor();
  for (const box of await waiting.getByRole('checkbox').all()) await box.check();
  await admin.getByRole('button', { name: 'Decline chosen' }).click();
  await admin.getByLabel('Why are these 2 redemptions declined?').fill('One cap each');
  await admin.getByRole('button', { name: 'Decline 2 and give 500 coins back' }).click();
  await admin.getByRole('status').getByText('500 coins went back').waitFor();
  await admin.getByRole('heading', { name: 'Nothing waits for a decision' }).waitFor();

  await me.getByRole('link', { name: 'All redemptions' }).click();
  assert.equal(await me.getByText('“One cap each”').count(), 2);
  assert.deepEqual([...me.faults, ...admin.faults], []);
});

test('with the keyboard alone somebody signs in, skips the navigation and reaches every part of a page', {
  skip,
}, async (t) => {
  const service = await startPortal(t);
  service.signedIn('owner');
  const page = await openPage(await contextOf(t, service, null), service.url);
  await page.goto(`${service.url}/portal/sign-in?next=/portal/account`);
  // The cursor is in the first field, as soon as the page has been drawn.
  await page.locator('input:focus').waitFor();
  await page.keyboard.type('owner@acme.example');
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Your account' }).waitFor();
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Skip to the content');
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate('document.activeElement.id'), 'main');
  await tabThrough(page);
  // A field of a date has stops of its own.
  await page.goto(`${service.url}/portal/contests/new`);
  await page.evaluate(`document.getElementById('main').focus()`);
  await tabThrough(page);
});

/** Goes from the beginning of the content with Tab; every stop must be in it, in view, and seen to have the focus. */
async function tabThrough(page: Page): Promise<void> {
  const reachable = await page
    .locator(
      'main :is(a[href], button, input:not([tabindex="-1"], [type="hidden"]), select, textarea, summary)',
    )
    .count();
  for (let at = 0; at < reachable; at++) {
    await page.keyboard.press('Tab');
    const state = await page.evaluate(`(() => {
      const it = document.activeElement;
      const box = it.getBoundingClientRect();
      return { inMain: it.closest('main') !== null, isSeen: box.top >= 0 && box.bottom <= innerHeight, outline: getComputedStyle(it).outlineStyle };
    })()`);
    assert.deepEqual(state, { inMain: true, isSeen: true, outline: 'solid' });
  }
}

test('in a narrow window a button opens the navigation, Escape closes it and the focus returns', {
  skip,
}, async (t) => {
  const service = await startPortal(t);
  const options = { viewport: { width: 390, height: 800 }, javaScriptEnabled: false };
  const page = await openPage(await contextOf(t, service, 'owner', options), service.url);
  await page.goto(`${service.url}/portal/account`);
  const navigation = page.getByRole('navigation', { name: 'Portal' });
  assert.equal(await navigation.isVisible(), false);
  await page.getByRole('button', { name: 'Menu' }).click();
  assert.ok(await navigation.isVisible());
  await page.keyboard.press('Escape');
  assert.equal(await navigation.isVisible(), false);
});

test('a printed month has its ranking and neither navigation nor forms', { skip }, async (t) => {
  const service = await startPortal(t);
  const { '/months/:id': [month = ''] = [] } = fillCompany(service, { now: service.clock.now });
  const page = await openPage(await contextOf(t, service, 'owner'), service.url);
  await page.goto(`${service.url}/portal/months/${month}`);
  const shown = () =>
    page.evaluate(`['nav', 'form', 'button', 'main table'].filter((it) =>
      [...document.querySelectorAll(it)].some((one) => one.checkVisibility()))`);
  assert.deepEqual(await shown(), ['nav', 'form', 'button', 'main table']);
  await page.emulateMedia({ media: 'print' });
  assert.deepEqual(await shown(), ['main table']);
});

test('the help of the keys opens and closes, and the keys can be switched off', {
  skip,
}, async (t) => {
  const service = await startPortal(t);
  const page = await openPage(await contextOf(t, service, 'owner'), service.url);
  await page.goto(`${service.url}/portal/account`);
  const help = page.getByRole('dialog', { name: 'Keyboard' });
  await page.keyboard.press('?');
  assert.ok(await help.isVisible());
  assert.deepEqual(await accessibilityFaults(page), []);
  await page.getByLabel('Keys are on in this browser').uncheck();
  await page.getByRole('button', { name: 'Close' }).click();
  assert.equal(await help.isVisible(), false);
  await page.reload();
  await page.keyboard.press('?');
  assert.equal(await help.isVisible(), false);
  await page.getByRole('button', { name: 'Keyboard' }).click();
  await page.getByLabel('Keys are on in this browser').check();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.keyboard.press('?');
  assert.ok(await help.isVisible());
  assert.deepEqual(page.faults, []);
});

test('a form that another site sends is refused, and nothing is changed', { skip }, async (t) => {
  const service = await startPortal(t);
  const context = await contextOf(t, service, 'owner');
  const page = await context.newPage();
  // Another origin of the same machine: another port.
  const other = await startPortal(t);
  await page.goto(`${other.url}/docs`);
  await page.route('**/evil', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<form method="post" action="${service.url}/portal/sign-out"><button>Go</button></form>`,
    }),
  );
  await page.goto(`${other.url}/evil`);
  await page.getByRole('button', { name: 'Go' }).click();
  await page.getByRole('heading', { name: 'This is not allowed' }).waitFor();
  await page.goto(`${service.url}/portal/account`);
  await page.getByRole('heading', { name: 'Your account' }).waitFor();
});

test('without JavaScript an owner rotates a key, with the password asked again, and ends a session', {
  skip,
}, async (t) => {
  const service = await startPortal(t);
  const { id } = createTestKey(service.db, service.companyId, { now: service.clock.now });
  service.signedIn('viewer');
  const context = await contextOf(t, service, 'owner', { javaScriptEnabled: false });
  const page = await openPage(context, service.url);
  service.clock.now += 11 * MINUTE_MS;
  await page.goto(`${service.url}/portal/keys/${id}`);
  await page.getByLabel('This key still works').selectOption('for an hour');
  await page.getByRole('button', { name: 'Rotate key' }).click();
  await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor();
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();
  assert.match(await page.getByLabel('Key', { exact: true }).inputValue(), /^svc_live_\w{38}$/);
  await page.getByRole('link', { name: 'I have copied it' }).click();
  await page.getByRole('link', { name: 'Accounts', exact: true }).click();
  await page.getByRole('link', { name: 'viewer@acme.example' }).click();
  await page.getByRole('button', { name: /^End/ }).click();
  await page.getByText('The session has ended.').waitFor();
  assert.deepEqual(page.faults, []);
});

test('the menu is in the window as a whole, below what tells the sandbox, and covers no button that closes it', {
  skip,
}, async (t) => {
  const service = await startPortal(t);
  const owner = await contextOf(t, service, 'owner');
  const page = await openPage(owner, service.url);
  const edges = async (selector: string) => {
    const box = await page.locator(selector).boundingBox();
    return { top: box?.y ?? 0, bottom: (box?.y ?? 0) + (box?.height ?? 0) };
  };
  for (const [width, height] of [
    [1280, 800],
    [800, 600],
    [390, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const path of ['/portal', '/portal/sandbox']) {
      await page.goto(service.url + path);
      if (width < 960) {
        await page.click('[popovertarget=nav]');
        assert.ok(
          (await edges('.nav')).top >= (await edges('.bar')).bottom - 1,
          `${width} ${path}`,
        );
      }
      assert.ok((await edges('.signout')).bottom <= height, `${width} ${path}`);
    }
  }
});
