import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { RANKINGS, type Ranking } from '../../src/domain/board/shown.ts';
import { parsePrize } from '../../src/domain/contest.ts';
import { DAY_MS } from '../../src/domain/duration.ts';
import { formatMonth, monthOf, monthStart } from '../../src/domain/period.ts';
import { ENDPOINTS } from '../../src/http/routes.ts';
import { renderChat } from '../../src/portal/chat/render-chat.ts';
import { PAGES } from '../../src/portal/routes.ts';
import { awardBadge, createBadge } from '../../src/service/badges/badges.ts';
import { createWall } from '../../src/service/boards/walls.ts';
import { updateCompany } from '../../src/service/company/companies.ts';
import { createContest } from '../../src/service/contests/change-contests.ts';
import { closeContest, rankContest } from '../../src/service/contests/close-contest.ts';
import { requireContest } from '../../src/service/contests/contests.ts';
import { createDepartment } from '../../src/service/departments/departments.ts';
import { closeMonth, rankMonth } from '../../src/service/months/close-month.ts';
import { addEmployee, updateEmployee } from '../../src/service/people/employees.ts';
import { awardXp } from '../../src/service/xp/ledger.ts';
import * as events from '../../src/store/events/events.ts';
import { createTestKey } from '../service/test-company.ts';
import { type PortalService, startPortal, textOf } from './portal-service.ts';

// Who is shown to whom, in every place that names or ranks people. Pages and endpoints are those that there are, so a new one
// obeys or is found here.

const HIDDEN = { given_name: 'Zenobia Quillfeather', email: 'z.q@acme.example' };
const NICKNAMED = { given_name: 'Nikodemus Vale', email: 'n.v@acme.example' };
const NAMED = { given_name: 'Ottoline Marsh', email: 'o.m@acme.example' };
const HERON = 'Blue heron';

/** What HR works with, beside boards: it names everybody. Each has a reason to. */
const TOOLS: readonly string[] = [
  ...['', '/people', '/people.csv', '/people.xlsx', '/people/:id', '/people/:id/edit'],
  ...[
    '/people/:id/xp.csv',
    '/people/:id/xp.xlsx',
    '/people/:id/coins.csv',
    '/people/:id/coins.xlsx',
  ],
  ...['/people/:id/export.json', '/health/backup'],
  ...['/insights', '/insights/given.csv', '/insights/given.xlsx'],
  ...['/insights/without.csv', '/insights/without.xlsx'],
  ...['/roster', '/roster/:id', '/syncs', '/syncs/:id', '/kept', '/departments/:id'],
  ...['/given', '/given.csv', '/given.xlsx', '/given/new', '/given/:id', '/given/:id/lines.csv'],
  '/given/:id/lines.xlsx',
  ...['/badges/:code', '/badges/:code/holders.csv', '/badges/:code/holders.xlsx'],
  ...['/redemptions', '/redemptions.csv', '/redemptions.xlsx', '/months/:id/compare'],
  ...[
    '/recognition',
    '/recognition/reports/:id',
    '/recognition/fair-play',
    '/accounts',
    '/accounts/:id',
    '/invitations',
    '/cards',
    '/audit',
    '/audit.csv',
    '/audit.xlsx',
  ],
];

/** They name whoever gives and gets them: how somebody is shown is for boards. */
const THANKS: readonly string[] = ['/thanks', '/thanks/give', '/thanks/:id'];

/** Twenty people with XP in this month, in the one before, which is closed, and in two contests. */
function fill(service: PortalService) {
  const { write, clock, db, companyId } = service;
  const now = clock.now;
  const lastMonth = monthOf(now) - 1;
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  const ids = write((one) => {
    createDepartment(one, { name: 'Sales', external_id: 'S' });
    createBadge(one, { code: 'ride', name: 'First ride', category: 'social', rarity: 'rare' });
    const others = Array.from({ length: 17 }, (_, at) => ({
      ...{ given_name: `Person ${at}`, email: `p${at}@acme.example` },
    }));
    return [HIDDEN, NICKNAMED, NAMED, ...others].map((person, at) => {
      const { employee_id: id } = addEmployee(one, {
        ...person,
        department: 'S',
        external_id: `E-${at}`,
      });
      awardXp(one, id, { amount: 900 - at * 10, at: now - DAY_MS });
      awardXp(one, id, { amount: 900 - at * 10, at: monthStart(lastMonth) + DAY_MS });
      return id;
    });
  }, now);
  const create = (name: string, first: number, last: number) =>
    write(
      (one) =>
        createContest(one, {
          ...{ name, first_day: day(first), last_day: day(last), departments: [], counts: 'xp' },
          prizes: ['1-3=coins:5'].map(parsePrize),
        }).id,
      first,
    );
  const contests = [
    create('Autumn', now - 4 * DAY_MS, now),
    create('Before', monthStart(lastMonth), now - 10 * DAY_MS),
  ];
  const { entry } = requireContest(db, companyId, 'Before');
  write((one) => closeContest(one, rankContest(db, companyId, entry)), now);
  write((one) => closeMonth(one, rankMonth(db, companyId, lastMonth)), now);
  write((one) => {
    for (const id of ids.slice(0, 3)) awardBadge(one, id, 'ride');
  }, now);
  const wall = write((one) => createWall(one, { period: 'this_month', rows: 20 }), now);
  write((one) => {
    updateEmployee(one, HIDDEN.email, { shown_as: 'hidden' });
    updateEmployee(one, NICKNAMED.email, { shown_as: 'nickname', nickname: HERON });
    updateEmployee(one, NAMED.email, { shown_as: 'named' });
  }, now);
  const month = formatMonth(lastMonth);
  /** What the parts of paths stand for. */
  const content: Readonly<Record<string, readonly string[]>> = {
    ...{ '/months/:id': [month], '/months/:id/standings.csv': [month] },
    '/months/:id/standings.xlsx': [month],
    ...{ '/contests/:id': contests, '/contests/:id/standings.csv': contests },
    ...{ '/contests/:id/standings.xlsx': contests, '/contests/:id/departments.csv': contests },
    '/contests/:id/departments.xlsx': contests,
    ...{ '/v1/employees/:id': ids.slice(0, 1), '/v1/employees/:id/stats': ids.slice(0, 1) },
    ...{ '/v1/employees/:id/badges': ids.slice(0, 1), '/v1/employees/:id/xp': ids.slice(0, 1) },
    '/v1/leaderboard/around/:id': ids.slice(1, 2),
    ...{ '/v1/standings/:month': [month], '/v1/contests/:id': contests },
    ...{ '/v1/contests/:id/standings': contests, '/v1/contests/:id/departments': contests },
  };
  return { ids, wall, content, contests };
}

async function start(t: TestContext) {
  const service = await startPortal(t);
  const filled = fill(service);
  const setRanking = (ranking: Ranking, hide_names_in_api = false) =>
    service.write((one) => updateCompany(one, { ranking, hide_names_in_api }), service.clock.now);
  /** The names that stand in a text. */
  const namesIn = (text: string): string[] =>
    [HIDDEN, NICKNAMED, NAMED]
      .map(({ given_name }) => given_name)
      .concat(HERON)
      .filter((name) => text.includes(name));
  const addressesOf = (path: string): string[] =>
    path.includes(':')
      ? (filled.content[path] ?? []).map((id) => path.replace(/:\w+/, id))
      : [path];
  return { service, ...filled, setRanking, namesIn, addressesOf };
}

/** What others see of the three who are first. */
const SEEN: Readonly<Record<Ranking, readonly string[]>> = {
  named: [NAMED.given_name, HERON],
  'opt-in': [NAMED.given_name, HERON],
  neighbours: [NAMED.given_name, HERON],
  off: [],
};

test('no page that is not for HR names anybody who is not shown by name, to whoever asks for it', async (t) => {
  const { service, setRanking, namesIn, addressesOf, content } = await start(t);
  const boards = PAGES.filter(
    ({ path, type }) => ![...TOOLS, ...THANKS].includes(path) && !type?.includes('sheet'),
  );
  const isShownTo = { none: service.signedIn('none'), owner: service.signedIn('owner') };
  for (const ranking of RANKINGS) {
    setRanking(ranking);
    for (const [role, browser] of Object.entries(isShownTo)) {
      const named = new Set<string>();
      for (const page of boards.filter(({ roles }) => roles.some((one) => one === role))) {
        for (const address of addressesOf(page.path)) {
          const { status, text } = await browser.get(`/portal${address}`);
          assert.ok([200, 303].includes(status), `${role} ${address}: ${status}`);
          for (const name of namesIn(text)) {
            assert.ok(SEEN[ranking].includes(name), `${role} ${ranking} ${address}: ${name}`);
            named.add(page.path);
          }
        }
      }
      const files = [
        '/contests/:id/standings.csv',
        '/leaderboards.csv',
        '/months/:id/standings.csv',
      ];
      const shown = ['/contests/:id', '/leaderboards', '/months', '/months/:id'];
      const expected = role === 'owner' ? [...shown, ...files].sort() : shown;
      // The first of a month is hidden, so the list of months names nobody.
      const isNamed = expected.filter((path) => path !== '/months');
      assert.deepEqual([...named].sort(), ranking === 'off' ? [] : isNamed, `${role} ${ranking}`);
    }
  }
  assert.ok(Object.keys(content).length > 0);
});

test('the pages that are for HR alone are refused to everybody else', () => {
  const open = PAGES.filter(({ path, roles }) => TOOLS.includes(path) && roles.includes('none'));
  // The start leads employees to their own page.
  assert.deepEqual(
    open.map(({ path }) => path),
    [''],
  );
  const paths = PAGES.map(({ path }) => path);
  const gone = TOOLS.filter((path) => !paths.includes(path));
  assert.deepEqual(gone, []);
});

test('a board of a department leaves out who has no name on it, because it would tell where they work', async (t) => {
  const { service, setRanking, namesIn, content } = await start(t);
  setRanking('named');
  const colleague = service.signedIn('none');
  const owner = service.signedIn('owner');
  const whole = await colleague.get('/portal/leaderboards');
  const [, department] = /<option value="([\da-f-]{36})"/.exec(whole.text) ?? [];
  const [month] = content['/months/:id'] ?? [];
  assert.ok(department);
  assert.ok(whole.text.includes(HERON));
  for (const [browser, path] of [
    ...[colleague, owner].flatMap((one) =>
      ['/leaderboards', `/months/${month}`].map((path) => [one, path] as const),
    ),
    [owner, '/leaderboards.csv'] as const,
    [owner, `/months/${month}/standings.csv`] as const,
  ]) {
    const { text } = await browser.get(`/portal${path}?department=${department}`);
    assert.deepEqual(namesIn(text), [NAMED.given_name], path);
    assert.ok(!text.includes('>Not shown<'), path);
  }
});

test('an empty place keeps its rank, and a nickname says nothing else about whose it is', async (t) => {
  const { service, setRanking, ids } = await start(t);
  setRanking('named');
  const rows = async (browser: { get(path: string): Promise<{ text: string }> }) => {
    const { text } = await browser.get('/portal/leaderboards');
    return [...text.matchAll(/<tr[^>]*><td class="n strong">[\s\S]*?<\/tr>/g)]
      .slice(0, 3)
      .map(([row]) =>
        row
          .replace(/<[^>]*>/g, ' ')
          .replace(/\s+/g, ' ')
          .trim(),
      );
  };
  const colleague = service.signedIn('none');
  assert.deepEqual(await rows(colleague), [
    '1 – not shown –',
    `2 BH ${HERON} 6 890`,
    '3 OM Ottoline Marsh Sales Sales 6 880',
  ]);
  const csv = await service.signedIn('owner').get('/portal/leaderboards.csv');
  const [, first = '', second = ''] = csv.text.split('\r\n');
  assert.match(first, /^1,not shown,,,,,,,$/);
  assert.match(second, /^2,Blue heron,,,6,890,,,$/);
  for (const id of ids.slice(0, 2)) assert.ok(!csv.text.includes(id));
  const record = await service.signedIn('viewer').get(`/portal/people/${ids[1]}`);
  assert.match(textOf(record), /On leaderboards and walls A nickname: Blue heron/);
});

test('nobody who is not shown by name is found by it, and none of their places by their id', async (t) => {
  const { service, setRanking, ids, content } = await start(t);
  setRanking('named');
  const [month = ''] = content['/months/:id'] ?? [];
  for (const role of ['none', 'owner'] as const) {
    const browser = service.signedIn(role, { email: `searches-${role}@acme.example` });
    for (const path of ['/portal/leaderboards', `/portal/months/${month}`]) {
      for (const [name, isFound] of [
        ['Zenobia', false],
        ['Nikodemus', false],
        ['Ottoline', true],
      ] as const) {
        const page = textOf(await browser.get(`${path}?q=${name}`));
        assert.equal(page.includes('Nobody is called'), !isFound, `${role} ${path} ${name}`);
      }
      for (const id of ids.slice(0, 2)) {
        const { text } = await browser.get(`${path}?person=${id}`);
        assert.ok(!text.includes('id="found"'), `${role} ${path}`);
      }
      const { text } = await browser.get(`${path}?person=${ids[2]}`);
      assert.ok(text.includes('id="found"'), `${role} ${path}`);
    }
  }
});

test('whoever is hidden sees their own place, their neighbours and the first ten where the company shows these', async (t) => {
  const { service, setRanking } = await start(t);
  const { email } = { email: 'p12@acme.example' };
  service.write((one) => updateEmployee(one, email, { shown_as: 'hidden' }), service.clock.now);
  const me = service.signedIn('none', { email, isNew: false });
  const ranks = async (path: string) => {
    const { text } = await me.get(path);
    return [...text.matchAll(/<tr[^>]*><td class="n strong">([\d,]+)<\/td>/g)].map(([, rank]) =>
      Number(rank),
    );
  };
  setRanking('neighbours');
  const seen = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 14, 15, 16, 17, 18];
  assert.deepEqual(await ranks('/portal/leaderboards'), seen);
  assert.match(textOf(await me.get('/portal/leaderboards')), /16 P1 Person 12 you/);
  setRanking('off');
  assert.deepEqual(await ranks('/portal/leaderboards'), [16]);
  assert.match(textOf(await me.get('/portal/leaderboards')), /This company shows no rankings/);
});

test('a wall and a chat name people as they chose, and nobody where the company shows no rankings', async (t) => {
  const { service, setRanking, namesIn, wall } = await start(t);
  const { db, companyId } = service;
  for (const ranking of RANKINGS) {
    setRanking(ranking);
    const page = await service.request('GET', `/wall/${wall.token}`);
    assert.deepEqual(namesIn(page.text), SEEN[ranking], `wall ${ranking}`);
    const all = db.all(events.listTypes, { companyId, after: 0, count: 1_000 });
    const told = all
      .filter(({ type }) => ['contest.closed', 'badge.awarded', 'level.reached'].includes(type))
      .map(({ sequence }) => sequence);
    for (const sequence of told) {
      const text = renderChat(db, { companyId, format: 'slack' }, [sequence]) ?? '';
      for (const name of namesIn(text)) {
        assert.ok(SEEN[ranking].includes(name), `chat ${ranking}: ${text}`);
      }
    }
    const text = renderChat(db, { companyId, format: 'slack' }, told.slice(-8)) ?? '';
    assert.notEqual(text, '');
  }
});

test('the API names everybody, unless the company hides names there, and then only who is shown by name', async (t) => {
  const { service, setRanking, namesIn, addressesOf } = await start(t);
  const { key } = createTestKey(service.db, service.companyId, { now: service.clock.now });
  /** The endpoints that name one of the three. */
  const naming = async () => {
    const found = new Map<string, string[]>();
    for (const { path } of ENDPOINTS.read) {
      const addresses = addressesOf(path);
      assert.notEqual(addresses.length, 0, `${path} is asked`);
      for (const address of addresses) {
        const { status, text } = await service.request('GET', address, {
          headers: { Authorization: `Bearer ${key}` },
        });
        assert.equal(status, 200, address);
        const names = namesIn(text);
        if (names.length > 0) found.set(path, [...new Set([...(found.get(path) ?? []), ...names])]);
      }
    }
    return Object.fromEntries(found);
  };
  const lists = [
    ...['/v1/employees', '/v1/leaderboard', '/v1/leaderboard/by-department'],
    ...['/v1/leaderboard/around/:id', '/v1/standings/:month', '/v1/contests/:id/standings'],
  ];
  const all = [HIDDEN, NICKNAMED, NAMED].map(({ given_name }) => given_name);
  const named = Object.fromEntries(lists.map((path) => [path, all]));
  const onlyNamed = Object.fromEntries(lists.map((path) => [path, [NAMED.given_name]]));
  for (const ranking of RANKINGS) {
    setRanking(ranking);
    assert.deepEqual(
      await naming(),
      { ...named, '/v1/employees/:id': [HIDDEN.given_name] },
      ranking,
    );
    setRanking(ranking, true);
    assert.deepEqual(await naming(), ranking === 'off' ? {} : onlyNamed, ranking);
  }
});

test('what a reader of the API has asked for before shows a choice at once', async (t) => {
  const { service, setRanking } = await start(t);
  const { key } = createTestKey(service.db, service.companyId, { now: service.clock.now });
  const names = async (path: string): Promise<(string | null)[]> => {
    const headers = { Authorization: `Bearer ${key}` };
    const { text } = await service.request('GET', path, { headers });
    return JSON.parse(text).data.map(({ name }: { name: string | null }) => name);
  };
  setRanking('named', true);
  for (const path of ['/v1/leaderboard?limit=3', '/v1/employees?limit=3']) {
    service.write((one) => updateEmployee(one, NAMED.email, { shown_as: 'named' }));
    // A body is kept from its second request on.
    for (let times = 0; times < 3; times++)
      assert.deepEqual(await names(path), [null, null, NAMED.given_name]);
    service.write((one) => updateEmployee(one, NAMED.email, { shown_as: 'hidden' }));
    assert.deepEqual(await names(path), [null, null, null]);
    setRanking('named');
    assert.deepEqual((await names(path)).includes(null), false);
    setRanking('named', true);
  }
});
