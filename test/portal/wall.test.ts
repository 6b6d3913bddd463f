import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import { MINUTE_MS } from '../../src/domain/duration.ts';
import { listDecisions } from '../../src/service/audit/audit.ts';
import {
  createWall,
  listWalls,
  revokeWall,
  WALL_ROWS,
  type WallOptions,
} from '../../src/service/boards/walls.ts';
import { createDepartment } from '../../src/service/departments/departments.ts';
import { addEmployee, deactivateEmployee } from '../../src/service/people/employees.ts';
import { eraseEmployee } from '../../src/service/people/erasure.ts';
import { awardXp } from '../../src/service/xp/ledger.ts';
import { accessibilityFaults, fitsWidth, NO_BROWSER, openContext, openPage } from './browser.ts';
import { HTML, type PortalService, startPortal, textOf } from './portal-service.ts';

const skip = NO_BROWSER;

const HOSTILE = `<img src=x onerror=alert(1)> D'Hers &amp; "Co"`;

/** Ada, Bo and somebody whose name is an attack, the last two in a department below Sales. */
function fill({ write, clock }: PortalService): string[] {
  return write((one) => {
    createDepartment(one, { name: 'Sales', external_id: 'S' });
    createDepartment(one, { name: 'Field', external_id: 'F', parent: 'S' });
    return ['Ada', 'Bo', HOSTILE].map((given_name, at) => {
      const person = { email: `person${at}@acme.example`, given_name };
      const department = at === 0 ? undefined : 'F';
      const { employee_id: id } = addEmployee(one, { ...person, department });
      awardXp(one, id, { amount: 300 - 100 * at, at: clock.now });
      return id;
    });
  }, clock.now);
}

/** The path of a new wall. */
const wallOf = ({ write, clock }: PortalService, options: Partial<WallOptions> = {}): string => {
  const wall = { period: 'this_month', rows: 10, ...options };
  return `/wall/${write((one) => createWall(one, wall), clock.now).token}`;
};

const read = async (service: PortalService, path: string) => {
  const response = await service.request('GET', path);
  return [response.status, textOf(response)] as const;
};

test('whoever has its link sees a wall: names and XP, no addresses, no session', async (t) => {
  const service = await startPortal(t);
  fill(service);
  const response = await service.request('GET', wallOf(service));
  assert.equal(response.status, 200);
  assert.equal(
    textOf(response),
    `Acme 10 days left November 600 XP together 3 of 3 people 1 Ada 300 2 Bo Field 200 3 ${'&lt;img src=x onerror=alert(1)&gt; D&#39;Hers &amp;amp; &quot;Co&quot;'} Field 100 With the same XP, who joined first is ahead. Not updated since 09:30 UTC 09:30 UTC`,
  );
  assert.doesNotMatch(response.text, /@acme\.example|<img/);
  const { headers } = response;
  assert.equal(headers['content-type'], HTML);
  assert.equal(headers['referrer-policy'], 'no-referrer');
  assert.equal(headers['x-robots-tag'], 'noindex');
  assert.equal(headers['cache-control'], 'no-store');
  assert.match(String(headers['content-security-policy']), /^default-src 'none'; style-src 'self'/);
  assert.equal(headers['set-cookie'], undefined);
});

test('a wall shows the period, department and number of people that it was made for, under its title', async (t) => {
  const service = await startPortal(t);
  fill(service);
  service.write((one) => {
    for (let at = 0; at < 30; at++) {
      const { employee_id: id } = addEmployee(one, { email: `many${at}@acme.example` });
      awardXp(one, id, { amount: 5, at: service.clock.now });
    }
  }, service.clock.now);
  const [, sales] = await read(
    service,
    wallOf(service, { title: 'Race <1>', department: 'Sales', period: 'all_time', rows: 5 }),
  );
  assert.match(
    sales,
    // Sums of two people are not shown.
    /^Acme Race &lt;1&gt; All time · Sales 1 Bo Field 200 2 /,
  );
  const rows = async (count: number) => {
    const { text } = await service.request('GET', wallOf(service, { rows: count }));
    return text.match(/<li>/g)?.length;
  };
  assert.deepEqual([await rows(5), await rows(20)], [5, 20]);
  for (const wrong of [
    { rows: 6 },
    { period: 'ever' },
    { title: 'x'.repeat(61) },
    { department: 'Nobody' },
  ]) {
    assert.throws(() => wallOf(service, wrong), { name: 'EngagedError' });
  }
});

test('a wall follows every change at once, and shows nobody who is deactivated or erased or has no XP', async (t) => {
  const service = await startPortal(t);
  const ids = fill(service);
  const path = wallOf(service);
  const names = async () =>
    (await read(service, path))[1].replace(/.*people |With the same XP.*/g, '');
  assert.match(await names(), /^1 Ada 300 2 Bo Field 200 3 /);
  service.write((one) => awardXp(one, ids[1] ?? '', { amount: 500 }), service.clock.now);
  assert.match(await names(), /^1 Bo Field 700 2 Ada 300/);
  service.write((one) => deactivateEmployee(one, ids[1] ?? '', 'Left'));
  service.write((one) => eraseEmployee(one, ids[2] ?? '', 'Asked for it'));
  service.write((one) => addEmployee(one, { email: 'new@acme.example', given_name: 'Cy' }));
  assert.equal(await names(), '1 Ada 300 ');
  service.write((one) => awardXp(one, ids[0] ?? '', { amount: -300 }), service.clock.now);
  assert.match((await read(service, path))[1], /Nobody has XP yet/);
});

test('a wall turns to the next month at midnight UTC', async (t) => {
  const service = await startPortal(t);
  const [id = ''] = fill(service);
  const path = wallOf(service);
  service.clock.now = Date.UTC(2026, 11, 1) - 1;
  assert.match((await read(service, path))[1], /^Acme The last day November 600 XP .* 23:59 UTC$/);
  service.clock.now += 1;
  assert.match(
    (await read(service, path))[1],
    /^Acme 31 days left December 0 XP .*Nobody has XP yet/,
  );
  service.write((one) => awardXp(one, id, { amount: 7 }), service.clock.now);
  assert.match((await read(service, path))[1], /December 7 XP together 1 of 3 people 1 Ada 7 /);
});

test('a revoked link, one of nobody and one that is cut off lead to the same calm page', async (t) => {
  const service = await startPortal(t);
  fill(service);
  const path = wallOf(service);
  const [{ id = '' } = {}] = listWalls(service.db, service.companyId);
  service.write((one) => revokeWall(one, id));
  const pages = [path, '/wall/unknown', path.slice(0, -1)];
  const responses = await Promise.all(pages.map((one) => service.request('GET', one)));
  assert.deepEqual(
    responses.map(({ status }) => status),
    [404, 404, 404],
  );
  assert.equal(new Set(responses.map(({ text }) => text)).size, 1);
  assert.match(textOf(responses[0] ?? assert.fail()), /Nothing to show here/);
  // Nobody is asked to sign in, and no browser asks again.
  assert.doesNotMatch(responses[0]?.text ?? '', /http-equiv|\/portal"/);
  for (const odd of ['/wall', '/wall/', '/wall/a/b', '/wall/%ff']) {
    const { status } = await service.request('GET', odd);
    assert.ok([400, 404].includes(status), `${odd}: ${status}`);
  }
});

test('only the hash of a link is kept, and no link is in the log or the audit log', async (t) => {
  const service = await startPortal(t);
  const path = wallOf(service);
  const token = path.replace('/wall/', '');
  await service.request('GET', path);
  const decisions = listDecisions(service.db, service.companyId, { count: 10 });
  assert.equal(decisions[0]?.action, 'wall.create');
  assert.doesNotMatch(JSON.stringify(decisions) + service.log.join(), new RegExp(token));
  assert.doesNotMatch(JSON.stringify(listWalls(service.db, service.companyId)), new RegExp(token));
});

test('who guesses links is refused after a while, and screens beside them go on', async (t) => {
  const service = await startPortal(t);
  fill(service);
  const shown = wallOf(service);
  const unseen = wallOf(service);
  assert.equal((await read(service, shown))[0], 200);
  for (let at = 0; at < 60; at++) {
    assert.equal((await read(service, `/wall/guess${at}`))[0], 404);
  }
  const refused = await service.request('GET', '/wall/guess');
  assert.equal(refused.status, 429);
  assert.equal(Number(refused.headers['retry-after']) > 0, true);
  // A guess that happens to be right is refused like any other.
  assert.equal((await read(service, unseen))[0], 429);
  assert.equal((await read(service, shown))[0], 200);
  service.clock.now += MINUTE_MS;
  assert.equal((await read(service, unseen))[0], 200);
});

test('over plain HTTP a wall is closed to the network, like the portal', async (t) => {
  const service = await startPortal(t);
  const path = wallOf(service);
  const { status, text } = await service.request('GET', path, { headers: { Host: 'engaged.lan' } });
  assert.equal(status, 403);
  assert.match(text, /HTTPS/);
});

test('over HTTPS browsers are told to ask for a wall in no other way, as for the portal', async (t) => {
  const service = await startPortal(t, { publicUrl: 'https://engaged.example' });
  const strict = async (path: string, host: string) =>
    (await service.request('GET', path, { headers: { Host: host } })).headers[
      'strict-transport-security'
    ];
  for (const path of [wallOf(service), '/wall/unknown', '/portal/sign-in']) {
    assert.equal(await strict(path, 'engaged.example'), 'max-age=31536000', path);
    assert.equal(await strict(path, 'localhost'), undefined, path);
  }
});

test('a wall of the sandbox has its band, and goes with the people that it shows', async (t) => {
  const service = await startPortal(t);
  const owner = service.signedIn('owner');
  const { headers } = await owner.post('/portal/sandbox/walls', { period: 'all_time', rows: '10' });
  const page = await owner.get(headers.location ?? '');
  const [, link = ''] = /(\/wall\/[\w-]+)"/.exec(page.text) ?? [];
  assert.match((await read(service, link))[1], /^Sandbox\. Sample people; nothing here is real\./);
  assert.deepEqual(listWalls(service.db, service.companyId), []);
});

test('an admin makes a wall, sees its link once, and revokes it; nobody else does', async (t) => {
  const service = await startPortal(t);
  fill(service);
  const admin = service.signedIn('admin');
  assert.match(textOf(await admin.get('/portal/walls')), /No walls yet/);
  const form = { title: ' <b>Lobby</b> ', period: 'all_time', department: '', rows: '15' };
  const { status, headers } = await admin.post('/portal/walls', form);
  assert.equal(status, 303);
  assert.doesNotMatch(headers.location ?? '', /wall\//);
  const page = await admin.get(headers.location ?? '');
  const [, link = ''] = /http:\/\/[^<]*(\/wall\/[\w-]{22})"/.exec(page.text) ?? [];
  assert.match((await read(service, link))[1], /&lt;b&gt;Lobby&lt;\/b&gt; All time/);
  const again = await admin.get(headers.location ?? '');
  assert.doesNotMatch(again.text, /wall\/[\w-]{22}/);
  assert.match(textOf(again), /&lt;b&gt;Lobby&lt;\/b&gt; All time, Whole company 15/);
  const [{ id = '' } = {}] = listWalls(service.db, service.companyId);
  for (const role of ['viewer', 'manager', 'none'] as const) {
    const other = service.signedIn(role);
    assert.equal((await other.get('/portal/walls')).status, 403);
    assert.equal((await other.post(`/portal/walls/${id}/revoke`)).status, 403);
  }
  // The sandbox is another company.
  assert.equal((await admin.post(`/portal/sandbox/walls/${id}/revoke`)).status, 404);
  assert.equal((await admin.post(`/portal/walls/${id}/revoke`)).status, 303);
  assert.equal((await read(service, link))[0], 404);
  const wrong = await admin.post('/portal/walls', { ...form, rows: '1000' });
  assert.equal(wrong.status, 400);
  assert.match(textOf(wrong), /No wall was created\. Choose one of these\./);
});

/** A browser that shows a wall, with a clock that the test moves. */
async function screenOf(t: TestContext, service: PortalService, path: string) {
  const context = await openContext(t, { viewport: { width: 1920, height: 1080 } });
  const page = await openPage(context, service.url);
  await page.clock.install();
  await page.goto(service.url + path);
  return page;
}

test('a wall in a browser refreshes itself after an award', { skip }, async (t) => {
  const service = await startPortal(t);
  const ids = fill(service);
  const page = await screenOf(t, service, wallOf(service));
  const first = page.locator('li').first();
  await first.getByText('Ada').waitFor();
  service.write((one) => awardXp(one, ids[1] ?? '', { amount: 500 }), service.clock.now);
  await page.clock.runFor(25_000);
  await first.getByText('Bo').waitFor();
  assert.deepEqual(page.faults, []);
});

/** An address at which a service is reached, whichever port it has after a restart. */
async function gateOf(t: TestContext, service: PortalService) {
  const gate = { port: service.port, url: '' };
  const server = createServer((client) => {
    const upstream = connect(gate.port, '127.0.0.1');
    client.pipe(upstream).pipe(client);
    for (const socket of [client, upstream]) {
      socket.on('error', () => {});
      socket.on('close', () => {
        client.destroy();
        upstream.destroy();
      });
    }
  });
  t.after(() => server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  gate.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return gate;
}

test('a wall in a browser keeps what it shows while the service is stopped, and goes on when it is back', {
  skip,
}, async (t) => {
  const service = await startPortal(t);
  const ids = fill(service);
  const path = wallOf(service);
  const gate = await gateOf(t, service);
  const page = await screenOf(t, { ...service, url: gate.url }, path);
  const stale = page.getByText('Not updated since 09:30 UTC');
  const first = page.locator('li').first();
  assert.equal(await stale.isVisible(), false);
  await service.close();
  for (let at = 0; at < 5; at++) await page.clock.runFor(25_000);
  await stale.waitFor();
  assert.ok(await first.getByText('Ada').isVisible());
  // A proxy may answer for a service that starts.
  await page.route('**/wall/*', (route) => route.fulfill({ status: 404, body: 'no upstream' }));
  await page.clock.runFor(25_000);
  assert.ok(await first.getByText('Ada').isVisible());
  await page.unroute('**/wall/*');
  service.write((one) => awardXp(one, ids[1] ?? '', { amount: 500 }), service.clock.now);
  gate.port = (await service.restart()).port;
  await page.clock.runFor(25_000);
  await first.getByText('Bo').waitFor();
  assert.equal(await stale.isVisible(), false);
});

test('a wall in a browser says calmly that its link was revoked', { skip }, async (t) => {
  const service = await startPortal(t);
  fill(service);
  const page = await screenOf(t, service, wallOf(service));
  const [{ id = '' } = {}] = listWalls(service.db, service.companyId);
  service.write((one) => revokeWall(one, id));
  await page.clock.runFor(25_000);
  const heading = page.getByRole('heading', { name: 'Nothing to show here' });
  await heading.waitFor();
  // In the middle of the screen, and large enough to be read from afar.
  const { x = 0, y = 0, width = 0, height = 0 } = (await heading.boundingBox()) ?? {};
  assert.ok(Math.abs(x + width / 2 - 960) < 20, `${x} ${width}`);
  assert.ok(y > 400 && y < 680 && height > 40, `${y} ${height}`);
});

test('without JavaScript a wall is loaded again by itself', { skip }, async (t) => {
  const service = await startPortal(t);
  const ids = fill(service);
  const path = wallOf(service);
  const context = await openContext(t, { javaScriptEnabled: false });
  const page = await context.newPage();
  // A minute is long for a test.
  await page.route('**/wall/*', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('content="60"', 'content="1"');
    await route.fulfill({ response, body });
  });
  await page.goto(service.url + path);
  await page.locator('li').first().getByText('Ada').waitFor();
  service.write((one) => awardXp(one, ids[1] ?? '', { amount: 500 }), service.clock.now);
  await page.locator('li').first().getByText('Bo').waitFor();
  // The page goes on loading itself, and the service closes before the browser does.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a wall is accessible and fits every screen: ${colorScheme}`, { skip }, async (t) => {
    const service = await startPortal(t);
    const ids = fill(service);
    service.write((one) => {
      for (let at = 0; at < 30; at++) {
        const given_name =
          at === 1 ? 'Donaudampfschifffahrtselektrizitätenhauptbetrieb'.repeat(3) : `Person ${at}`;
        const { employee_id: id } = addEmployee(one, {
          ...{ email: `many${at}@acme.example`, given_name, department: 'F' },
        });
        awardXp(one, id, { amount: 1_000_000 - at, at: service.clock.now });
      }
      awardXp(one, ids[0] ?? '', { amount: 7_000_000, at: service.clock.now });
    }, service.clock.now);
    const paths = WALL_ROWS.map((rows) => wallOf(service, { rows, title: 'W'.repeat(60) }));
    for (const [width, height] of [
      [320, 640],
      [1280, 720],
      [1920, 1080],
      [1080, 1920],
    ] as const) {
      const context = await openContext(t, {
        isStill: true,
        colorScheme,
        viewport: { width, height },
      });
      const page = await openPage(context, service.url);
      for (const path of [...paths, '/wall/unknown']) {
        await page.goto(service.url + path);
        // Contrast and structure are the same on every screen.
        if (width === 320 || width === 1280)
          assert.deepEqual(await accessibilityFaults(page), [], path);
        assert.ok(await fitsWidth(page), `wider than ${width}`);
        const isScreen = width > 320;
        const fits = await page.evaluate('document.documentElement.scrollHeight <= innerHeight');
        assert.ok(!isScreen || fits, `${path} is higher than ${width} x ${height}`);
      }
      assert.deepEqual(page.faults, []);
    }
  });
}
