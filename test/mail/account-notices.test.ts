import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { DAY_MS, HOUR_MS } from '../../src/domain/duration.ts';
import { noticesToRole } from '../../src/domain/mail/mail-kind.ts';
import { updateCompany } from '../../src/service/company/companies.ts';
import { takeRoundStep } from '../../src/service/mail/rounds.ts';
import {
  mailChoices,
  readUnsubscribeToken,
  refuseMail,
} from '../../src/service/mail/unwanted-mail.ts';
import {
  addEmployee,
  deactivateEmployee,
  setEmployeeRole,
} from '../../src/service/people/employees.ts';
import { provideAccount, setAccountRole } from '../../src/service/portal/accounts.ts';
import { approveRun } from '../../src/service/roster/follow-up/approve-run.ts';
import { changeRedemptionStatus, redeemShopItem } from '../../src/service/shop/redemptions.ts';
import { addShopItem } from '../../src/service/shop/shop.ts';
import { grantCoins } from '../../src/service/xp/ledger.ts';
import { rosterRow } from '../domain/roster/builders.ts';
import { syncRun } from '../service/roster/sync.ts';
import { createTestCompany, NOW, queryRows, type TestCompany } from '../service/test-company.ts';
import { ADDRESS, openOutbox, switchMailOn } from './outbox.ts';
import { headersOf, partOf, type Received, startMailServer } from './smtp-server.ts';

const of = (name: string) => `${name}@acme.example`;

/** A company with two owners, one of them an employee, an admin, a viewer, and an admin without an account. */
async function start(t: TestContext) {
  const company = createTestCompany(t);
  switchMailOn(company);
  const server = await startMailServer(t);
  const outbox = openOutbox(t, company, server.port);
  company.write((write) => {
    for (const name of ['olga', 'adam', 'ann']) addEmployee(write, { email: of(name) });
    provideAccount(write, { email: of('owner'), role: 'owner' });
    provideAccount(write, { email: of('viewer'), role: 'viewer' });
    for (const name of ['olga', 'adam']) provideAccount(write, { email: of(name) });
    setAccountRole(write, of('olga'), 'owner');
    for (const name of ['adam', 'ann']) setEmployeeRole(write, of(name), 'admin');
  });
  return { company, server, outbox };
}

const subjects = (mails: readonly Received[]) =>
  mails.map((mail) => `${mail.to[0]}: ${headersOf(mail).get('subject')?.[0]}`);

const states = ({ db, companyId }: TestCompany) =>
  queryRows(
    db,
    companyId,
    'select kind, state, error from mails where company_id = :companyId order by entry',
    { kind: 'text', state: 'text', error: 'text?' },
  ).map(({ kind, state, error }) => [kind, state, error]);

const rows = (...ids: string[]) => ids.map((id) => rosterRow(id));

/** Syncs a roster that lacks as many people, and lets the service notice. */
function block(company: TestCompany, lacking: number, now: number): string {
  const times = { now, clock: () => now };
  syncRun(company, rows('A', 'B', 'C', 'D', 'E'), { ...times, now: now - 1 });
  const left = rows('A', 'B', 'C', 'D').slice(0, 5 - lacking);
  const stop = { deactivateMissing: true, maxDeactivations: 1 };
  const { runId } = syncRun(company, left, { ...times, ...stop });
  takeRoundStep(company.db, now);
  return runId ?? '';
}

/** Somebody redeems something. */
const redeem = ({ write }: TestCompany, now = NOW): string =>
  write((one) => {
    grantCoins(one, of('ann'), { amount: 30 });
    const item = addShopItem(one, {
      ...{ name: 'Mug', description: 'For coffee.', category: 'merch', coin_price: 30 },
      ...{ image_url: 'https://example.com/mug.png', stock_remaining: null },
    });
    return redeemShopItem(one, of('ann'), item.id).id;
  }, now);

/** Takes steps until nothing is due, or the mails of those that are have to be sent first. */
function goRound({ db }: TestCompany, now: number): number {
  let steps = 0;
  while (takeRoundStep(db, now) === 0) steps++;
  return steps;
}

test('owners are told at once of a blocked roster, as it is when the mail is sent', async (t) => {
  const { company, server, outbox } = await start(t);
  company.write((write) => updateCompany(write, { mails: 'blocked' }));
  const run = block(company, 3, NOW);
  assert.deepEqual(await outbox.empty(), ['sent', 'sent']);
  assert.deepEqual(
    subjects(server.mails).sort(),
    [
      `${of('olga')}: A roster is blocked at Acme`,
      `${of('owner')}: A roster is blocked at Acme`,
    ].sort(),
  );
  const [mail] = server.mails;
  assert.ok(mail);
  const text = partOf(mail, 'text/plain');
  assert.match(text, /3 people would be deactivated, more than the limit allows\./);
  assert.ok(text.includes(`${ADDRESS}/portal/syncs/${run}`));
  assert.ok(text.includes(`${ADDRESS}/portal/account#my-mails`));
  assert.deepEqual(headersOf(mail).get('list-unsubscribe-post'), ['List-Unsubscribe=One-Click']);
});

test('nobody is told of a blocked roster that was decided meanwhile, nor who is no owner any more', async (t) => {
  const { company, server, outbox } = await start(t);
  company.write((write) => updateCompany(write, { mails: 'blocked' }));
  const run = block(company, 3, NOW);
  company.write((write) => setAccountRole(write, of('owner'), 'admin'));
  company.write((write) => approveRun(write, run, { clock: () => write.now }), NOW + 1);
  assert.deepEqual(await outbox.empty(), ['dropped', 'dropped']);
  assert.deepEqual(
    states(company)
      .map(([, , why]) => why)
      .sort(),
    ['no_receiver', 'nothing_left'],
  );
  assert.deepEqual(server.mails, []);
});

test('a roster that stays blocked is told once, and another one after an hour', async (t) => {
  const { company, server, outbox } = await start(t);
  company.write((write) => updateCompany(write, { mails: 'blocked' }));
  block(company, 3, NOW);
  await outbox.empty();
  for (const minutes of [1, 2, 3]) block(company, 3, NOW + minutes * 60_000);
  outbox.clock.now = NOW + 2 * HOUR_MS;
  assert.deepEqual(await outbox.empty(), []);
  block(company, 2, outbox.clock.now);
  block(company, 4, outbox.clock.now + 1);
  assert.deepEqual(await outbox.empty(), ['sent', 'sent']);
  assert.equal(server.mails.length, 4);
  block(company, 2, outbox.clock.now + 2);
  assert.deepEqual(await outbox.empty(), []);
  outbox.clock.now += HOUR_MS;
  assert.deepEqual(await outbox.empty(), ['sent', 'sent']);
});

test('owners and admins are told once a day what waits, if something does', async (t) => {
  const { company, server, outbox } = await start(t);
  assert.equal(goRound(company, NOW), 1);
  assert.deepEqual(states(company), []);
  const id = redeem(company);
  // It came after this morning's look.
  assert.equal(goRound(company, NOW + HOUR_MS), 0);
  const tomorrow = NOW + DAY_MS;
  assert.equal(goRound(company, tomorrow), 1);
  assert.equal(goRound(company, tomorrow), 0);
  outbox.clock.now = tomorrow;
  assert.deepEqual(await outbox.empty(), ['sent', 'sent', 'sent']);
  assert.deepEqual(
    subjects(server.mails).sort(),
    ['adam', 'olga', 'owner'].map((name) => `${of(name)}: Something waits for a decision at Acme`),
  );
  const text = partOf(server.mails[0] as Received, 'text/plain');
  assert.match(
    text,
    /\* 1 redemption \(for 24 hours\)\r\n {2}Somebody spent coins and waits for an answer\./,
  );
  company.write((write) => changeRedemptionStatus(write, id, 'approved'), tomorrow);
  goRound(company, tomorrow + DAY_MS);
  outbox.clock.now = tomorrow + DAY_MS;
  await outbox.empty();
  const later = server.mails.slice(3).filter(({ raw }) => raw.includes('waits'));
  assert.match(partOf(later[0] as Received, 'text/plain'), /\* 1 redemption to hand out/);
});

test('a service that was away in the morning tells until the evening, and not at night', async (t) => {
  const { company } = await start(t);
  redeem(company, NOW - DAY_MS);
  const morning = Date.UTC(2026, 10, 21, 7);
  assert.equal(goRound(company, morning + 12 * HOUR_MS), 0);
  assert.equal(goRound(company, morning + 12 * HOUR_MS - 1), 1);
  assert.deepEqual(states(company), Array(3).fill(['decision', 'waiting', null]));
});

test('what was decided before the mail is sent is not told', async (t) => {
  const { company, server, outbox } = await start(t);
  const id = redeem(company, NOW - DAY_MS);
  goRound(company, NOW);
  company.write((write) => changeRedemptionStatus(write, id, 'declined', 'No'));
  assert.deepEqual(await outbox.empty(), ['dropped', 'dropped', 'dropped']);
  assert.deepEqual(server.mails, []);
});

test('accounts do without, and so does a company', async (t) => {
  const { company, server, outbox } = await start(t);
  redeem(company, NOW - DAY_MS);
  goRound(company, NOW);
  await outbox.empty();
  const mail = server.mails.find(({ to }) => to[0] === of('adam'));
  const token = /\/portal\/mails\/([\w-]+)/.exec(mail?.raw.replace(/=\r\n/g, '') ?? '')?.[1] ?? '';
  const { number, kind } = readUnsubscribeToken(company.db, token);
  assert.equal(kind, 'decision');
  company.write((write) => refuseMail(write, { number, kind }));
  const told = { companyId: company.companyId, receiver: 'account', number } as const;
  assert.deepEqual(mailChoices(company.db, told, noticesToRole('owner')), {
    ...{ offered: ['decision', 'blocked'], wanted: ['blocked'] },
  });
  goRound(company, NOW + DAY_MS);
  outbox.clock.now = NOW + DAY_MS;
  assert.deepEqual(await outbox.empty(), ['sent', 'sent']);
  company.write((write) => updateCompany(write, { mails: 'badge' }));
  assert.equal(goRound(company, NOW + 2 * DAY_MS), 0);
  block(company, 3, NOW + 2 * DAY_MS);
  outbox.clock.now = NOW + 2 * DAY_MS;
  assert.deepEqual(await outbox.empty(), []);
});

test('nothing goes to an account that nobody uses any more, nor of a sandbox, nor where no mail is sent', async (t) => {
  const { company, outbox } = await start(t);
  redeem(company, NOW - DAY_MS);
  company.write((write) => deactivateEmployee(write, of('adam'), 'Left'));
  const sandbox = { ...company, companyId: company.sandboxId, write: company.writeSandbox };
  block(sandbox, 3, NOW);
  goRound(company, NOW);
  assert.deepEqual(await outbox.empty(), ['sent', 'sent']);
  switchMailOn(company, false);
  block(company, 3, NOW);
  goRound(company, NOW + DAY_MS);
  assert.equal(states(company).length, 2);
});
