import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { EVENT_TYPES } from '../../src/domain/event.ts';
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

test('the API reference is public, and its content security policy forbids scripts and loading', async (t) => {
  const service = await startTestService(t);
  const response = await fetch(`${service.url}/docs`);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8');
  assert.match(response.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
  const [style = ''] = all(/<style>([\s\S]*)<\/style>/g);
  const hash = createHash('sha256').update(style).digest('base64');
  assert.equal(
    response.headers.get('content-security-policy'),
    `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
  assert.equal(await response.text(), page);
});

test('the first page is public, links to the reference, and has the same security headers', async (t) => {
  const service = await startTestService(t);
  const { headers } = await fetch(`${service.url}/docs`);
  const response = await fetch(`${service.url}/?x=1`);
  assert.equal(response.status, 200);
  for (const name of ['content-type', 'content-security-policy', 'referrer-policy']) {
    assert.equal(response.headers.get(name), headers.get(name), name);
  }
  const home = await response.text();
  const [, style = ''] = /<style>([\s\S]*)<\/style>/.exec(home) ?? [];
  const hash = createHash('sha256').update(style).digest('base64');
  assert.ok(response.headers.get('content-security-policy')?.includes(`'sha256-${hash}'`));
  assert.deepEqual(
    [...home.matchAll(/href="([^"]*)"/g)].map(([, href]) => href),
    ['/portal', '/docs', '/openapi.json'],
  );
  assert.doesNotMatch(home, /<(?:script|link|img|iframe|object|base|form)\b/);
});

test('the reference explains how to tell a missing key from one that does not work', () => {
  assert.match(page, /without a key and a request with a key that does not work get the same/);
});

test('the API reference has no external dependencies', () => {
  assert.doesNotMatch(page, /<(?:script|link|img|iframe|object|base)\b/);
  assert.doesNotMatch(page, /\s(?:on\w+|style|src)=/);
  assert.doesNotMatch(page, /@import|url\(/);
  assert.deepEqual(
    all(/href="([^"]*)"/g).filter((href) => !href.startsWith('#') && href !== '/openapi.json'),
    [],
  );
});

test('every link within the API reference has a target, and every id is unique', () => {
  const ids = all(/\sid="([^"]*)"/g);
  assert.deepEqual([...new Set(ids)], ids);
  const targets = [...all(/href="#([^"]*)"/g), ...all(/aria-labelledby="([^"]*)"/g)];
  assert.deepEqual(
    targets.filter((target) => !ids.includes(target)),
    [],
  );
});

test('the API reference shows every operation with its parameters, errors and examples', () => {
  for (const item of Object.values(describeApi().paths)) {
    for (const operation of Object.values(item)) {
      const start = page.indexOf(`id="${operation.operationId}"`);
      const section = page.slice(start, page.indexOf('</section>', start));
      const html = [
        ...(operation.parameters ?? []).map(({ name }) => `<code>${name}</code>`),
        ...Object.keys(operation.responses).map((status) =>
          status.startsWith('2') ? '<h4>Response</h4>' : `>${status}</th>`,
        ),
        ...operation['x-codeSamples'].map(({ source }) => `<code>${escaped(source)}</code>`),
      ];
      assert.deepEqual(
        html.filter((part) => !section.includes(part)),
        [],
        operation.operationId,
      );
    }
  }
  for (const setup of Object.values(SETUP)) assert.ok(page.includes(escaped(setup)));
});

test('text from the OpenAPI description is escaped', () => {
  const document = describeApi();
  const hostile = { ...document, info: { ...document.info, title: '<script>"\'&' } };
  const html = docsPage(hostile);
  assert.ok(html.includes('<h1>&lt;script&gt;&quot;&#39;&amp; API'));
  assert.doesNotMatch(html, /<script/);
});

test('the reference says which refusals to send again, which events there are, and how to start after a gap', () => {
  const document = describeApi();
  assert.match(document.info.description, /409 where it has `Retry-After`/);
  const operation = document.paths['/v1/events']?.get;
  const types = operation?.parameters?.find(({ name }) => name === 'types');
  for (const type of Object.keys(EVENT_TYPES)) assert.ok(types?.description?.includes(type), type);
  assert.match(operation?.description ?? '', /a 410 `gone`.* start again without `after`/);
});
