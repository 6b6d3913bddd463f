import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { DAY_MS, MINUTE_MS } from '../../src/domain/duration.ts';
import { createDepartment } from '../../src/service/departments/departments.ts';
import { giveKudos } from '../../src/service/kudos/give-kudos.ts';
import { listKudos } from '../../src/service/kudos/kudos-feed.ts';
import { setKudosPart, setKudosSettings } from '../../src/service/kudos/kudos-settings.ts';
import { saveKudosValue } from '../../src/service/kudos/kudos-values.ts';
import { requireEmployee } from '../../src/service/people/employee-records.ts';
import { addEmployee } from '../../src/service/people/employees.ts';
import { redeemShopItem } from '../../src/service/shop/redemptions.ts';
import { addShopItem } from '../../src/service/shop/shop.ts';
import { type Browser, startPortal, textOf } from './portal-service.ts';

const DEED = 'You found the loose guard before anybody was near it.';

type Order = Partial<{
  from: string;
  to: string[];
  points: number;
  value: string;
  message: string;
  visibility: string;
  ago: number;
}>;

/** Ann, Ben and Cid of Sales, and Dot of Plant, in a company that thanks for two values. */
async function withThanks(t: TestContext) {
  const service = await startPortal(t);
  const { db, companyId, clock, write } = service;
  write((one) => {
    createDepartment(one, { name: 'Sales' });
    createDepartment(one, { name: 'Plant' });
    for (const name of ['Ann', 'Ben', 'Cid', 'Dot']) {
      const department = name === 'Dot' ? 'Plant' : 'Sales';
      addEmployee(one, { email: `${name}@acme.example`, given_name: name, department });
    }
    setKudosSettings(one, { on: true, giver_xp: 0 });
    saveKudosValue(one, { code: 'safety', name: 'Safety before speed' });
    saveKudosValue(one, { code: 'learn', name: 'Keep learning' });
  });
  const person = (name: string) => requireEmployee(db, companyId, `${name}@acme.example`);
  const browsers = new Map<string, Browser>();
  const of = (name: string): Browser => {
    const account = { email: `${name}@acme.example`, isNew: false } as const;
    const one = browsers.get(name) ?? service.signedIn('none', account);
    browsers.set(name, one);
    return one;
  };
  const given = ({ from = 'Ann', to = ['Ben'], ago = 0, ...order }: Order = {}) =>
    write((one) => {
      const { points = 10, value = 'safety', message = DEED, visibility = 'company' } = order;
      const people = { giver: person(from), receivers: to.map(person) };
      return giveKudos(one, { ...people, points, value, message, visibility }).kudos.id;
    }, clock.now - ago);
  const all = (name: string) =>
    db.do(
      listKudos(
        companyId,
        { viewer: person(name), giver: person(name).number },
        { before: Number.MAX_SAFE_INTEGER, count: 50 },
      ),
    );
  const shown = async (name: string, path: string) => textOf(await of(name).get(path));
  return { service, person, of, given, all, shown };
}

const FORM = {
  ...{ points: '10', other: '', value: 'safety', message: DEED, visibility: 'company' },
  'form-id': 'one',
};

/** What follows a form: the page it leads to. */
async function done(browser: Browser, path: string, fields: [string, string][]) {
  const answer = await browser.post(path, fields);
  assert.equal(answer.status, 303, textOf(answer));
  return textOf(await browser.get(answer.headers.location ?? ''));
}

test('somebody is looked for, added and removed, while what is typed already stays', async (t) => {
  const { of, person } = await withThanks(t);
  const ann = of('Ann');
  const first = textOf(await ann.get('/portal/thanks/give'));
  // Those of the team are offered before anybody is looked for.
  assert.match(
    first,
    /100 of 100 points left until 30 Nov 2026 Who .* B Ben Sales Add Ben C Cid Sales Add Cid/,
  );
  const send = async (more: [string, string][]) => {
    const typed = Object.entries({ ...FORM, points: '20', message: 'Half a sentence' });
    const answer = await ann.post('/portal/thanks/give/who', [...typed, ...more]);
    assert.equal(answer.status, 200);
    assert.match(answer.text, /Half a sentence/);
    assert.match(answer.text, /value="20" checked/);
    assert.match(answer.text, /name="form-id" value="one"/);
    return textOf(answer);
  };
  assert.match(await send([['q', 'DO']]), /Dot Plant Add Dot Points for each/);
  assert.match(await send([['q', 'acme']]), /Nobody here is called “acme”/);
  const dot = person('Dot').id;
  const ben = person('Ben').id;
  const two: [string, string][] = [
    ['to', ben],
    ['add', dot],
  ];
  assert.match(
    await send(two),
    /Who Search B Ben Remove Ben D Dot Remove Dot Search .* Give 40 points to 2 people/,
  );
  assert.match(
    await send([
      ['to', ben],
      ['to', dot],
      ['remove', ben],
    ]),
    /Who Search D Dot Remove Dot Search .* Give 20 points to 1 person/,
  );
  // Nobody thanks themselves, and an address names nobody.
  const nobody = await ann.get(`/portal/thanks/give?to=${person('Ann').id}&to=ben@acme.example`);
  assert.match(textOf(nobody), /Ben Sales Add Ben/);
});

test('thanks are given once, and the page after it says what is left and what can be done', async (t) => {
  const { of, person, all, shown } = await withThanks(t);
  const ann = of('Ann');
  const order: [string, string][] = [
    ...Object.entries(FORM),
    ['to', person('Ben').id],
    ['to', person('Dot').id],
    ['counted', '10'],
  ];
  const text = await done(ann, '/portal/thanks/give', order);
  assert.match(
    text,
    /Thanks given to 2 people\. It stands on their page now\. 80 points left to give until 30 Nov 2026\. Thanks As the company sees it .* Ann you thanked Ben and Dot \+10 points each Safety before speed Company today, \d\d:\d\d You found the loose guard .* The message can be changed until \d\d:\d\d UTC\. Taking it back returns 20 points to you and 10 coins from each, until 30 Nov 2026\./,
  );
  // With something else in it, it is not the form that was just sent, but the same thanks.
  await done(ann, '/portal/thanks/give', [...order, ['more', '']]);
  assert.deepEqual(
    all('Ann').map(({ to, points }) => [to.map(({ name }) => name), points]),
    [[['Ben', 'Dot'], 10]],
  );
  assert.match(
    await shown('Ben', '/portal/me'),
    /Thanks for you All of them A? ?Ann today, .* \+10 Safety before speed Seen by: Company Change/,
  );
  assert.match(
    await shown('Ben', '/portal/me'),
    /Latest coins All coins .* Thanks: Safety before speed \+10/,
  );
  assert.match(await shown('Ben', '/portal/me/coins'), /Thanks: Safety before speed thanks ·/);
});

test('a button gives only the points that it names, and another number is worked out first', async (t) => {
  const { of, person, all } = await withThanks(t);
  const ann = of('Ann');
  let sent = 0;
  const send = async (fields: Partial<typeof FORM & { counted: string }>) => {
    const each = { ...FORM, 'form-id': `form ${++sent}`, ...fields };
    const order = Object.entries(each) as [string, string][];
    return ann.post('/portal/thanks/give', [...order, ['to', person('Ben').id]]);
  };
  const asked = await send({ other: '35', counted: '10' });
  assert.equal(asked.status, 200);
  assert.match(
    textOf(asked),
    /1 person × 35 points 35 Left to give now 100 Left afterwards 65 .* Give 35 points to 1 person/,
  );
  assert.deepEqual(all('Ann'), []);
  assert.equal((await send({ other: '35', counted: '35' })).status, 303);
  assert.equal(all('Ann')[0]?.points, 35);
  const nothing = await ann.post('/portal/thanks/give', Object.entries({ ...FORM, counted: '10' }));
  assert.equal(nothing.status, 400);
  assert.match(textOf(nothing), /No thanks were given\. Choose at least one person\./);
  const short = await send({ message: 'Thanks', counted: '10' });
  assert.match(textOf(short), /From 20 to 1,000 characters\./);
  assert.equal((await send({ value: 'none', counted: '10' })).status, 400);
  assert.equal((await send({ points: 'x', counted: 'NaN' })).status, 200);
});

test('much to one person is said with what was given when, and beyond the limit there is no button', async (t) => {
  const { of, person, given } = await withThanks(t);
  given({ points: 25, ago: 3 * DAY_MS });
  const text = textOf(await of('Ann').get(`/portal/thanks/give?to=${person('Ben').id}`));
  assert.match(
    text,
    /45 of your 100 points this month go to Ben \. 20 now and 25 on 18 Nov\. That is allowed\. From 60 on, nothing more can go to the same person until 1 Dec 2026\. Give 20 points to 1 person/,
  );
  assert.match(text, /Give 10 points to 1 person/);
  const more = textOf(
    await of('Ann').post('/portal/thanks/give/who', [
      ...Object.entries({ ...FORM, other: '36' }),
      ['to', person('Ben').id],
    ]),
  );
  assert.match(more, /At most 60 % of your points go to one person in a month: 35 more can\./);
  assert.doesNotMatch(more, /Give 36 points/);
});

test('the message is changed for 15 minutes, and thanks are taken back until the coins are spent', async (t) => {
  const { service, of, given, shown, person } = await withThanks(t);
  const first = given({ ago: 20 * MINUTE_MS });
  const second = given({ to: ['Dot'], points: 30 });
  const feed = await shown('Ann', '/portal/thanks');
  assert.match(feed, /Dot .* Edit, 15 minutes left .* Ben .* Open/);
  const edited = 'You found the loose guard, and then a second one.';
  assert.match(
    await done(of('Ann'), `/portal/thanks/${second}`, [['message', edited]]),
    /The message is changed\. .* and then a second one\./,
  );
  const late = await of('Ann').post(`/portal/thanks/${first}`, [['message', edited]]);
  assert.equal(late.status, 409);
  assert.match(textOf(late), /The message can be changed for 15 minutes\./);
  assert.doesNotMatch(await shown('Ann', `/portal/thanks/${first}`), /Change the message/);
  service.write((one) => {
    addShopItem(one, {
      ...{ name: 'Mug', coin_price: 30, stock_remaining: null, category: 'merch' },
      description: 'Holds coffee',
      image_url: 'https://acme.example/mug.png',
    });
    redeemShopItem(one, person('Dot').id, 'Mug');
  });
  const spent = await of('Ann').post(`/portal/thanks/${second}/withdraw`);
  assert.equal(spent.status, 409);
  assert.match(
    textOf(spent),
    /Somebody has spent the coins, so this cannot be taken back\. HR can remove it\./,
  );
  assert.match(await done(of('Ann'), `/portal/thanks/${first}/withdraw`, []), /It is taken back\./);
  assert.match(await shown('Ann', '/portal/thanks/give'), /70 of 100 points left/);
  assert.match(await shown('Ben', '/portal/me'), /Thanks taken back: Safety before speed −10/);
  assert.equal((await of('Ben').get(`/portal/thanks/${first}`)).status, 404);
  for (const path of ['', '/withdraw']) {
    const other = await of('Dot').post(`/portal/thanks/${second}${path}`, [['message', edited]]);
    assert.equal(other.status, 403);
  }
});

test('the feed shows what somebody may see, by whose they are, department and value, page by page', async (t) => {
  const { of, given, shown, service, person } = await withThanks(t);
  for (let at = 0; at < 25; at++) {
    const message = `Deed number ${at} of a very long autumn.`;
    given({ from: 'Dot', to: ['Ann'], points: 0, value: 'learn', message, ago: DAY_MS - at });
  }
  given({ message: 'Seen by everybody in the company.' });
  given({ visibility: 'department', message: 'Seen by Sales alone, and nobody else.' });
  given({
    from: 'Ben',
    to: ['Cid'],
    visibility: 'private',
    message: 'Seen by the two of us alone.',
  });
  const counts = async (name: string, query = '') => {
    const text = await shown(name, `/portal/thanks${query}`);
    return ['everybody', 'Sales alone', 'two of us', 'Deed'].map(
      (one) => text.split(one).length - 1,
    );
  };
  assert.deepEqual(await counts('Ann'), [1, 1, 0, 18]);
  assert.deepEqual(await counts('Cid'), [1, 1, 1, 17]);
  assert.deepEqual(await counts('Dot'), [1, 0, 0, 19]);
  assert.deepEqual(await counts('Ann', '?of=for-me'), [0, 0, 0, 20]);
  assert.deepEqual(await counts('Ann', '?of=from-me'), [1, 1, 0, 0]);
  assert.deepEqual(await counts('Dot', '?value=safety'), [1, 0, 0, 0]);
  const { departmentId } = person('Ben');
  assert.deepEqual(await counts('Dot', `?department=${departmentId}&value=safety`), [1, 0, 0, 0]);
  const page = await of('Ann').get('/portal/thanks');
  assert.match(textOf(page), /28 in November, given by 3 of 4 people/);
  const [, older = ''] = /href="([^"]*before=\d+)">Older thanks/.exec(page.text) ?? [];
  const next = await of('Ann').get(older.replaceAll('&amp;', '&'));
  assert.match(textOf(next), /Deed number 6 .* Deed number 0 .* Back to the newest/);
  // An account without an employee sees what everybody may see, and does nothing.
  const owner = await service.signedIn('owner').get('/portal/thanks');
  assert.match(textOf(owner), /Seen by everybody/);
  assert.doesNotMatch(
    owner.text,
    /Sales alone|two of us|<button class="react"|Give thanks|#report/,
  );
});

test('where there are none the feed says where it looked, how many there are elsewhere, and leads there', async (t) => {
  const { given, shown, person } = await withThanks(t);
  assert.match(
    await shown('Ann', '/portal/thanks'),
    /None for this choice\. None in November so far .* No thanks here yet Looked at: thanks that you may see\. Thanks that others keep to themselves are not listed\. Give thanks/,
  );
  given({ from: 'Ann', to: ['Ben'] });
  const plant = person('Dot').departmentId;
  assert.match(
    await shown('Ann', `/portal/thanks?department=${plant}&value=safety`),
    /Looked at: thanks to or from people in Plant, for “Safety before speed” that you may see\. In the whole company there are 1 for this value in November\. .* Show the whole company/,
  );
});

test('people react with a button, and take it back, and stay where they were', async (t) => {
  const { of, given } = await withThanks(t);
  const id = given();
  const buttons = async () => {
    const { text } = await of('Dot').get('/portal/thanks?value=safety');
    return [...text.matchAll(/aria-pressed="(\w+)" name="(\w+)" value="(\w+)">/g)].map(
      ([, pressed, name, value]) => `${value} ${name} ${pressed}`,
    );
  };
  assert.deepEqual((await buttons())[0], 'lovely add false');
  const path = `/portal/thanks/${id}/react?value=safety`;
  const added = await of('Dot').post(path, [['add', 'lovely']]);
  assert.equal(added.headers.location, `/portal/thanks?value=safety#thanks-${id}`);
  assert.deepEqual((await buttons())[0], 'lovely remove true');
  assert.match(
    textOf(await of('Ann').get(`/portal/thanks/${id}`)),
    /near it\. 1 Lovely Great work/,
  );
  await of('Dot').post(path, [['remove', 'lovely']]);
  assert.deepEqual((await buttons())[0], 'lovely add false');
  assert.equal((await of('Dot').post(path, [['add', 'hate']])).status, 400);
});

test('who was thanked narrows who may see it, and anybody reports what they see, which hides it', async (t) => {
  const { of, given, shown } = await withThanks(t);
  const id = given();
  const path = `/portal/thanks/${id}`;
  assert.match(await shown('Ben', path), /Who may see it You were thanked, so you decide/);
  const narrowed = await done(of('Ben'), `${path}/narrow`, [['visibility', 'private']]);
  assert.match(narrowed, /Fewer people see it from now on\. .* Only the two/);
  assert.equal((await of('Dot').get(path)).status, 404);
  assert.equal((await of('Dot').post(`${path}/react`, [['add', 'lovely']])).status, 404);
  const wider = await of('Ben').post(`${path}/narrow`, [['visibility', 'company']]);
  assert.match(textOf(wider), /Who may see it can only be narrowed\./);
  const empty = await of('Ben').post(`${path}/report`, [['reason', ' ']]);
  assert.match(textOf(empty), /Give a reason|Say why/i);
  assert.match(
    await done(of('Ben'), `${path}/report`, [['reason', 'Not true']]),
    /It is reported, and hidden until somebody has looked at it\./,
  );
  assert.equal((await of('Ben').get(path)).status, 404);
  assert.match(await shown('Ann', '/portal/thanks?of=from-me'), /being looked at/);
});

test('nothing shows of it where it is off, nobody gives who takes no part, and a manager sees no more than others', async (t) => {
  const { service, of, given, shown } = await withThanks(t);
  given({
    from: 'Ben',
    to: ['Cid'],
    visibility: 'private',
    message: 'Seen by the two of us alone.',
  });
  const manager = service.signedIn('manager');
  assert.doesNotMatch((await manager.get('/portal/thanks')).text, /two of us/);
  service.write((one) => setKudosPart(one, 'dot@acme.example', 'observer'));
  const observer = await of('Dot').get('/portal/thanks/give');
  assert.match(textOf(observer), /You do not take part in giving thanks\./);
  assert.doesNotMatch(observer.text, /href="\/portal\/thanks\/give"/);
  assert.match(await shown('Ann', '/portal/me'), /Give thanks .* Thanks you can give/);
  service.write((one) => setKudosSettings(one, { on: false }));
  assert.doesNotMatch((await of('Ann').get('/portal/me')).text, /\/portal\/thanks/);
  for (const path of ['/portal/thanks', '/portal/thanks/give']) {
    const page = await of('Ann').get(path);
    assert.equal(page.status, 403);
  }
});

test('the sandbox shows its sample thanks to those who may see it', async (t) => {
  const service = await startPortal(t);
  const owner = service.signedIn('owner');
  const { status, text } = await owner.get('/portal/sandbox/thanks');
  assert.equal(status, 200);
  assert.match(text, /id="thanks-/);
});
