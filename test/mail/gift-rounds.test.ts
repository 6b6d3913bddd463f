import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE_MS } from '../../src/domain/duration.ts';
import { defineBadge } from '../../src/service/badges/badges.ts';
import { takeRoundStep } from '../../src/service/mail/rounds.ts';
import { addEmployee } from '../../src/service/people/employees.ts';
import { give, listOf, undo } from '../service/gifts/giving.ts';
import { createTestCompany, NOW, queryRows, type TestCompany } from '../service/test-company.ts';
import { openOutbox, switchMailOn } from './outbox.ts';
import { headersOf, startMailServer } from './smtp-server.ts';

const PEOPLE = 301;
const emailOf = (n: number) => `p${n}@acme.example`;

const count = ({ db, companyId }: TestCompany) =>
  queryRows(
    db,
    companyId,
    'select count(distinct employee_number) as people from mails where company_id = :companyId',
    { people: 'integer' },
  )[0]?.people ?? 0;

/** A company with people, of whom a list of more than 10,000 rows gives each a badge. */
function start(company: TestCompany) {
  switchMailOn(company);
  company.write((write) => {
    for (const code of ['mentor', 'speaker'])
      defineBadge(write, { code, name: `The ${code}`, category: 'social', rarity: 'rare' });
    for (let n = 0; n < PEOPLE; n++) addEmployee(write, { email: emailOf(n) });
  });
  return (badge: string, now: number) =>
    give(
      company,
      listOf(
        company,
        Array.from({ length: 10_001 }, (_, n) => ({ employee: emailOf(n), badge })),
        { now },
      ),
    );
}

test('everybody is told of the badge of a gift of more than 10,000 rows, in portions', async (t) => {
  const company = createTestCompany(t);
  const server = await startMailServer(t);
  const outbox = openOutbox(t, company, server.port);
  const giveAll = start(company);
  assert.equal(giveAll('mentor', NOW).badges, PEOPLE);
  assert.equal(count(company), 0);
  for (let steps = 0; count(company) < PEOPLE; steps++) {
    assert.ok(steps < 10);
    const before = count(company);
    takeRoundStep(company.db, NOW);
    assert.ok(count(company) - before <= 250);
    outbox.clock.now = NOW + MINUTE_MS;
    await outbox.empty();
  }
  while (takeRoundStep(company.db, NOW) === 0);
  await outbox.empty();
  assert.equal(server.mails.length, PEOPLE);
  assert.deepEqual(
    new Set(server.mails.map((mail) => headersOf(mail).get('subject')?.[0])),
    new Set(['You have a new badge: The mentor']),
  );
});

test('nobody is told of what was undone, and of a later gift they are', async (t) => {
  const company = createTestCompany(t);
  const server = await startMailServer(t);
  const outbox = openOutbox(t, company, server.port);
  const giveAll = start(company);
  const { gift_id } = giveAll('mentor', NOW);
  takeRoundStep(company.db, NOW);
  assert.equal(count(company), 250);
  undo(company, gift_id ?? '');
  outbox.clock.now = NOW + MINUTE_MS;
  assert.deepEqual(new Set(await outbox.empty()), new Set(['dropped']));
  giveAll('speaker', NOW + MINUTE_MS);
  for (let n = 0; n < 2; n++) {
    while (takeRoundStep(company.db, outbox.clock.now) === 0);
    outbox.clock.now += MINUTE_MS;
    await outbox.empty();
  }
  const told = queryRows(
    company.db,
    company.companyId,
    `select subject, count(*) as count from mails where company_id = :companyId group by 1 order by 1`,
    { subject: 'text', count: 'integer' },
  );
  assert.deepEqual(told, [
    { subject: 'mentor', count: 250 },
    { subject: 'speaker', count: PEOPLE },
  ]);
});
