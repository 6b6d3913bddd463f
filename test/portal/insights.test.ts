import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../src/domain/duration.ts';
import { monthOf, monthStart } from '../../src/domain/period.ts';
import { periodOf } from '../../src/domain/report-period.ts';
import { setProgramme } from '../../src/service/company/programme.ts';
import { createDepartment } from '../../src/service/departments/departments.ts';
import { addEmployee } from '../../src/service/people/employees.ts';
import { participation } from '../../src/service/reports/participation.ts';
import { participationCsv } from '../../src/service/reports/participation-csv.ts';
import { awardXp, grantCoins } from '../../src/service/xp/ledger.ts';
import { type PortalService, startPortal, textOf } from './portal-service.ts';

const DEPARTMENTS = [
  ['Sales', 8],
  ['Production', 7],
  ['Legal', 3],
  ['Support', 6],
] as const;

/** Who of a department took part, by months ago. */
const TOOK_PART: Readonly<Record<string, readonly number[]>> = {
  Sales: [2, 6, 4],
  Production: [1, 2, 4],
  Legal: [3, 3, 3],
  Support: [0, 2, 0],
};

/** Twenty-four people who joined half a year ago. */
function fill({ write, clock }: PortalService): void {
  const month = monthOf(clock.now);
  write(
    (one) => {
      for (const [name, count] of DEPARTMENTS) {
        createDepartment(one, { name });
        for (let at = 0; at < count; at++) {
          const email = `${name}${at}@acme.example`.toLowerCase();
          addEmployee(one, { email, given_name: `${name} ${at}`, department: name });
        }
      }
    },
    clock.now - 200 * DAY_MS,
  );
  for (const [name, counts] of Object.entries(TOOK_PART)) {
    for (const [ago, count] of counts.entries()) {
      write((one) => {
        for (let at = 0; at < count; at++) {
          const person = `${name}${at}@acme.example`.toLowerCase();
          const when = monthStart(month - ago) + 60_000;
          awardXp(one, person, { amount: 10 * (ago + 1), at: when, reason: 'Helped' });
        }
      }, clock.now);
    }
  }
  write((one) => grantCoins(one, 'sales0@acme.example', { amount: 70 }), clock.now);
}

const departmentId = (text: string, name: string): string =>
  new RegExp(`<option value="([^"]*)"[^>]*>\\s*${name}<`).exec(text)?.[1] ?? assert.fail(name);

/** The cells of each row of a table. */
function rowsOf({ text }: { text: string }, label: string): string[][] {
  const start = text.indexOf(`<table aria-label="${label}`);
  assert.ok(start >= 0, label);
  const body = text.slice(text.indexOf('<tbody>', start), text.indexOf('</tbody>', start));
  return [...body.matchAll(/<tr[^>]*>([\s\S]*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<td[^>]*>([\s\S]*?)<\/td>/g)].map(([, cell = '']) =>
      cell
        .replace(/<span class="sub nar">.*?<\/span>/g, '')
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    ),
  );
}

test('the numbers of the page are those of the report, by month and by week, of a year or less', async (t) => {
  const service = await startPortal(t);
  fill(service);
  const { db, companyId, clock } = service;
  const viewer = service.signedIn('viewer', { isEmployee: false });
  for (const [unit, months, count] of [
    ['month', 12, 12],
    ['month', 3, 3],
    ['week', 6, 26],
    ['week', 12, 52],
  ] as const) {
    const asked = `by=${unit}&months=${months}`;
    const page = await viewer.get(`/portal/insights?${asked}`);
    const csv = await viewer.get(`/portal/insights.csv?${asked}`);
    const last = periodOf(unit, clock.now);
    const periods = { first: last - count + 1, last };
    const report = db.do(participation({ companyId, unit, ...periods, departmentNumber: null }));
    assert.deepEqual(
      rowsOf(page, 'Share of active people').map((row) => row.slice(1)),
      report.map(({ participation: share, participants, active_people: people }) => [
        share === null ? '–' : `${Math.round(100 * share)}%`,
        String(participants ?? '–'),
        String(people),
      ]),
    );
    assert.deepEqual(
      rowsOf(page, 'Coins earned').map((row) => row.slice(1)),
      report.map((row) => [
        String(row.coins_earned ?? '–'),
        String(row.coins_spent ?? '–'),
        String(row.coins_outstanding ?? '–'),
      ]),
    );
    // The columns and rows of the command line.
    assert.equal(csv.text, participationCsv(report));
  }
});

test('outstanding coins are shown with what they are worth, once that is said', async (t) => {
  const service = await startPortal(t);
  fill(service);
  const viewer = service.signedIn('viewer', { isEmployee: false });
  const before = textOf(await viewer.get('/portal/insights'));
  assert.match(before, /Outstanding: 70 /);
  assert.doesNotMatch(before, /Worth|=/);
  service.write((one) => setProgramme(one, { worth_of_100_coins: 2.5, currency: 'EUR' }));
  const page = await viewer.get('/portal/insights');
  assert.match(textOf(page), /Outstanding: 70 = €1\.75 /);
  assert.equal(rowsOf(page, 'Coins earned').at(-1)?.at(-1), '€1.75');
});

test('what was given is listed by reason or by who gave it, and each table is a file for those who see it', async (t) => {
  const service = await startPortal(t);
  fill(service);
  const viewer = service.signedIn('viewer', { isEmployee: false });
  const page = await viewer.get('/portal/insights?given=giver');
  assert.deepEqual(
    rowsOf(page, 'XP and coins by who gave in October').map((row) => row.slice(0, 5)),
    [['test', '100%', '260', '0', '13']],
  );
  assert.match(page.text, /aria-current="true">By who gave</);
  for (const [file, lines] of [
    ['given', ['What was given,XP,Coins,People', 'Helped,260,0,13']],
    [
      'departments',
      [
        'Department,Department external ID,People,Participation (%),Change (points),Median XP',
        'Sales,,8,75,25,20',
        'Production,,7,29,-28,0',
        'Support,,6,,,',
        'Legal,,3,,,',
      ],
    ],
  ] as const) {
    const { text } = await viewer.get(`/portal/insights/${file}.csv`);
    assert.deepEqual(text.replace('\uFEFF', '').trim().split('\r\n'), lines);
  }
  const without = await viewer.get('/portal/insights/without.csv');
  assert.equal(without.text.trim().split('\r\n').length, 10);
  service.write((one) => addEmployee(one, { email: 'boss@acme.example', department: 'Sales' }));
  const manager = service.signedIn('manager', { email: 'boss@acme.example', isNew: false });
  const statuses = [];
  for (const file of ['given', 'without', 'departments'])
    statuses.push((await manager.get(`/portal/insights/${file}.csv`)).status);
  assert.deepEqual(statuses, [403, 403, 200]);
  const own = await manager.get('/portal/insights/departments.csv');
  assert.doesNotMatch(own.text, /Production/);
});

test('a sentence compares the last month with the one before, and says which departments moved', async (t) => {
  const service = await startPortal(t);
  fill(service);
  const page = await service.signedIn('owner', { isEmployee: false }).get('/portal/insights');
  const text = textOf(page);
  assert.match(text, /54% took part in October, 8 points more than in September\./);
  assert.match(text, /The best month of the last 6\./);
  assert.match(text, /Sales rose from 50% to 75%\. Production fell from 57% to 29%\./);
});

test('numbers about fewer than five people are not shown, nor what would give them away', async (t) => {
  const service = await startPortal(t);
  fill(service);
  const owner = service.signedIn('owner', { isEmployee: false });
  const page = await owner.get('/portal/insights');
  const rows = rowsOf(page, 'By department').map((row) => row.slice(0, 5));
  assert.deepEqual(rows, [
    ['Sales', '8', '75%', '▲ 25 25 points more', '20'],
    ['Production', '7', '29%', '▼ 28 28 points less', '0'],
    ['Support', '6', 'not shown', '–', '–'],
    ['Legal', '&lt; 5', 'too few', '–', '–'],
  ]);
  const legal = departmentId(page.text, 'Legal');
  const text = textOf(await owner.get(`/portal/insights?department=${legal}`));
  assert.match(text, /Fewer than 5 people Numbers about so few people are not shown/);
  assert.doesNotMatch(text, /took part/);
});

test('managers see their department and those below it, without the company and without names', async (t) => {
  const service = await startPortal(t);
  fill(service);
  const whole = await service.signedIn('owner', { isEmployee: false }).get('/portal/insights');
  const production = departmentId(whole.text, 'Production');
  service.write((one) => {
    createDepartment(one, { name: 'Inside sales', parent: 'Sales' });
    addEmployee(one, { email: 'boss@acme.example', department: 'Sales' });
  }, service.clock.now);
  const manager = service.signedIn('manager', { email: 'boss@acme.example', isNew: false });
  for (const query of ['', `?department=${production}`]) {
    const page = await manager.get(`/portal/insights${query}`);
    assert.match(textOf(page), /Sales and below: 9 active people/);
    assert.match(textOf(page), /75% took part in/);
    assert.doesNotMatch(
      page.text,
      /Production|Whole company|XP by reason|Nothing received|Company:/,
    );
  }
  const csv = await manager.get(`/portal/insights.csv?department=${production}`);
  assert.match(csv.text, /\d{4}-\d\d,9,/);
  const nowhere = service.signedIn('manager', { email: 'nowhere@acme.example' });
  assert.match(textOf(await nowhere.get('/portal/insights')), /You have no department/);
  assert.equal((await nowhere.get('/portal/insights.csv')).status, 404);
});

test('who received nothing in 90 days is named for those who see everybody', async (t) => {
  const service = await startPortal(t);
  fill(service);
  const viewer = service.signedIn('viewer', { isEmployee: false });
  const page = await viewer.get('/portal/insights');
  assert.match(textOf(page), /9 people have received nothing in 90 days\./);
  assert.deepEqual(
    rowsOf(page, 'Nothing received').map(([person]) => person?.replace(/^\S+ /, '')),
    [
      ...['Sales 6', 'Sales 7', 'Production 4', 'Production 5', 'Production 6'],
      ...['Support 2', 'Support 3', 'Support 4', 'Support 5'],
    ],
  );
  assert.doesNotMatch(page.text, /given\/new/);
  const admin = service.signedIn('admin', { isEmployee: false });
  const { text } = await admin.get('/portal/insights');
  const give = /href="([^"]*)">Give to these 9</.exec(text)?.[1] ?? assert.fail('no link');
  const { status, text: shown } = await admin.get(give.replaceAll('&amp;', '&'));
  assert.equal(status, 200);
  const sent = [...shown.matchAll(/name="person" value="([^"]+)"/g)].map(([, id]) => id);
  assert.equal(new Set(sent).size, 9);
});

test('the month that goes on is told while nobody took part in an earlier one, however long people have been there', async (t) => {
  const service = await startPortal(t);
  const { clock } = service;
  for (let at = 0; at < 10; at++) {
    const add = { email: `p${at}@acme.example` };
    service.write((one) => addEmployee(one, add), clock.now - 200 * DAY_MS);
  }
  service.write((one) => {
    for (const at of [0, 1, 2]) awardXp(one, `p${at}@acme.example`, { amount: 10 });
  }, clock.now);
  const page = textOf(await service.signedIn('owner').get('/portal/insights'));
  assert.match(page, / 30% took part in \w+ so far\. /);
});

test('a company without XP has no chart but two steps that lead there', async (t) => {
  const service = await startPortal(t);
  const editor = await service.signedIn('admin').get('/portal/insights');
  assert.match(textOf(editor), /Nobody has XP yet/);
  assert.doesNotMatch(editor.text, /class="chart"/);
  assert.match(editor.text, /href="\/portal\/given\/new">Give to many</);
  assert.match(editor.text, /href="\/portal\/invitations">Invite people</);
  const viewer = await service.signedIn('viewer').get('/portal/insights');
  assert.doesNotMatch(viewer.text, /given\/new/);
});

test('each reason has a chart of its XP in every month of the range', async (t) => {
  const service = await startPortal(t);
  fill(service);
  const page = await service.signedIn('viewer', { isEmployee: false }).get('/portal/insights');
  const [, chart = ''] =
    /<svg class="chart row-chart"[^>]*aria-label="XP for Helped, [^"]*"[^>]*>(.*?)<\/svg>/.exec(
      page.text,
    ) ?? [];
  assert.deepEqual(
    [...chart.matchAll(/<title>([^<]*)<\/title>/g)].map(([, title]) => title),
    ['September: 330', 'October: 260', 'November: 60'],
  );
  assert.match(textOf(page), /their highest bar is 330 XP\. Dashed: November so far\./);
});
