import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cardSecret } from '../../../src/domain/card-code.ts';
import { DAY_MS } from '../../../src/domain/duration.ts';
import { createDepartment } from '../../../src/service/departments/departments.ts';
import {
  addEmployee,
  deactivateEmployee,
  setEmployeeRole,
  updateEmployee,
} from '../../../src/service/people/employees.ts';
import { eraseEmployee } from '../../../src/service/people/erasure.ts';
import { useNoEmailDomain } from '../../../src/service/people/no-email.ts';
import { type Card, printCard, printCards } from '../../../src/service/portal/cards.ts';
import { inviteOne, invitePeople } from '../../../src/service/portal/invitations.ts';
import { findByLink, hashSecret, redeemLink } from '../../../src/service/portal/sessions.ts';
import type { TestCompany } from '../test-company.ts';
import { createTestCompany, NOW } from '../test-company.ts';

type Person = Parameters<typeof addEmployee>[1];

const hex = (secret: string) => Buffer.from(hashSecret(secret)).toString('hex');

async function acme(t: Parameters<typeof createTestCompany>[0]) {
  const company = createTestCompany(t);
  const { write } = company;
  const ids = write((one) => {
    useNoEmailDomain(one, 'people.example.com');
    const production = createDepartment(one, { name: 'Production' }).id;
    const add = (external_id: string | null, more: Partial<Person> = {}) =>
      addEmployee(one, {
        ...{ external_id, email: `${external_id}@people.example.com`, given_name: 'Ann' },
        ...more,
      }).employee_id;
    return {
      production,
      one: add('1', { department: production }),
      two: add('2'),
      mailed: add('3', { email: 'cy@acme.example' }),
      unnumbered: add(null, { email: 'dee@people.example.com' }),
    };
  });
  return { ...company, ids };
}

const works = async (
  { db }: TestCompany,
  { external_id, code }: Pick<Card, 'external_id' | 'code'>,
  now = NOW,
) => findByLink(db, await cardSecret(external_id, code), now)?.employeeId ?? null;

test('people without an email who have never signed in get cards, once', async (t) => {
  const company = await acme(t);
  const { write, ids } = company;
  const cards = write((one) => printCards(one, { department: ids.production }, 'owner'));
  assert.deepEqual(
    cards.map(({ code, ...card }) => card),
    [{ employee_id: ids.one, external_id: '1', name: 'Ann', department: 'Production' }],
  );
  assert.match(cards[0]?.code ?? '', /^[A-HJ-NP-Z2-9]{10}$/);
  const others = write((one) => printCards(one, {}, 'owner'));
  assert.deepEqual(
    others.map(({ employee_id }) => employee_id),
    [ids.two],
  );
  const again = write((one) => printCards(one, { again: true }, 'owner'));
  assert.equal(again.length, 2);
  const [first, second] = [cards[0], again[0]] as [Card, Card];
  assert.deepEqual([await works(company, first), await works(company, second)], [null, ids.one]);
});

test('a code is typed in any case with or without its hyphen, and works for its number for 30 days', async (t) => {
  const company = await acme(t);
  const card = company.write((one) => printCard(one, '1', { by: 'owner' }));
  const typed = { ...card, code: ` ${card.code.slice(0, 5).toLowerCase()}-${card.code.slice(5)} ` };
  assert.equal(await works(company, typed), company.ids.one);
  assert.equal(await works(company, { ...card, external_id: '2' }), null);
  assert.equal(await works(company, card, NOW + 30 * DAY_MS - 1), company.ids.one);
  assert.equal(await works(company, card, NOW + 30 * DAY_MS), null);
});

test('a card is void once somebody has signed in with it, has left, has another role or is erased', async (t) => {
  const company = await acme(t);
  const { write, ids } = company;
  const print = (who: string) => write((one) => printCard(one, who, { by: 'owner' }));
  const used = print('1');
  const link = hex(await cardSecret('1', used.code));
  const session = { hash: '0'.repeat(64), client: '::1', browser: '' };
  write((one) => redeemLink(one, { link, passwordHash: 'x', session }));
  assert.equal(await works(company, used), null);
  const changed = print('2');
  write((one) => setEmployeeRole(one, ids.two, { role: 'viewer' }));
  assert.equal(await works(company, changed), null);
  write((one) => setEmployeeRole(one, ids.two, 'none'));
  const left = print('2');
  write((one) => deactivateEmployee(one, ids.two, 'Left'));
  assert.equal(await works(company, left), null);
  const erased = print('1');
  write((one) => {
    deactivateEmployee(one, ids.one, 'Left');
    eraseEmployee(one, ids.one, 'Asked');
  });
  assert.equal(await works(company, erased), null);
});

test('a link ends with the address that it went to, and a card, which was handed over, does not', async (t) => {
  const company = await acme(t);
  const { db, write, ids } = company;
  const linkOf = () => write((one) => inviteOne(one, ids.mailed, { by: 'owner' })).secret ?? '';
  const opens = (secret: string) => findByLink(db, secret, NOW)?.employeeId ?? null;
  const change = (email: string, given_name = 'Cy') =>
    write((one) => updateEmployee(one, ids.mailed, { email, given_name }));
  const link = linkOf();
  change('CY@acme.example', 'Cyd');
  assert.equal(opens(link), ids.mailed);
  change('cyd@acme.example');
  assert.equal(opens(link), null);
  assert.equal(opens(linkOf()), ids.mailed);
  const card = write((one) => printCard(one, ids.mailed, { by: 'owner' }));
  change('cy@acme.example');
  assert.equal(await works(company, card), ids.mailed);
});

test('two companies with the same employee number are told apart by the code', async (t) => {
  const [acmeOne, other] = [await acme(t), await acme(t)];
  const [card, theirs] = [acmeOne, other].map(({ write }) =>
    write((one) => printCard(one, '1', { by: 'owner' })),
  ) as [Card, Card];
  assert.equal(await works(acmeOne, card), acmeOne.ids.one);
  assert.equal(await works(other, theirs), other.ids.one);
  assert.notEqual(card.code, theirs.code);
});

test('links in bulk are for people with an email, and a card needs a number', async (t) => {
  const { write, ids } = await acme(t);
  const links = write((one) => invitePeople(one, {}, 'owner'));
  assert.deepEqual(
    links.map(({ employee_id }) => employee_id),
    [ids.mailed],
  );
  assert.throws(() => write((one) => printCard(one, ids.unnumbered, { by: 'owner' })), {
    code: 'conflict',
  });
});

test('an admin makes links and cards for nobody who is admin or owner', async (t) => {
  const { write, ids } = await acme(t);
  write((one) => setEmployeeRole(one, ids.two, 'admin'));
  const forbidden = { code: 'forbidden' };
  assert.throws(() => write((one) => printCard(one, ids.two, { by: 'admin' })), forbidden);
  assert.throws(() => write((one) => inviteOne(one, ids.two, { by: 'admin' })), forbidden);
  const cards = write((one) => printCards(one, { numbers: [1, 2, 3, 4] }, 'admin'));
  assert.deepEqual(
    cards.map(({ employee_id }) => employee_id),
    [ids.one, ids.mailed],
  );
});
