import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';

const ROOT = join(import.meta.dirname, '..', '..');

/** A browser in an npm package. It is no dependency: 66 MB that only these tests need. */
const PACKAGE = '@sparticuz/chromium@153.0.0';
const CACHE = join(ROOT, 'node_modules', '.cache', 'engaged-chromium');

const { ENGAGED_CHROMIUM = '' } = process.env;

const INSTALLED = [
  ENGAGED_CHROMIUM,
  ...['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Chromium's own sandbox needs privileges that containers and root do not have. */
const ARGS = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'];

/** Draws nothing, which takes a fifth of the processor time. What is clicked waits to be drawn. */
const STILL = '--disable-threaded-compositing';

type Launch = { executablePath: string; args: string[] };

async function findBrowser(): Promise<Launch | string> {
  const installed = INSTALLED.find((path) => path !== '' && existsSync(path));
  if (installed) return { executablePath: installed, args: ARGS };
  try {
    if (!existsSync(join(CACHE, 'node_modules'))) {
      execFileSync(
        'npm',
        ['install', '--prefix', CACHE, '--no-save', '--no-audit', '--no-fund', PACKAGE],
        { stdio: 'ignore', timeout: 300_000 },
      );
    }
    const entry = createRequire(join(CACHE, 'package.json')).resolve('@sparticuz/chromium');
    const { default: bundled } = await import(pathToFileURL(entry).href);
    return { executablePath: await bundled.executablePath(), args: [...bundled.args, ...ARGS] };
  } catch {
    return `no browser: install Chromium, name one in ENGAGED_CHROMIUM, or let npm install ${PACKAGE}`;
  }
}

const found = await findBrowser();

/** Why there is no browser; the tests that need one are skipped and say so. */
export const NO_BROWSER = typeof found === 'string' ? found : false;
if (NO_BROWSER) process.stderr.write(`The portal is not tested in a browser: ${NO_BROWSER}\n`);

/** The browsers of this test process, which take a second to start: one that draws, and one that does not. */
const browsers = new Map<boolean, Promise<Browser>>();
after(async () => {
  for (const browser of browsers.values()) await (await browser).close();
});

/**
 * A context for one test, which closes it at its end. However slow the machine is, what a test waits for is waited for.
 *
 * @param options.isStill for pages that are only looked at by scripts, and not worked with
 */
export async function openContext(
  t: TestContext,
  { isStill = false, ...options }: BrowserContextOptions & { isStill?: boolean } = {},
): Promise<BrowserContext> {
  if (typeof found === 'string') throw new Error(found);
  const args = isStill ? [...found.args, STILL] : found.args;
  const browser = browsers.get(isStill) ?? chromium.launch({ ...found, args, timeout: 0 });
  browsers.set(isStill, browser);
  const context = await (await browser).newContext(options);
  context.setDefaultTimeout(0);
  t.after(() => context.close());
  return context;
}

/** Where the pictures of items are, in `fillCompany`, and what is there. */
const PICTURES = /^https:\/\/adventure-works\.example\//;
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M/wHwAEBgIApD5fRAAAAABJRU5ErkJggg==',
  'base64',
);

/** A page that records what must not happen: messages on the console, failures, requests to other hosts. */
export async function openPage(
  context: BrowserContext,
  origin: string,
): Promise<Page & { faults: string[] }> {
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => {
    // Chromium reports every response with an error status as an error.
    const isStatus = /^Failed to load resource: the server responded/.test(message.text());
    if (['error', 'warning'].includes(message.type()) && !isStatus) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  await page.route(PICTURES, (route) => route.fulfill({ contentType: 'image/png', body: PICTURE }));
  page.on('request', (request) => {
    const url = request.url();
    // Only pictures that the company has given its items may come from elsewhere.
    if (request.resourceType() === 'image' && PICTURES.test(url)) return;
    if (!url.startsWith(`${origin}/`) && !url.startsWith('data:')) faults.push(`request to ${url}`);
  });
  return Object.assign(page, { faults });
}

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

// Details of what passes take as long as the checks.
const OPTIONS = JSON.stringify({
  runOnly: { type: 'tag', values: STANDARDS },
  resultTypes: ['violations'],
});

/** What axe-core finds wrong on a page or in a part of it, in one line each. */
export async function accessibilityFaults(
  page: Page,
  part: 'html' | 'main' = 'html',
): Promise<string[]> {
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(axeScript());
  return page.evaluate(`axe.run('${part}', ${OPTIONS}).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => id + ' ' + target.join(' ') + ': ' + failureSummary)))`);
}

/** Read once; a page keeps what it has executed until it is left, because it takes as long as the checks. */
let axe: string | undefined;
const axeScript = (): string => {
  axe ??= readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  return axe;
};

/** Whether the filters above a list need more than one line. */
export const breaksFilters = (page: Page): Promise<boolean> =>
  page.evaluate(
    `[...document.querySelectorAll('.filters')].some((it) => it.offsetHeight > 1.5 * it.lastElementChild.offsetHeight)`,
  );

/** Whether everything fits into the width of the window. */
export const fitsWidth = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth <= window.innerWidth');

/** Words that are broken over two lines: of chips and names of months any, of all else those of at most twelve letters. */
export const brokenWords = (page: Page): Promise<string[]> =>
  page.evaluate(`[
    ['.chip, .whole', /\\S+/g],
    ['main', /(?<!\\S)[\\p{L}\\d]{1,12}(?!\\S)/gu],
  ].flatMap(([selector, words]) => [...document.querySelectorAll(selector)].flatMap((part) => {
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    const broken = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (const { 0: word, index } of node.data.matchAll(words)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word);
      }
    }
    return broken;
  }))`);

/** Attributes that name elements by ids which are nowhere: an expression for the browser. */
export const LOST_IDS = `['aria-describedby', 'aria-labelledby', 'aria-controls', 'for', 'form', 'popovertarget'].flatMap((name) =>
  [...document.querySelectorAll('[' + name + ']')].flatMap((it) => it.getAttribute(name).split(' ')
    .filter((id) => !document.getElementById(id)).map((id) => name + ' names ' + id + ', which is nowhere')))`;

/** Links to places of the page itself which are nowhere. */
export const LOST_LINKS = `[...document.querySelectorAll('a[href^="#"]')].filter(({ hash }) => !document.getElementById(hash.slice(1)))
  .map(({ hash }) => hash + ' is nowhere')`;

/** What is wider than the panel around it, which cuts it off. */
export const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('.panel')].flatMap((panel) => {
    const { right } = panel.getBoundingClientRect();
    return [...panel.querySelectorAll('table, form, label, p, .row, .seg, dl')]
      .filter((it) => it.getBoundingClientRect().right > right + 1)
      .map((it) => it.tagName + ' in ' + panel.innerText.slice(0, 40).replaceAll('\\n', ' '));
  })`);

/** Choices whose text does not fit beside their arrow. */
export const cutChoices = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('main select')].flatMap((it) => {
    const ARROW = 18;
    const { font, paddingLeft, paddingRight } = getComputedStyle(it);
    const context = document.createElement('canvas').getContext('2d');
    context.font = font;
    const text = it.selectedOptions[0]?.text ?? '';
    const room = it.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - ARROW;
    return it.checkVisibility() && context.measureText(text).width > room + 1 ? [it.name + ' ' + text] : [];
  })`);
