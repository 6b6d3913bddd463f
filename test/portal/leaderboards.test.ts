import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../src/domain/duration.ts';
import { createWall } from '../../src/service/boards/walls.ts';
import { updateCompany } from '../../src/service/company/companies.ts';
import { createDepartment, listDepartments } from '../../src/service/departments/departments.ts';
import { addEmployee, deactivateEmployee } from '../../src/service/people/employees.ts';
import { eraseEmployee } from '../../src/service/people/erasure.ts';
import { awardXp } from '../../src/service/xp/ledger.ts';
import { type PortalService, startPortal, textOf } from './portal-service.ts';

const NAMES = ['Ada', 'Bo', 'Cy', '<script>alert(1)</script>', 'Di'] as const;

/** Five people, the earlier ones with more XP; Cy and the fourth are in a department below that of Bo. */
function fill(service: PortalService): string[] {
  const { write, clock } = service;
  return write((one) => {
    createDepartment(one, { name: 'Sales', external_id: 'S' });
    createDepartment(one, { name: 'Field Sales', external_id: 'F', parent: 'S' });
    return NAMES.map((name, at) => {
      const { employee_id: id } = addEmployee(one, {
        ...{ email: `person${at}@acme.example`, given_name: name, external_id: `=${at}` },
        department: { 1: 'S', 2: 'F', 3: 'F' }[at],
      });
      awardXp(one, id, { amount: 500 - at * 100, at: clock.now });
      awardXp(one, id, { amount: 1_000 * (at + 1), at: clock.now - 45 * DAY_MS });
      return id;
    });
  }, clock.now);
}

/** Ranks, names and XP of the leaderboard on a page. */
const rowsOf = ({ text }: { text: string }): string[] =>
  [...text.matchAll(/<tr[^>]*><td class="n strong">[\s\S]*?<\/tr>/g)].map(([row]) =>
    row
      .replace(/<span class="avatar.*?<\/span>|<span class="sub nar">.*?<\/span>/g, '')
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  );

test('a leaderboard ranks people by each period of the contract, and by a department with those below it', async (t) => {
  const service = await startPortal(t);
  fill(service);
  const viewer = service.signedIn('viewer');
  const rows = async (query: string) => rowsOf(await viewer.get(`/portal/leaderboards${query}`));
  const hostile = '&lt;script&gt;alert(1)&lt;/script&gt;';
  assert.deepEqual(await rows(''), [
    '1 Ada 6 500',
    '2 Bo Sales 7 400',
    '3 Cy Field Sales 8 300',
    `4 ${hostile} Field Sales 9 200`,
    '5 Di 10 100',
  ]);
  const all = (await rows('?period=all_time')).map((row) => row.split(' ').at(-1));
  assert.deepEqual(all, ['5,100', '4,200', '3,300', '2,400', '1,500']);
  assert.deepEqual(
    await rows('?period=last_3_months'),
    (await rows('?period=last_year')).map((row) => row),
  );
  assert.deepEqual(await rows('?period=nothing'), await rows(''));
  const page = await viewer.get('/portal/leaderboards');
  const department = (name: string) =>
    new RegExp(`<option value="([^"]*)">\\s*${name}<`).exec(page.text)?.[1] ?? assert.fail(name);
  assert.deepEqual(await rows(`?department=${department('Sales')}`), [
    '2 Bo Sales 7 400',
    '3 Cy Field Sales 8 300',
    `4 ${hostile} Field Sales 9 200`,
  ]);
  const below = `?department=${department('\u2002Field Sales')}`;
  assert.deepEqual((await rows(below)).length, 2);
});

test('little XP per person is not shown as none', async (t) => {
  const service = await startPortal(t);
  service.write((write) => {
    createDepartment(write, { name: 'Sales', external_id: 'S' });
    for (const name of ['Ada', 'Bo', 'Cy', 'Di', 'Ed']) {
      const email = `${name}@acme.example`;
      const { employee_id: id } = addEmployee(write, { email, given_name: name, department: 'S' });
      if (name === 'Ada') awardXp(write, id, { amount: 4 });
    }
  }, service.clock.now);
  const page = textOf(await service.signedIn('viewer').get('/portal/leaderboards'));
  assert.match(page, /XP 4 People with XP 1 of 5 XP per person 0\.8 /);
  assert.match(page, /By department Department XP per person Sales 0\.8 /);
});

test('a leaderboard shows nobody who is deactivated or erased, and no address to anybody', async (t) => {
  const service = await startPortal(t);
  const ids = fill(service);
  service.write((one) => deactivateEmployee(one, ids[0] ?? '', 'Left'));
  service.write((one) => eraseEmployee(one, ids[1] ?? '', 'Asked for it'));
  service.write((one) => addEmployee(one, { email: 'nameless@acme.example' }));
  for (const role of ['owner', 'none'] as const) {
    const page = await service.signedIn(role).get('/portal/leaderboards');
    assert.deepEqual(
      rowsOf(page).filter((row) => !row.includes('A none')),
      [
        '1 Cy Field Sales 8 300',
        '2 &lt;script&gt;alert(1)&lt;/script&gt; Field Sales 9 200',
        '3 Di 10 100',
        '4 No name 1 0',
      ],
    );
    assert.doesNotMatch(page.text.replace(/<nav[\s\S]*<\/nav>/, ''), /@acme\.example/);
  }
});

test('everybody finds a person by name and not by address, and goes to their place', async (t) => {
  const service = await startPortal(t);
  const ids = fill(service);
  service.write((one) => {
    for (let at = 0; at < 70; at++) {
      const { employee_id: id } = addEmployee(one, { email: `other${at}@acme.example` });
      awardXp(one, id, { amount: 1_000 + at });
    }
  }, service.clock.now);
  const member = service.signedIn('none');
  const found = await member.get('/portal/leaderboards?q=CY');
  assert.match(textOf(found), /1 person called “CY” Clear C Cy Field Sales rank 73 300/);
  for (const text of ['person2', 'acme', '=2']) {
    const nobody = await member.get(`/portal/leaderboards?q=${encodeURIComponent(text)}`);
    assert.match(textOf(nobody), /Nobody is called/, text);
  }
  const [, link = ''] = /href="([^"]*person=[^"m]*)#found"/.exec(found.text) ?? [];
  const page = await member.get(link);
  assert.match(textOf(page), /51–76 of 76/);
  assert.match(page.text, /<tr class="own" id="found"><td class="n strong">73</);
  const mine = await member.get('/portal/leaderboards?person=me');
  assert.match(mine.text, /<tr class="own" id="found"><td class="n strong">76</);
  // The second page of the whole company, but the first of a department.
  const [, department] = /<option value="([^"]*)">Sales</.exec(page.text) ?? [];
  const within = await member.get(`/portal/leaderboards?person=${ids[2]}&department=${department}`);
  assert.match(within.text, /id="found"><td class="n strong">73</);
  const elsewhere = await member.get(
    `/portal/leaderboards?person=${ids[0]}&department=${department}`,
  );
  assert.doesNotMatch(elsewhere.text, /id="found"/);
});

test('the file of a leaderboard has everybody in order, with nothing that a spreadsheet computes', async (t) => {
  const service = await startPortal(t);
  const ids = fill(service);
  service.write((one) => {
    for (let at = 0; at < 2_500; at++) addEmployee(one, { email: `many${at}@acme.example` });
  });
  const viewer = service.signedIn('viewer');
  const { headers, text } = await viewer.get('/portal/leaderboards.csv');
  assert.equal(headers['content-type'], 'text/csv; charset=utf-8; header=present');
  assert.equal(
    headers['content-disposition'],
    'attachment; filename="leaderboard-this-month-2026-11-21.csv"',
  );
  const lines = text.split('\r\n');
  assert.deepEqual(lines.slice(0, 2), [
    '\uFEFFRank,Name,External ID,Department,Level,XP,Person ID,Department external ID,Department ID',
    `1,Ada,'=0,,6,500,${ids[0]},,`,
  ]);
  assert.equal(lines.length, 2_505 + 2);
  assert.deepEqual(
    lines.slice(1, -1).map((line) => Number(line.split(',')[0])),
    Array.from({ length: 2_505 }, (_, at) => at + 1),
  );
  const [, id] = /,S,([^,\r]*)\r/.exec(text) ?? [];
  const sales = await viewer.get(`/portal/leaderboards.csv?department=${id}&period=all_time`);
  assert.deepEqual(
    sales.text.split('\r\n').map((line) =>
      line
        .split(',')
        .filter((_, at) => at === 0 || at === 5)
        .join(' '),
    ),
    ['\uFEFFRank XP', '2 4200', '3 3300', '4 2400', ''],
  );
  const head = await service.request('HEAD', '/portal/leaderboards.csv', {
    headers: { Cookie: viewer.cookie },
  });
  assert.deepEqual([head.status, head.text], [200, '']);
});

test('a company without people says what to do, and the sandbox has its own leaderboard', async (t) => {
  const service = await startPortal(t);
  const owner = service.signedIn('owner');
  assert.match(textOf(await owner.get('/portal/leaderboards')), /No people yet .* engaged import/);
  assert.match((await owner.get('/portal/leaderboards.csv')).text, /^\uFEFFRank,[^\n]*\n$/);
  const sandbox = await owner.get('/portal/sandbox/leaderboards');
  assert.equal(rowsOf(sandbox).length, 24);
});

test('every department is ranked, ten on a page', async (t) => {
  const service = await startPortal(t);
  service.write((write) => {
    for (let at = 0; at < 16; at++) {
      const person = { email: `p${at}@acme.example`, given_name: `P${at}` };
      const department = createDepartment(write, { name: `Department ${at}` }).id;
      const { employee_id: id } = addEmployee(write, { ...person, department });
      awardXp(write, id, { amount: 1_000 - at });
    }
  });
  const viewer = service.signedIn('viewer');
  const ranked = async (query: string) => {
    const { text } = await viewer.get(`/portal/leaderboards${query}`);
    const [panel = ''] = /<h2 id="departments">[\s\S]*?<\/section>/.exec(text) ?? [];
    return [...panel.matchAll(/>Department (\d+)</g)].map(([, at]) => Number(at));
  };
  assert.deepEqual(await ranked(''), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  assert.deepEqual(await ranked('?departments=2'), [10, 11, 12, 13, 14, 15]);
});

test('sums of few people are not shown beside a leaderboard or on a wall, nor what would tell them', async (t) => {
  const service = await startPortal(t);
  const { clock, companyId, db } = service;
  const size = { A: 6, B: 2, C: 7 };
  const tokens = service.write((write) => {
    createDepartment(write, { name: 'A', external_id: 'A' });
    createDepartment(write, { name: 'B', external_id: 'B', parent: 'A' });
    createDepartment(write, { name: 'C', external_id: 'C' });
    for (const [department, count] of Object.entries(size)) {
      for (let at = 0; at < count; at++) {
        const email = `${department}${at}@acme.example`;
        const { employee_id: id } = addEmployee(write, { email, department });
        awardXp(write, id, { amount: 70 + at });
      }
    }
    return Object.keys(size).map(
      (department) => createWall(write, { period: 'this_month', department, rows: 5 }).token,
    );
  }, clock.now);
  const viewer = service.signedIn('viewer');
  const perPerson = async () => {
    const page = textOf(await viewer.get('/portal/leaderboards'));
    return /XP per person ((?:[ABC] [\d.–]+ )+)/.exec(
      page.slice(page.indexOf('By department')),
    )?.[1];
  };
  const summed = async () => {
    const found = listDepartments(db, companyId).map(async ({ id, name }) => {
      const page = textOf(await viewer.get(`/portal/leaderboards?department=${id}`));
      return page.includes('People with XP') ? name : '';
    });
    return (await Promise.all(found)).join('');
  };
  const onWalls = async () => {
    const found = tokens.map(async (token) => {
      const page = textOf(await service.request('GET', `/wall/${token}`));
      return page.includes('XP together');
    });
    return Promise.all(found);
  };
  // Those of A without B would tell those of B.
  assert.equal(await perPerson(), 'C 73 A – B – ');
  assert.equal(await summed(), 'AC');
  assert.deepEqual(await onWalls(), [true, false, true]);
  service.write((write) => updateCompany(write, { smallest_group: 7 }));
  assert.equal(await perPerson(), 'C 73 A – B – ');
  service.write((write) => updateCompany(write, { smallest_group: 8 }));
  assert.deepEqual([await perPerson(), await summed()], ['A – B – C – ', '']);
  assert.deepEqual(await onWalls(), [false, false, false]);
});
