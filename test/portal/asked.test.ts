import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENDPOINTS } from '../../src/http/routes.ts';
import { PAGES } from '../../src/portal/routes.ts';
import * as audit from '../../src/store/audit/audit.ts';
import { type Content, fillCompany } from './company-content.ts';
import { type PortalService, startPortal } from './portal-service.ts';

/** The path of every page and file, with what there is of each kind of thing. */
const pathsOf = (content: Content): string[] =>
  PAGES.flatMap(({ path, type }) => {
    // A file belongs to what the page above it shows.
    const above = type === undefined ? path : path.replace(/\/[^/:]+$|\.\w+$/, '');
    const ids = content[path] ?? content[above] ?? [];
    return path.includes(':')
      ? ids.slice(0, 1).map((id) => `/portal${path.replace(/:\w+/, id)}`)
      : [`/portal${path}`];
  });

/** The parameters that an exchange asks a query for. */
async function namesAskedFor(exchange: () => Promise<unknown>): Promise<Set<string>> {
  const names = new Set<string>();
  const { prototype } = URLSearchParams;
  const { get, getAll, has } = prototype;
  prototype.get = function (name) {
    names.add(name);
    return get.call(this, name);
  };
  prototype.getAll = function (name) {
    names.add(name);
    return getAll.call(this, name);
  };
  prototype.has = function (...given) {
    names.add(given[0]);
    return has.apply(this, given);
  };
  try {
    await exchange();
  } finally {
    Object.assign(prototype, { get, getAll, has });
  }
  return names;
}

async function start(t: Parameters<typeof startPortal>[0]) {
  const service = await startPortal(t);
  const content = fillCompany(service, { now: service.clock.now });
  const owner = service.signedIn('owner');
  return { service, content, owner };
}

test('no parameter of any page or file can hold a text that makes it fail', async (t) => {
  const { content, owner } = await start(t);
  let asked = 0;
  for (const path of pathsOf(content)) {
    let plain = 0;
    const names = await namesAskedFor(async () => {
      plain = (await owner.get(path)).status;
    });
    for (const name of names) {
      for (const value of ['%00', 'a%00b', '%ED%A0%80', '%EF%BF%BF']) {
        const { status, text } = await owner.get(`${path}?${name}=${value}`);
        // What is not on record is left out, or shown to be unknown.
        assert.ok([plain, 404].includes(status), `${path}?${name}=${value}: ${status} ${plain}`);
        assert.ok(text.length > 0 || status === 303);
        asked++;
      }
    }
    const inPath = path.replace(/[\da-f]{8}-[\da-f-]{27}/, '%00');
    if (inPath !== path) assert.equal((await owner.get(inPath)).status, 404, inPath);
  }
  assert.ok(asked > 100, `${asked}`);
});

test('no parameter of the API can hold such a text either, and the error names it', async (t) => {
  const { service } = await start(t);
  const key = service.liveKey;
  for (const { path, parameters } of ENDPOINTS.read) {
    for (const name of Object.keys(parameters)) {
      const isInPath = path.includes(`{${name}}`) || path.includes(`:${name}`);
      if (isInPath) continue;
      const filled = path.replace(/\{\w+\}|:\w+/g, '01997a3c-8f2e-7000-9c6d-000000000000');
      for (const value of ['%00', 'a%00b']) {
        const { status, json } = await service.request('GET', `${filled}?${name}=${value}`, {
          key,
        });
        assert.equal(status, 400, `${filled}?${name}`);
        assert.match(JSON.stringify(json), new RegExp(`${name} `), `${filled}?${name}`);
      }
    }
  }
});

const decisions = ({ db, companyId }: PortalService): number =>
  db.all(audit.list, {
    ...{ companyId, action: null, actor: null, actors: [], since: null, until: null },
    ...{ before: Number.MAX_SAFE_INTEGER, targetId: null, withSignIns: 1, count: 100_000 },
  }).length;

test('no page that another site leads to puts anything on record', async (t) => {
  const { service, content, owner } = await start(t);
  const before = decisions(service);
  for (const path of pathsOf(content)) {
    for (const headers of [
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { 'Sec-Fetch-Site': 'none', Origin: 'https://evil.example' },
      { Origin: 'https://evil.example' },
    ]) {
      await owner.get(path, headers as Record<string, string>);
      assert.equal(decisions(service), before, `${path} ${JSON.stringify(headers)}`);
    }
  }
  const [id = ''] = content['/people/:id'] ?? [];
  const exported = `/portal/people/${id}/export.json`;
  const led = await owner.get(exported, { 'Sec-Fetch-Site': 'cross-site' });
  assert.deepEqual([led.status, led.headers.location], [303, `/portal/people/${id}`]);
  assert.equal((await owner.get(exported)).status, 200);
  assert.equal(decisions(service), before + 1);
});
