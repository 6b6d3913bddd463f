import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { writeXlsx } from 'hucre/xlsx';
import { awardBadge, defineBadge } from '../../src/service/badges/badges.ts';
import { chunksOf } from '../../src/service/chunks.ts';
import { createDepartment } from '../../src/service/departments/departments.ts';
import { listGifts } from '../../src/service/gifts/gifts.ts';
import { takeGiftStep } from '../../src/service/gifts/give.ts';
import { planPeople } from '../../src/service/gifts/plan-gift.ts';
import { requireEmployee, showEmployee } from '../../src/service/people/employee-records.ts';
import { addEmployee, deactivateEmployee } from '../../src/service/people/employees.ts';
import { grantCoins } from '../../src/service/xp/ledger.ts';
import { sync } from '../service/roster/sync.ts';
import { type Browser, startPortal, textOf } from './portal-service.ts';
import { FORM_HEADERS, formWith } from './roster-upload.ts';

/** Ann and Bob in Sales, Cem elsewhere, and Eve who has left Sales. */
async function withTeam(t: TestContext) {
  const service = await startPortal(t);
  const { db, companyId } = service;
  const { sales, ann } = service.write((write) => {
    const sales = createDepartment(write, { name: 'Sales' }).id;
    defineBadge(write, { code: 'aid', name: 'First aider', category: 'social', rarity: 'rare' });
    const [ann = ''] = ['ann', 'bob', 'cem', 'eve'].map((name) => {
      const department = name === 'cem' ? null : 'Sales';
      const person = { email: `${name}@acme.example`, given_name: name, department };
      return addEmployee(write, person).employee_id;
    });
    deactivateEmployee(write, 'eve@acme.example', 'Left');
    return { sales, ann };
  });
  const totals = (name: string) => {
    const { xp, coins } = showEmployee(db, companyId, `${name}@acme.example`);
    return [xp, coins];
  };
  const gifts = () => listGifts(db, companyId, { count: 9 }).gifts;
  return { service, admin: service.signedIn('admin'), sales, ann, totals, gifts };
}

const NEW = '/portal/given/new';

/** What the form of the start page sends. */
const asked = (fields: Record<string, string>) => ({
  ...{ list: '', q: '', role: '', department: '', holders: '', xp: '', coins: '', badge: '' },
  ...{ date: '2026-11-21', reason: 'Safety week', ...fields },
});

const previewOf = (fields: Record<string, string>) =>
  `${NEW}?${new URLSearchParams(asked(fields))}`;

test('a department is given to after a preview, and Given has what was given', async (t) => {
  const { admin, sales, totals, gifts } = await withTeam(t);
  const fields = { department: sales, xp: '120', coins: '5', badge: 'aid' };
  const preview = textOf(await admin.get(previewOf(fields)));
  assert.match(
    preview,
    /People 2 XP 240 Coins 10 Badges 2 Reach a level 2 Give nothing 0 2 people get it /,
  );
  assert.match(preview, /ann Sales \+120 XP, \+5 coins 0 → 120 1 → 2/);
  assert.match(
    preview,
    /Nothing has been given yet\. Give 240 XP, 10 coins and 2 badges to 2 people/,
  );
  assert.deepEqual(totals('ann'), [0, 0]);
  const sent = await admin.post(NEW, { ...asked(fields), people: '2' });
  assert.equal(sent.status, 303);
  const [gift] = gifts();
  assert.equal(sent.headers.location, `/portal/given/${gift?.id}?done=1`);
  const shown = textOf(await admin.get(sent.headers.location ?? ''));
  assert.match(shown, /240 XP, 10 coins and 2 badges given to 2 people\./);
  assert.match(shown, /Safety week given Sales and below\. Given today/);
  assert.match(shown, /Gave nothing 0 .* 1 ann Sales given \+120 XP, \+5 coins aid 2 new given/);
  assert.deepEqual(
    [totals('ann'), totals('bob'), totals('cem'), totals('eve')],
    [
      [120, 5],
      [120, 5],
      [0, 0],
      [0, 0],
    ],
  );
  assert.match(
    textOf(await admin.get('/portal/given')),
    /1 gift to many people at once\. .*Safety week Sales and below today, [0-9:]+ .* 2 240 10 2 given/,
  );
});

test('what was just given is not given again, and the preview says so', async (t) => {
  const { admin, totals, gifts } = await withTeam(t);
  const fields = { xp: '5' };
  const form = { ...asked(fields), people: '3' };
  const [first, second] = [await admin.post(NEW, form), await admin.post(NEW, form)];
  assert.deepEqual([first.status, second.status], [303, 400]);
  assert.match(textOf(second), /Who gets something has changed in the meantime\./);
  const preview = textOf(await admin.get(previewOf(fields)));
  assert.match(preview, /The same was given in the last ten minutes: what was given \./);
  assert.match(preview, /3 people get nothing Got the same before\. 3/);
  assert.doesNotMatch(preview, /Give 1?5 XP/);
  assert.deepEqual([totals('cem'), gifts().length], [[5, 0], 1]);
});

test('people leads there with what it shows, and whoever gives is left out', async (t) => {
  const { service, sales, gifts, totals } = await withTeam(t);
  const ann = service.signedIn('admin', {
    ...{ email: 'ann@acme.example', isEmployee: true, isNew: false },
  });
  const people = await ann.get(`/portal/people?department=${sales}&q=acme`);
  const link = /href="(\/portal\/given\/new\?[^"]+)"/
    .exec(people.text)?.[1]
    ?.replaceAll('&amp;', '&');
  assert.equal(link, `${NEW}?q=acme&role=&department=${sales}`);
  assert.match(textOf(await ann.get(link ?? '')), /As selected under People: found by “acme”\./);
  const fields = { q: 'acme', department: sales, coins: '3' };
  const preview = textOf(await ann.get(previewOf(fields)));
  assert.match(preview, /Coins 3 .* You are left out: others decide what you get\./);
  assert.equal((await ann.post(NEW, { ...asked(fields), people: '1' })).status, 303);
  assert.deepEqual([totals('ann'), totals('bob'), gifts()[0]?.origin], [[0, 0], [0, 3], 'people']);
});

test('a department, the holders of a badge and people without filters lead there', async (t) => {
  const { service, admin, sales } = await withTeam(t);
  service.write((write) => awardBadge(write, 'ann@acme.example', 'aid'));
  const viewer = service.signedIn('viewer');
  const linkOn = async (path: string, browser = admin) =>
    /href="\/portal\/given\/new\?([^"]*)"/
      .exec((await browser.get(path)).text)?.[1]
      ?.replaceAll('&amp;', '&');
  assert.deepEqual(
    [
      await linkOn(`/portal/departments/${sales}`),
      await linkOn('/portal/badges/aid'),
      await linkOn('/portal/people'),
      await linkOn('/portal/people?state=all'),
      await linkOn(`/portal/departments/${sales}`, viewer),
      await linkOn('/portal/badges/aid', viewer),
    ],
    [`department=${sales}`, 'holders=aid', 'q=&role=&department=', undefined, undefined, undefined],
  );
});

test('those who are ticked get it, and nobody where nobody is', async (t) => {
  const { service, admin, ann, totals, gifts } = await withTeam(t);
  const other = service.write(
    (write) => addEmployee(write, { email: 'dee@acme.example' }).employee_id,
  );
  const nobody = '00000000-0000-7000-8000-000000000000';
  const preview = (ids: string[]) =>
    admin.get(`${previewOf({ xp: '5' })}${ids.map((id) => `&person=${id}`).join('')}`);
  const two = textOf(await preview(['', ann, other, nobody]));
  assert.match(two, /As ticked under People: 3 people\. .* People 2 XP 10/);
  const none = textOf(await preview(['']));
  assert.match(none, /Nobody was ticked under People\. .* Nobody gets anything\./);
  const form = Object.entries({ ...asked({ xp: '5' }), people: '1', person: '' });
  form.push(['person', ann]);
  assert.equal((await admin.post(NEW, form)).status, 303);
  assert.deepEqual(
    [totals('ann'), totals('bob'), totals('dee')],
    [
      [5, 0],
      [0, 0],
      [0, 0],
    ],
  );
  assert.equal(gifts()[0]?.origin, 'people');
});

test('what takes something away is confirmed', async (t) => {
  const { admin, totals, gifts } = await withTeam(t);
  await admin.post(NEW, { ...asked({ coins: '5' }), people: '3' });
  const fields = { coins: '-2' };
  const preview = textOf(await admin.get(previewOf(fields)));
  assert.match(
    preview,
    /This takes something away Yes, take it from them Take 6 coins from 3 people/,
  );
  const form = { ...asked(fields), people: '3' };
  const refused = await admin.post(NEW, form);
  assert.equal(refused.status, 400);
  assert.match(textOf(refused), /Tick this box, or leave out the minus\./);
  assert.deepEqual([totals('ann'), gifts().length], [[0, 5], 1]);
  assert.equal((await admin.post(NEW, { ...form, takes: 'takes' })).status, 303);
  assert.deepEqual(totals('ann'), [0, 3]);
});

test('the same is given once more on purpose, once for each form', async (t) => {
  const { admin, sales, totals, gifts } = await withTeam(t);
  const fields = { xp: '5', department: sales };
  const form = { ...asked(fields), people: '2' };
  await admin.post(NEW, form);
  const { text } = await admin.get(previewOf(fields));
  const [, link = ''] = /href="([^"]+)">Give it once more…/.exec(text) ?? [];
  const preview = textOf(await admin.get(link.replaceAll('&amp;', '&')));
  assert.match(preview, /You give it once more, .* Give 10 XP to 2 people/);
  const more = { ...form, more: 'yes', 'form-id': 'one' };
  const [first, second] = [await admin.post(NEW, more), await admin.post(NEW, more)];
  assert.deepEqual([first.status, second.status, totals('ann')], [303, 303, [10, 0]]);
  assert.equal(second.headers.location?.split('?')[0], `/portal/given/${gifts()[0]?.id}`);
  await admin.post(NEW, { ...more, 'form-id': 'two' });
  assert.deepEqual([totals('ann'), gifts().length], [[15, 0], 3]);
});

test('nothing, a day to come, a number that is none and a department that is gone are refused', async (t) => {
  const { admin, gifts } = await withTeam(t);
  const said = async (fields: Record<string, string>) => {
    const { status, text } = await admin.get(previewOf(fields));
    return [status, /<p class="error" id="choose-([^"]+)-error">([^<]*)/.exec(text)?.slice(1)];
  };
  assert.deepEqual(
    [
      await said({}),
      await said({ xp: '5', date: '2027-01-01' }),
      await said({ xp: '1.5' }),
      await said({ xp: '5', reason: ' ' }),
      await said({ xp: '5', badge: 'none' }),
      await said({ xp: '5', department: '00000000-0000-7000-8000-000000000000' }),
    ],
    [
      [200, ['xp', 'Say how much XP, how many coins or which badge.']],
      [200, ['date', 'A day up to today.']],
      [200, ['xp', 'A whole number, such as 150.']],
      [200, ['reason', 'Say what it is for.']],
      [404, undefined],
      [404, undefined],
    ],
  );
  assert.deepEqual(gifts(), []);
});

test('a large amount for one person is typed again', async (t) => {
  const { admin, totals } = await withTeam(t);
  const form = { ...asked({ coins: '2000' }), people: '3' };
  const refused = await admin.post(NEW, form);
  assert.equal(refused.status, 400);
  assert.match(textOf(refused), /This is a large amount for one person\. Type it again\./);
  assert.deepEqual(totals('ann'), [0, 0]);
  assert.equal((await admin.post(NEW, { ...form, again: '2000' })).status, 303);
  assert.deepEqual(totals('ann'), [0, 2_000]);
});

test('what was given is undone, except for whoever has spent the coins', async (t) => {
  const { service, admin, ann, totals, gifts } = await withTeam(t);
  await admin.post(NEW, { ...asked({ xp: '10', coins: '5' }), people: '3' });
  service.write((write) => grantCoins(write, 'bob@acme.example', { amount: -1 }));
  const page = `/portal/given/${gifts()[0]?.id}`;
  assert.match(
    textOf(await admin.get(page)),
    /1 person has spent the coins and keeps everything: bob Undo for 2 people/,
  );
  const { headers } = await admin.post(`${page}/undo`);
  const done = textOf(await admin.get(headers.location ?? ''));
  assert.match(done, /Undone for 2 people\. 1 person keeps everything\./);
  assert.match(done, /bob Sales kept Has spent the coins\. \+10 XP, \+5 coins – kept Has spent/);
  assert.deepEqual(
    [totals('ann'), totals('bob')],
    [
      [0, 0],
      [10, 4],
    ],
  );
  const viewer = service.signedIn('viewer');
  assert.equal((await viewer.get(page)).status, 200);
  assert.equal((await viewer.post(`${page}/undo`)).status, 403);
  assert.equal((await admin.get(`/portal/given/${ann}`)).status, 404);
});

test('a list is uploaded, says how it was read and what gives nothing, and is given once', async (t) => {
  const { service, admin, totals, gifts } = await withTeam(t);
  const file = [
    'Email,Points,Coins,Reason,Full name',
    'ann@acme.example,50,2,Helped,Ann',
    'bob@acme.example,,,,Bob',
    'nobody@acme.example,10,,,X',
    'eve@acme.example,10,,,Eve',
  ].join('\n');
  const send = (body: Uint8Array | string, name = 'week.csv') =>
    service.request('POST', '/portal/given/list', {
      headers: { Cookie: admin.cookie, ...FORM_HEADERS },
      body: formWith(body, name),
    });
  const sent = await send(file);
  assert.equal(sent.status, 303, sent.text);
  const start = sent.headers.location ?? '';
  const id = new URL(start, 'http://x').searchParams.get('list') ?? '';
  const read = textOf(await admin.get(start));
  assert.match(read, /week\.csv : 4 rows Person Email XP Points Coins Coins Reason Reason/);
  assert.match(read, /Not read: Full name\./);
  const values = { ...asked({ list: id, xp: '20', reason: 'Safety week' }) };
  const preview = textOf(await admin.get(`${NEW}?${new URLSearchParams(values)}`));
  assert.match(preview, /People 2 XP 70 Coins 2 Badges 0/);
  assert.match(
    preview,
    /2 rows give nothing .* 4 nobody@acme\.example not found Nobody is meant by this\. .* Search 5 eve@acme\.example inactive Deactivated\./,
  );
  assert.match(preview, /Give 70 XP and 2 coins to 2 people/);
  const given = await admin.post(NEW, { ...values, people: '2' });
  assert.equal(given.status, 303, given.text);
  assert.deepEqual(
    [totals('ann'), totals('bob')],
    [
      [50, 2],
      [20, 0],
    ],
  );
  const [gift] = gifts();
  assert.deepEqual([gift?.origin, gift?.subject, gift?.people], ['list', 'week.csv', 2]);

  // The same list under another name gives nothing more, and says which gift it repeats.
  const again = await send(file, 'other.csv');
  const other = new URL(again.headers.location ?? '', 'http://x').searchParams.get('list') ?? '';
  const repeated = await admin.get(`${NEW}?${new URLSearchParams({ ...values, list: other })}`);
  assert.match(
    textOf(repeated),
    /Rows of this list gave the same before: .* Nobody gets anything\./,
  );
  assert.deepEqual(totals('ann'), [50, 2]);
});

test('a workbook is a list, too, and a file that is none says why at its field', async (t) => {
  const { service, admin } = await withTeam(t);
  const send = (body: Uint8Array | string) =>
    service.request('POST', '/portal/given/list', {
      headers: { Cookie: admin.cookie, ...FORM_HEADERS },
      body: formWith(body),
    });
  const rows = [
    ['Work email', 'XP'],
    ['ann@acme.example', 5],
  ];
  const sheets = [
    { name: 'Cover', rows: [['Points of May', 'by team']] },
    { name: 'May', rows },
  ];
  const sent = await send(await writeXlsx({ sheets }));
  assert.equal(sent.status, 303, sent.text);
  assert.match(textOf(await admin.get(sent.headers.location ?? '')), /people\.csv, May : 1 row/);
  for (const [file, says] of [
    ['Colour,Shape\nred,round\n', /The first line must name the columns/],
    ['email\n', /The file has no rows\./],
    [`email\n${'a@x.example\n'.repeat(5_001)}`, /more than 5,000 rows/],
    [Buffer.from('PK\x03\x04'), /The workbook is damaged/],
  ] as const) {
    const refused = await send(file);
    assert.equal(refused.status, 400);
    assert.match(textOf(refused), says);
  }
  const gone = await admin.get(`${NEW}?list=01a20eda-2cd7-7000-a713-baebe28fea5c`);
  assert.equal(gone.status, 404);
});

test('a list gives nothing to whoever gives it, and a list of another company is not found', async (t) => {
  const { service, totals } = await withTeam(t);
  const boss = service.signedIn('admin', {
    email: 'ann@acme.example',
    isEmployee: true,
    isNew: false,
  });
  const sent = await service.request('POST', '/portal/given/list', {
    headers: { Cookie: boss.cookie, ...FORM_HEADERS },
    body: formWith('email,xp\nann@acme.example,5\nbob@acme.example,5\n'),
  });
  const start = sent.headers.location ?? '';
  const id = new URL(start, 'http://x').searchParams.get('list') ?? '';
  const values = asked({ list: id });
  const preview = await boss.get(`${NEW}?${new URLSearchParams(values)}`);
  assert.match(
    textOf(preview),
    /2 ann@acme\.example yourself You decide about others, and others about you\./,
  );
  assert.equal((await boss.post(NEW, { ...values, people: '1' })).status, 303);
  assert.deepEqual(
    [totals('ann'), totals('bob')],
    [
      [0, 0],
      [5, 0],
    ],
  );
  assert.equal((await boss.get(start.replace('/portal/', '/portal/sandbox/'))).status, 404);
});

async function uploadList(
  service: Awaited<ReturnType<typeof withTeam>>['service'],
  { cookie }: Browser,
  file: string,
): Promise<string> {
  const sent = await service.request('POST', '/portal/given/list', {
    headers: { Cookie: cookie, ...FORM_HEADERS },
    body: formWith(file, 'week.csv'),
  });
  return sent.headers.location ?? '';
}

const LIST = (id: string, what: 'take' | 'leave') => `/portal/given/list/${id}/${what}`;

test('a row that names nobody is given to the one person who is close to it, once somebody says so', async (t) => {
  const { service, admin, ann, totals } = await withTeam(t);
  const file = 'employee,XP\nANN@acme.exmaple,40\nnobody,1\nbob@acme.example,20\n';
  const location = await uploadList(service, admin, file);
  const id = new URL(location, service.url).searchParams.get('list') ?? '';
  const fields = { list: id, reason: 'Week' };
  const page = await admin.get(previewOf(fields));
  assert.match(
    textOf(page),
    /2 ANN@acme\.exmaple not found Nobody is meant by this\. ann ?, ?Sales is close\. .*Take ann 3 nobody/,
  );
  const query = String(new URLSearchParams({ ...asked(fields), evil: '//evil.example' }));
  const taken = await admin.post(LIST(id, 'take'), { line: '2', person: ann, asked: query });
  assert.equal(taken.headers.location, previewOf(fields));
  const again = textOf(await admin.get(previewOf(fields)));
  assert.match(again, /People 2 XP 60 .* 1 row gives nothing/);
  const left = await admin.post(LIST(id, 'leave'), { line: '3', asked: query });
  assert.equal(left.status, 303);
  assert.doesNotMatch(textOf(await admin.get(previewOf(fields))), /gives nothing/);
  await admin.post(NEW, { ...asked(fields), people: '2' });
  assert.deepEqual(
    [totals('ann'), totals('bob')],
    [
      [40, 0],
      [20, 0],
    ],
  );
  const odd = await admin.post(LIST(id, 'take'), { line: '9', person: ann, asked: query });
  assert.equal(odd.status, 404);
  const foreign = await admin.post(LIST(id.replace(/.$/, 'x'), 'leave'), { line: '3', asked: '' });
  assert.equal(foreign.status, 404);
});

test('a row with a large amount is named and left out, and whom the list named is kept with what it gave', async (t) => {
  const { service, admin, totals, gifts } = await withTeam(t);
  const file = 'employee,XP\nann@acme.example,40000\nNobody Known,5\nbob@acme.example,40\n';
  const location = await uploadList(service, admin, file);
  const id = new URL(location, service.url).searchParams.get('list') ?? '';
  const fields = { list: id, reason: 'Week' };
  const query = String(new URLSearchParams(asked(fields)));
  assert.match(
    textOf(await admin.get(previewOf(fields))),
    /1 amount is large for one person .* 2 .*ann .* \+40,000 XP Leave row 2 out/,
  );
  await admin.post(LIST(id, 'leave'), { line: '2', asked: query });
  await admin.post(NEW, { ...asked(fields), people: '1' });
  assert.deepEqual(
    [totals('ann'), totals('bob')],
    [
      [0, 0],
      [40, 0],
    ],
  );
  const [gift] = gifts();
  assert.match(
    textOf(await admin.get(`/portal/given/${gift?.id}`)),
    /The list .*\. Given .* People 1 XP 40 .* Nobody Known/,
  );
  const { text } = await admin.get(`/portal/given/${gift?.id}/lines.csv`);
  assert.match(text, /^.?Row,In the list,Person,/);
  assert.match(text, /\n3,Nobody Known,/);
});

test('everybody of a filter is given to, also when they are more than one step puts on record', async (t) => {
  const { service, admin, totals, gifts } = await withTeam(t);
  const { db, companyId, clock } = service;
  const many = Array.from({ length: 5_400 }, (_, i) => `many${i}@acme.example`);
  const rows = many.map((email, i) => ({
    ...{ external_id: `m${i}`, email, first_name: 'Many', last_name: `${i}` },
  }));
  for (const some of chunksOf(rows, 3_000)) sync({ db, companyId }, some, { now: clock.now });
  const fields = { q: 'many', xp: '7' };
  const first = await admin.get(previewOf(fields));
  assert.match(textOf(first), /People 5,400 XP 37,800 .*5,400 people get it .*Next 50/);
  const next = /href="([^"]+after=50)#who"/.exec(first.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const second = textOf(await admin.get(next));
  assert.match(second, /People 5,400 .*Many 50 .*Back to the beginning Next 50/);
  assert.doesNotMatch(second, /Many 49 /);
  const sent = await admin.post(NEW, { ...asked(fields), people: '5400' });
  assert.equal(sent.status, 303);
  const [gift] = gifts();
  assert.deepEqual(
    [gift?.state, gift?.origin, gift?.lines, gift?.people, gift?.xp],
    ['given', 'people', 5_400, 5_400, 37_800],
  );
  assert.deepEqual(
    [totals('many0'), totals('many5399'), totals('ann')],
    [
      [7, 0],
      [7, 0],
      [0, 0],
    ],
  );
  const again = textOf(await admin.get(previewOf(fields)));
  assert.match(again, /The same was given .*5,400 people get nothing Got the same before\. 5,400/);
  // Interrupted before all of them are on record.
  const numbers = many.map((email) => requireEmployee(db, companyId, email).number);
  const values = { xp: 9, coins: 0, badge: null, reason: 'Safety week', at: null };
  service.write((write) => {
    const plan = planPeople({ ...write, again: false, values }, 'people', null, numbers);
    return takeGiftStep(write, plan, null);
  }, clock.now);
  assert.deepEqual([gifts()[0]?.state, totals('many0')], ['giving', [7, 0]]);
  const more = { ...asked({ ...fields, xp: '9' }), people: '5400' };
  assert.equal((await admin.post(NEW, more)).status, 303);
  assert.deepEqual(
    [gifts().map(({ people }) => people), totals('many0'), totals('many5399')],
    [
      [5_400, 5_400],
      [16, 0],
      [16, 0],
    ],
  );
});
