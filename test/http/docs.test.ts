import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { docsPage } from '../../src/http/docs/page.ts';
import { SETUP } from '../../src/http/docs/setup.ts';
import { describeApi } from '../../src/http/routes.ts';
import { startTestService } from './harness.ts';

const page = docsPage(describeApi());

const all = (pattern: RegExp): string[] =>
  [...page.matchAll(pattern)].map(([, found = '']) => found);

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

test('the reference is served to anybody, and may neither run nor load anything', async (t) => {
  const service = await startTestService(t);
  const answer = await fetch(`${service.url}/docs`);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8');
  assert.match(answer.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
  const [style = ''] = all(/<style>([\s\S]*)<\/style>/g);
  const hash = createHash('sha256').update(style).digest('base64');
  assert.equal(
    answer.headers.get('content-security-policy'),
    `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
  assert.equal(await answer.text(), page);
});

test('the reference needs nothing but itself', () => {
  assert.doesNotMatch(page, /<(?:script|link|img|iframe|object|base)\b/);
  assert.doesNotMatch(page, /\s(?:on\w+|style|src)=/);
  assert.doesNotMatch(page, /@import|url\(/);
  assert.deepEqual(
    all(/href="([^"]*)"/g).filter((href) => !href.startsWith('#') && href !== '/openapi.json'),
    [],
  );
});

test('every link within the reference leads somewhere, and every place has a name of its own', () => {
  const ids = all(/\sid="([^"]*)"/g);
  assert.deepEqual([...new Set(ids)], ids);
  const targets = [...all(/href="#([^"]*)"/g), ...all(/aria-labelledby="([^"]*)"/g)];
  assert.deepEqual(
    targets.filter((target) => !ids.includes(target)),
    [],
  );
});

test('the reference shows every operation with its parameters, refusals and examples', () => {
  for (const item of Object.values(describeApi().paths)) {
    for (const operation of Object.values(item)) {
      const start = page.indexOf(`id="${operation.operationId}"`);
      const section = page.slice(start, page.indexOf('</section>', start));
      const shown = [
        ...(operation.parameters ?? []).map(({ name }) => `<code>${name}</code>`),
        ...Object.keys(operation.responses).map((status) =>
          status.startsWith('2') ? '<h4>Response</h4>' : `>${status}</th>`,
        ),
        ...operation['x-codeSamples'].map(({ source }) => `<code>${escaped(source)}</code>`),
      ];
      assert.deepEqual(
        shown.filter((part) => !section.includes(part)),
        [],
        operation.operationId,
      );
    }
  }
  for (const setup of Object.values(SETUP)) assert.ok(page.includes(escaped(setup)));
});

test('what the description holds is shown as text, whatever it looks like', () => {
  const document = describeApi();
  const odd = { ...document, info: { ...document.info, title: '<script>"\'&' } };
  const shown = docsPage(odd);
  assert.ok(shown.includes('<h1>&lt;script&gt;&quot;&#39;&amp; API'));
  assert.doesNotMatch(shown, /<script/);
});
