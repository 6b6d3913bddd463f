import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createCompany } from '../../src/service/company/companies.ts';
import { writeCompany } from '../../src/service/company/company-write.ts';
import { deleteOldMails, MAIL_DAYS } from '../../src/service/mail/old-mails.ts';
import { mailLink } from '../../src/service/mail/outbox.ts';
import { inEnglish } from '../../src/service/operations/doctor/health-findings.ts';
import { checkMails } from '../../src/service/operations/doctor/mails.ts';
import {
  addEmployee,
  deactivateEmployee,
  updateEmployee,
} from '../../src/service/people/employees.ts';
import { eraseEmployee } from '../../src/service/people/erasure.ts';
import { useNoEmailDomain } from '../../src/service/people/no-email.ts';
import { provideAccount } from '../../src/service/portal/accounts.ts';
import { inviteOne, invitePeople } from '../../src/service/portal/invitations.ts';
import { findByLink } from '../../src/service/portal/sessions.ts';
import { createTestCompany, NOW, type TestCompany } from '../service/test-company.ts';
import { usePostgres } from '../store/postgres-server.ts';
import { ADDRESS, openOutbox, switchMailOn } from './outbox.ts';
import {
  converse,
  ended,
  headersOf,
  type MailServerOptions,
  partOf,
  type Received,
  startHostileServer,
  startMailServer,
} from './smtp-server.ts';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

async function start(t: TestContext, options: MailServerOptions = {}) {
  const company = createTestCompany(t);
  switchMailOn(company);
  const server = await startMailServer(t, options);
  return { company, server, outbox: openOutbox(t, company, server.port) };
}

const add = ({ write }: TestCompany, name: string, now = NOW) =>
  write((one) => addEmployee(one, { email: `${name}@acme.example`, given_name: name }), now);

const invite = ({ write }: TestCompany, name: string, now = NOW) =>
  write((one) => inviteOne(one, `${name}@acme.example`, { by: 'owner' }), now);

const secretIn = (mail: Received): string =>
  /\/portal\/link\/([\w-]{22})\b/.exec(partOf(mail, 'text/plain'))?.[1] ?? '';

const rows = ({ db }: TestCompany) =>
  db.all(
    {
      name: 'test/mails',
      sql: `select state, attempts, status, error, case when link_seed is null then 0 else 1 end as hasSeed from mails order by company_id, entry`,
      cardinality: 'many',
      params: {},
      row: {
        state: 'text',
        attempts: 'integer',
        status: 'integer?',
        error: 'text?',
        hasSeed: 'flag',
      },
    },
    {},
  );

test('everybody who is invited gets a mail with a link of their own, whose secret is in no table', async (t) => {
  const { company, server, outbox } = await start(t);
  for (const name of ['ada', 'grace']) add(company, name);
  const invited = company.write((write) => invitePeople(write, {}, 'owner'));
  assert.deepEqual(
    invited.map(({ email, secret }) => [email, secret]),
    [
      ['ada@acme.example', null],
      ['grace@acme.example', null],
    ],
  );
  assert.deepEqual(await outbox.empty(), ['sent', 'sent']);
  const [ada, grace] = server.mails;
  assert.ok(ada && grace);
  assert.deepEqual([ada.to, grace.to], [['ada@acme.example'], ['grace@acme.example']]);
  assert.deepEqual(headersOf(ada).get('subject'), ['Your invitation to engaged at Acme']);
  assert.match(partOf(ada, 'text/plain'), /^Hello ada, [\s\S]*until 28 Nov 2026/m);
  const link = `${ADDRESS}/portal/link/${secretIn(ada)}`;
  assert.ok(partOf(ada, 'text/html').includes(`href="${link}"`));
  assert.equal(findByLink(company.db, secretIn(ada), NOW)?.email, 'ada@acme.example');
  assert.equal(findByLink(company.db, secretIn(grace), NOW)?.email, 'grace@acme.example');
  assert.deepEqual(rows(company), [
    ...Array(2).fill({ state: 'sent', attempts: 1, status: 250, error: null, hasSeed: 0 }),
  ]);
  assert.deepEqual(await outbox.send(), []);
});

test('a link is for whoever invites, where there is no mail, no email, or it is asked for', async (t) => {
  const { company, outbox } = await start(t);
  company.write((write) => useNoEmailDomain(write, 'nomail.example'));
  company.write((write) => addEmployee(write, { email: 'e1@nomail.example', given_name: 'Eve' }));
  add(company, 'ada');
  const eve = company.write((write) => inviteOne(write, 'e1@nomail.example', { by: 'owner' }));
  assert.match(eve.secret ?? '', /^[\w-]{22}$/);
  assert.equal(invite(company, 'ada').secret, null);
  const printed = company.write((write) =>
    inviteOne(write, 'ada@acme.example', { by: 'owner', withoutMail: true }),
  );
  assert.match(printed.secret ?? '', /^[\w-]{22}$/);
  // The printed link has replaced the one in the outbox.
  assert.deepEqual(await outbox.empty(), ['dropped']);
});

test('whether and where somebody gets a mail is decided when it is sent', async (t) => {
  const { company, server, outbox } = await start(t);
  const names = ['moved', 'left', 'erased', 'unmailed', 'late', 'again'];
  for (const name of names) add(company, name);
  for (const name of names) invite(company, name);
  const of = (name: string) => `${name}@acme.example`;
  company.write((write) => updateEmployee(write, of('moved'), { email: 'new@acme.example' }));
  company.write((write) => deactivateEmployee(write, of('left'), 'left'));
  company.write((write) => deactivateEmployee(write, of('erased'), 'left'));
  company.write((write) => eraseEmployee(write, of('erased'), 'asked'));
  company.write((write) => updateEmployee(write, of('unmailed'), { email: 'e2@nomail.example' }));
  company.db.run(
    {
      name: 'test/no-email',
      sql: "insert into no_email_domains (company_id, domain) values (:companyId, 'nomail.example')",
      cardinality: 'exec',
      params: { companyId: 'integer' },
      row: {},
    },
    { companyId: company.companyId },
  );
  const later = company.write((write) => {
    const account = provideAccount(write, { email: of('late') });
    return mailLink(write, account, { kind: 'link', lasts: MINUTE });
  });
  assert.equal(later, undefined);
  invite(company, 'again');
  outbox.clock.now += MINUTE;
  const results = await outbox.empty();
  assert.deepEqual(results.toSorted(), [
    'dropped',
    'dropped',
    'dropped',
    'dropped',
    'dropped',
    'dropped',
    'sent',
  ]);
  // Nobody else takes over the link of an address that has changed.
  assert.deepEqual(
    server.mails.map(({ to }) => to[0]),
    ['again@acme.example'],
  );
  assert.deepEqual(
    rows(company).map(({ error }) => error),
    ['link_gone', 'no_receiver', 'no_receiver', 'link_gone', 'link_gone', 'expired', null],
  );
});

test('a mail that the server does not take now is the same mail when it is tried again', async (t) => {
  let isFull = true;
  const refused: Received[] = [];
  const { company, server, outbox } = await start(t, {
    refusesMail: (mail) => {
      if (isFull) refused.push(mail);
      return isFull ? 452 : undefined;
    },
  });
  add(company, 'ada');
  invite(company, 'ada');
  assert.deepEqual(await outbox.empty(), ['retried']);
  outbox.clock.now += 4_999;
  assert.deepEqual(await outbox.empty(), []);
  outbox.clock.now += 1;
  assert.deepEqual(await outbox.empty(), ['retried']);
  assert.deepEqual(rows(company), [
    { state: 'waiting', attempts: 2, status: 452, error: 'refused', hasSeed: 1 },
  ]);
  assert.deepEqual(
    checkMails(company.db, outbox.clock.now).map((one) => inEnglish(one).message),
    ['1 mail was not taken and is tried again (452)'],
  );
  isFull = false;
  outbox.clock.now += 5 * MINUTE;
  assert.deepEqual(await outbox.empty(), ['sent']);
  const all = [...refused, ...server.mails];
  const same = new Set(all.map((mail) => `${headersOf(mail).get('message-id')} ${secretIn(mail)}`));
  assert.deepEqual([all.length, same.size], [3, 1]);
});

test('a mail that the server refuses for good is given up, and that is found', async (t) => {
  const { company, server, outbox } = await start(t, {
    refuses: (to) => (to.startsWith('gone') ? 550 : undefined),
  });
  assert.deepEqual(checkMails(company.db, NOW), []);
  for (const name of ['gone', 'ada']) {
    add(company, name);
    invite(company, name);
  }
  assert.deepEqual(await outbox.empty(), ['failed', 'sent']);
  assert.deepEqual(rows(company)[0], {
    ...{ state: 'failed', attempts: 1, status: 550, error: 'refused', hasSeed: 0 },
  });
  assert.equal(server.mails.length, 1);
  assert.deepEqual(
    checkMails(company.db, NOW).map((one) => inEnglish(one).message),
    ['1 mail was given up in the last 7 days (550)'],
  );
  outbox.clock.now += 8 * DAY;
  assert.deepEqual(
    checkMails(company.db, outbox.clock.now).map((one) => inEnglish(one).level),
    ['ok'],
  );
});

test('mails that wait are found, and those that wait for long', async (t) => {
  const { company, outbox } = await start(t);
  add(company, 'ada');
  invite(company, 'ada');
  const said = (now: number) =>
    checkMails(company.db, now).map((one) => `${one.level}: ${inEnglish(one).message}`);
  const taken = 'ok: No mail was given up in the last 7 days, or is tried again';
  const minutes = 60_000;
  assert.deepEqual(said(NOW + 15 * minutes), ['ok: 1 mail waits to be sent, none for long', taken]);
  assert.deepEqual(said(NOW + 16 * minutes), [
    'warning: 1 mail waits to be sent, the next one since 2026-11-21T09:30:00.000Z',
    taken,
  ]);
  await outbox.empty();
  assert.deepEqual(said(NOW), [taken]);
});

test('a mail that is given up after days of trying was tried as often as an event to a webhook', async (t) => {
  const { company, outbox } = await start(t, { refusesMail: () => 451 });
  add(company, 'ada');
  company.write((write) => inviteOne(write, 'ada@acme.example', { by: 'owner', days: 30 }));
  const results = [];
  for (let day = 0; day < 120; day++) {
    results.push(...(await outbox.empty()));
    outbox.clock.now += 3_600_000;
  }
  assert.deepEqual([results.length, results.at(-1)], [10, 'failed']);
});

test('nothing is tried for a while after the server could not be reached', async (t) => {
  const { company, server, outbox } = await start(t);
  await server.close();
  for (const name of ['ada', 'grace']) {
    add(company, name);
    invite(company, name);
  }
  assert.deepEqual(await outbox.empty(), ['retried']);
  assert.deepEqual(
    rows(company).map(({ attempts, error }) => [attempts, error]),
    [
      [1, 'unreachable'],
      [0, null],
    ],
  );
  const again = await startMailServer(t, { port: server.port });
  assert.deepEqual(await outbox.empty(), []);
  outbox.clock.now += 5_000;
  assert.deepEqual(await outbox.empty(), ['sent', 'sent']);
  assert.equal(again.mails.length, 2);
});

test('what was sent and not recorded is sent again, with the same name and the same link', async (t) => {
  const { company, server, outbox } = await start(t);
  add(company, 'ada');
  invite(company, 'ada');
  assert.equal((await outbox.send()).length, 1);
  outbox.close();
  const next = openOutbox(t, company, server.port);
  // A server notices after a moment that the connection is gone.
  const results = [];
  while (results.length === 0) results.push(...(await next.empty()));
  assert.deepEqual(results, ['sent']);
  const [first, second] = server.mails;
  assert.ok(first && second);
  assert.deepEqual(headersOf(first).get('message-id'), headersOf(second).get('message-id'));
  assert.equal(secretIn(first), secretIn(second));
});

/** A company beside that of the test, with people who are invited. */
function inviteInBeta({ db }: TestCompany, names: readonly string[]): void {
  const { company } = createCompany(db, {
    name: 'Beta',
    ssoDomains: [],
    now: NOW,
    actor: 'test',
  });
  const companyId = db.all(
    {
      name: 'test/beta',
      sql: 'select company_id as companyId from companies where id = :id',
      cardinality: 'many',
      params: { id: 'text' },
      row: { companyId: 'integer' },
    },
    { id: company.id },
  )[0]?.companyId;
  assert.ok(companyId);
  writeCompany(db, { companyId, now: NOW, actor: 'test' }, (write) => {
    for (const name of names) {
      addEmployee(write, { email: `${name}@beta.example`, given_name: name });
      inviteOne(write, `${name}@beta.example`, { by: 'owner' });
    }
  });
}

test('no company waits for the mails of another', async (t) => {
  const { company, server, outbox } = await start(t);
  for (let n = 0; n < 20; n++) {
    add(company, `p${n}`);
    invite(company, `p${n}`);
  }
  inviteInBeta(company, ['bob']);
  outbox.record(await outbox.send());
  assert.ok(server.mails.slice(0, 2).some(({ to }) => to[0] === 'bob@beta.example'));
  assert.equal((await outbox.empty()).length, 19);
});

test('companies take turns also where the server takes long over each mail', async (t) => {
  let pass = () => {};
  const { company, server, outbox } = await start(t, { beforeAnswer: async () => pass() });
  pass = () => {
    outbox.clock.now += MINUTE;
  };
  for (const name of ['ada', 'grace', 'mary']) {
    add(company, name);
    invite(company, name);
  }
  inviteInBeta(company, ['bob', 'bill', 'ben']);
  await outbox.empty();
  const companies = server.mails.map(({ to }) => to[0]?.split('@')[1]);
  const first = companies[0];
  assert.deepEqual(
    companies.map((one) => one === first),
    [true, false, true, false, true, false],
  );
});

test('a mail over which the server breaks off holds up its own company alone', async (t) => {
  const { company } = await start(t);
  const taken: string[] = [];
  const port = await startHostileServer(
    t,
    converse((line, socket) => {
      const [, to = ''] = /^RCPT TO:<([^@]*)/.exec(line) ?? [];
      if (to === 'ada') return ended(socket);
      if (to !== '') taken.push(to);
      return undefined;
    }),
  );
  const outbox = openOutbox(t, company, port);
  for (const name of ['ada', 'grace']) {
    add(company, name);
    invite(company, name);
  }
  inviteInBeta(company, ['bob', 'bill']);
  assert.deepEqual(await outbox.empty(), ['retried', 'sent', 'sent']);
  assert.deepEqual(taken, ['bob', 'bill']);
  outbox.clock.now += 5_000;
  assert.deepEqual(await outbox.empty(), ['sent', 'retried']);
  assert.deepEqual(taken, ['bob', 'bill', 'grace']);
});

test('the outbox of a company is bounded, and old mails are deleted', async (t) => {
  const { company, outbox } = await start(t);
  add(company, 'ada');
  company.write((write) => {
    const account = provideAccount(write, { email: 'ada@acme.example' });
    const fill = () => mailLink(write, account, { kind: 'link', lasts: DAY });
    fill();
    company.db.run(
      {
        name: 'test/fill',
        sql: `insert into mails (
            company_id, entry, id, kind, account_entry, link_seed, created_at, expires_at, state, next_attempt_at
          )
          with recursive n (i) as (select 1 union all select i + 1 from n where i < 9999)
          select company_id, -i, id, kind, account_entry, link_seed, created_at, expires_at, state, next_attempt_at
          from n cross join mails`,
        cardinality: 'exec',
        params: {},
        row: {},
      },
      {},
    );
    assert.throws(fill, { failure: { code: 'outbox_full' } });
  });
  company.db.run(
    {
      name: 'test/leave-one',
      sql: 'delete from mails where entry < 0',
      cardinality: 'exec',
      params: {},
      row: {},
    },
    {},
  );
  assert.deepEqual(await outbox.empty(), ['sent']);
  const old = NOW + MAIL_DAYS * DAY;
  assert.deepEqual([deleteOldMails(company.db, old), rows(company).length], [false, 1]);
  assert.deepEqual([deleteOldMails(company.db, old + 1), rows(company).length], [true, 0]);
});

test('of two services on one database one sends, and the other goes on when it is gone', async (t) => {
  const postgres = await usePostgres(t);
  if (postgres === undefined) return;
  const company = createTestCompany(t, postgres);
  switchMailOn(company);
  const server = await startMailServer(t);
  const [one, other] = [0, 1].map(() => openOutbox(t, company, server.port));
  assert.ok(one && other);
  for (const name of ['ada', 'grace']) {
    add(company, name);
    invite(company, name);
  }
  const [sent, held] = await Promise.all([one.send(), other.send()]);
  assert.deepEqual([sent.length, held.length], [1, 0]);
  one.record(sent);
  assert.deepEqual(await other.empty(), []);
  one.close();
  // The server notices after a moment that the connection is gone.
  const results = [];
  while (results.length === 0) results.push(...(await other.empty()));
  assert.deepEqual(results, ['sent']);
  assert.deepEqual(
    server.mails.map(({ to }) => to[0]),
    ['ada@acme.example', 'grace@acme.example'],
  );
});
