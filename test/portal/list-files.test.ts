import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import { PAGES } from '../../src/portal/routes.ts';
import { FILE_TYPES } from '../../src/portal/view/file-links.ts';
import { readFileText } from '../../src/roster-file/file-text.ts';
import { unescapeFormula } from '../../src/roster-file/write-csv.ts';
import { awardBadge, defineBadge } from '../../src/service/badges/badges.ts';
import { createCompany } from '../../src/service/company/companies.ts';
import { writeCompany } from '../../src/service/company/company-write.ts';
import { createDepartment } from '../../src/service/departments/departments.ts';
import { addEmployee, deactivateEmployee } from '../../src/service/people/employees.ts';
import { redeemShopItem } from '../../src/service/shop/redemptions.ts';
import { addShopItem } from '../../src/service/shop/shop.ts';
import { awardXp, grantCoins } from '../../src/service/xp/ledger.ts';
import { fillCompany } from './company-content.ts';
import { type Browser, type PortalService, startPortal } from './portal-service.ts';

async function download({ port }: PortalService, { cookie }: Browser, path: string) {
  const request = get({ host: '127.0.0.1', port, path, headers: { cookie }, agent: false });
  const [response]: IncomingMessage[] = await once(request, 'response');
  assert.ok(response);
  return { response, bytes: await buffer(response) };
}

type Downloaded = { name: string; sheet: string; rows: unknown[][]; csv: string[][] };

/** A list as both files, of which the names and the rows are the same. @param path without the end */
async function bothFiles(
  service: PortalService,
  browser: Browser,
  path: string,
  query = '',
): Promise<Downloaded> {
  const [text, workbook] = await Promise.all(
    (['csv', 'xlsx'] as const).map(async (ending) => {
      const { response, bytes } = await download(service, browser, `${path}.${ending}${query}`);
      assert.equal(response.statusCode, 200, path);
      assert.equal(response.headers['content-type'], FILE_TYPES[ending]);
      const sent = response.headers['content-disposition'] ?? '';
      const [, name = ''] = /^attachment; filename="(.*)\.\w+"$/.exec(sent) ?? [];
      return { name, bytes };
    }),
  );
  assert.ok(text && workbook);
  assert.equal(text.name, workbook.name);
  const csv: string[][] = parse(text.bytes, { bom: true, record_delimiter: '\r\n' });
  const { sheets } = await readXlsx(workbook.bytes);
  const [sheet] = sheets;
  assert.ok(sheet && sheets.length === 1);
  assert.equal(sheet.freezePane?.rows, 1);
  const shown = sheet.rows.map((row, at) =>
    (csv[at] ?? []).map((cell, column) => {
      const value = row[column];
      return value instanceof Date
        ? value.toISOString().slice(0, cell.length)
        : String(value ?? '');
    }),
  );
  assert.deepEqual(
    shown,
    csv.map((row) => row.map(unescapeFormula)),
    path,
  );
  const read = await readFileText(workbook.bytes);
  assert.equal(read.sheet?.name, sheet.name);
  assert.equal(parse(read.text).length, csv.length, path);
  return { name: text.name, sheet: sheet.name, rows: sheet.rows, csv };
}

test('every list that pages show is a CSV file and a workbook with the same rows, and the page links to both', async (t) => {
  const service = await startPortal(t);
  const content = fillCompany(service, { now: service.clock.now, people: 450 });
  const owner = service.signedIn('owner');
  const lists = PAGES.flatMap(({ path, type }) =>
    type === FILE_TYPES.xlsx ? path.slice(0, -'.xlsx'.length) : [],
  );
  assert.deepEqual(lists.toSorted(), [
    '/audit',
    '/badges/:code/holders',
    '/contests/:id/departments',
    '/contests/:id/standings',
    '/given',
    '/given/:id/lines',
    '/insights',
    '/insights/departments',
    '/insights/given',
    '/insights/without',
    '/leaderboards',
    '/months/:id/standings',
    '/people',
    '/people/:id/coins',
    '/people/:id/xp',
    '/redemptions',
  ]);
  const lengths: Record<string, number> = {};
  for (const list of lists) {
    const isPart = list.includes(':') || list.startsWith('/insights/');
    const page = isPart ? list.slice(0, list.lastIndexOf('/')) : list;
    const ids = content[page] ?? [];
    // The last of the contests is one of departments.
    const id = ids.at(list.endsWith('/departments') ? -1 : 0) ?? '';
    const path = `/portal${list.replace(/:\w+/, id)}`;
    const { rows } = await bothFiles(service, owner, path);
    lengths[list] = rows.length - 1;
    const { text } = await owner.get(`/portal${page.replace(/:\w+/, id)}`);
    // A page has no panel for nobody.
    if (list === '/insights/without') continue;
    for (const ending of ['csv', 'xlsx']) {
      assert.ok(text.includes(`href="${path}.${ending}`), `${path}.${ending}`);
    }
  }
  const { '/audit': audit = 0, ...others } = lengths;
  assert.ok(audit > 200, `${audit}`);
  assert.deepEqual(others, {
    '/badges/:code/holders': 2,
    '/contests/:id/departments': 4,
    '/contests/:id/standings': 39,
    '/given': 2,
    '/given/:id/lines': 4,
    '/insights': 12,
    '/insights/departments': 5,
    '/insights/given': 1,
    '/insights/without': 0,
    '/leaderboards': 449,
    '/months/:id/standings': 449,
    '/people': 449,
    '/people/:id/coins': 3,
    '/people/:id/xp': 13,
    '/redemptions': 2,
  });
});

/** People of two departments, with what they were given; the one of another company is seen by nobody here. */
function fill(service: PortalService) {
  const { now } = service.clock;
  const order = { name: 'Other', ssoDomains: [], now, actor: 'test' };
  const { companyId } = createCompany(service.db, order).company;
  const foreign = writeCompany(service.db, { companyId, now, actor: 'test' }, (write) =>
    addEmployee(write, { email: 'zoe@other.example', given_name: 'Zoe' }),
  );
  return service.write((write) => {
    const sales = createDepartment(write, { name: 'Sales' });
    const add = (email: string, given_name: string, department?: string) =>
      addEmployee(write, { email, given_name, ...(department && { department }) }).employee_id;
    const ada = add('ada@acme.example', '=1+1', sales.id);
    const bo = add('bo@acme.example', 'Bo');
    const cy = add('cy@acme.example', 'Cy', sales.id);
    defineBadge(write, { code: 'hands', name: 'Hands', category: 'social', rarity: 'rare' });
    awardBadge(write, ada, 'hands');
    awardXp(write, ada, { amount: 500, reason: '@demo' });
    awardXp(write, ada, { amount: -20 });
    grantCoins(write, ada, { amount: 90, reason: 'Welcome' });
    addShopItem(write, {
      ...{ name: 'Mug', coin_price: 40, category: 'merch', stock_remaining: null },
      ...{ description: 'A mug', image_url: 'https://acme.example/mug.png' },
    });
    redeemShopItem(write, ada, 'Mug');
    deactivateEmployee(write, cy, 'Left');
    return { ada, bo, cy, sales, foreign: foreign.employee_id };
  });
}

test('numbers are numbers, dates are dates, and texts that look like formulas are texts', async (t) => {
  const service = await startPortal(t);
  const { ada } = fill(service);
  const owner = service.signedIn('owner');
  const day = new Date(new Date(service.clock.now).toISOString().slice(0, 10));
  const people = await bothFiles(service, owner, '/portal/people', '?q=ada');
  assert.match(people.name, /^people-\d{4}-\d\d-\d\d$/);
  assert.equal(people.sheet, 'People');
  const [head = [], row = []] = people.rows;
  const shown: Record<string, unknown> = Object.fromEntries(
    head.map((name, at) => [name, row[at]]),
  );
  assert.deepEqual(
    ['Name', 'Email', 'Department', 'State', 'XP'].map((name) => shown[name]),
    ['=1+1', 'ada@acme.example', 'Sales', 'active', 480],
  );
  assert.deepEqual([shown['Joined (UTC)'], shown['Person ID']], [day, ada]);
  assert.equal(people.csv[1]?.[0], "'=1+1");
  const at = new Date(service.clock.now);
  const xp = await bothFiles(service, owner, `/portal/people/${ada}/xp`);
  assert.deepEqual(
    xp.rows.slice(1).map((entry) => entry.slice(1, 3)),
    [
      [-20, null],
      [500, '@demo'],
    ],
  );
  assert.ok(xp.rows[1]?.[0] instanceof Date && xp.rows[1]?.[0] <= at);
  const payroll = await bothFiles(service, owner, '/portal/redemptions');
  assert.deepEqual(payroll.rows[1]?.slice(0, 7), [
    ...['=1+1', 'ada@acme.example', null, 'Sales'],
    ...['Mug', 40, 'waiting'],
  ]);
  assert.equal(
    (await bothFiles(service, owner, '/portal/redemptions', '?status=approved')).rows.length,
    1,
  );
});

test('a file has the people whom its page shows to who asks, and nobody of another company', async (t) => {
  const service = await startPortal(t);
  const { ada, bo, foreign, sales } = fill(service);
  const names = async (browser: Browser, query = '') =>
    (await bothFiles(service, browser, '/portal/people', query)).rows
      .slice(1)
      .map(([name]) => name);
  const viewer = service.signedIn('viewer');
  assert.deepEqual(await names(viewer, '?q=acme'), ['Bo', '=1+1']);
  assert.deepEqual(await names(viewer, '?q=acme&state=all'), ['Cy', 'Bo', '=1+1']);
  assert.deepEqual(await names(viewer, '?state=deactivated'), ['Cy']);
  assert.deepEqual(await names(viewer, '?q=zoe'), []);
  const lead = service.write((write) =>
    addEmployee(write, { email: 'lead@acme.example', given_name: 'Lead', department: sales.id }),
  );
  const manager = service.signedIn('manager', { email: 'lead@acme.example', isNew: false });
  assert.deepEqual(await names(manager), ['Lead', '=1+1']);
  for (const [id, status] of [
    [ada, 200],
    [lead.employee_id, 200],
    [bo, 404],
    [foreign, 404],
  ] as const) {
    for (const path of ['xp.csv', 'xp.xlsx', 'coins.csv', 'coins.xlsx']) {
      assert.equal((await manager.get(`/portal/people/${id}/${path}`)).status, status, path);
    }
  }
});
