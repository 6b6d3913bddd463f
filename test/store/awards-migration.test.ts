import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isoTime } from '../../src/domain/iso-time.ts';
import { levelOf, xpToNextLevel } from '../../src/domain/level.ts';
import { listDecisions } from '../../src/service/audit/audit.ts';
import { collectPerson } from '../../src/service/people/person-export.ts';
import type { Database } from '../../src/store/database.ts';
import { rowsOf, type Shape } from '../../src/store/query.ts';
import { type Older, olderFile, olderPostgres } from './older-data.ts';

const OLD_SCHEMA = 32;

const idOf = (n: number) => `01997a3c-8f2e-7000-9c6d-${String(n).padStart(12, '0')}`;

const insert = <R extends Shape>(db: Database, table: string, shape: R, rows: readonly object[]) =>
  db.run(
    {
      name: `test/insert_${table}`,
      sql: `insert into ${table} (${Object.keys(shape)}) select ${Object.keys(shape)} from rows(:rows) given`,
      cardinality: 'exec',
      params: { rows: rowsOf(shape) },
      row: {},
    },
    { rows: rows as never },
  );

const LEDGER = {
  company_id: 'integer',
  employee_number: 'integer',
  entry: 'integer',
  amount: 'integer',
  reason: 'text?',
  source: 'text',
  recorded_at: 'integer',
  once_key: 'text?',
} as const;
const XP_LEDGER = { ...LEDGER, counts_at: 'integer' } as const;
const AUDIT = {
  company_id: 'integer',
  entry: 'integer',
  at: 'integer',
  actor: 'text',
  action: 'text',
  target_kind: 'text',
  target_id: 'text?',
  before: 'text?',
  after: 'text?',
} as const;

type AuditRow = { company_id: number; entry: number } & Record<string, unknown>;

const PEOPLE = 6;
const ERASED = 4;
const DAY = 86_400_000;

/** Numbers that look random and are the same in every run. */
function randomNumbers() {
  let state = 42;
  return (below: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

/** What the ledgers and the log of an older file held after many awards of every kind. */
function history(companyId: number) {
  const random = randomNumbers();
  const totals = Array.from({ length: PEOPLE + 1 }, () => ({ xp: 0, coins: 0 }));
  const xp: object[] = [];
  const coins: object[] = [];
  const audit: AuditRow[] = [];
  let entry = 1;
  let at = DAY * 400;
  const decide = (action: string, target: string, values: { before?: object; after?: object }) => {
    const isErased = target === idOf(ERASED) && action !== 'employee.erase';
    const actor = random(3) === 0 ? 'command line (ada)' : `key ${idOf(random(2))}`;
    audit.push({
      ...{ company_id: companyId, entry: entry++, at, actor, action, target_kind: 'employee' },
      target_id: target,
      before: values.before && !isErased ? JSON.stringify(values.before) : null,
      after: values.after && !isErased ? JSON.stringify(values.after) : null,
    });
    return actor;
  };
  for (let n = 0; n < 600; n++) {
    // Many at one time, and now and then a clock that goes back.
    at += random(4) === 0 ? random(2_000) : 0;
    if (n % 100 === 99) at -= 5_000;
    const number = 1 + random(PEOPLE);
    const person = totals[number] as { xp: number; coins: number };
    const amount = random(9) === 0 ? -random(3) - 1 : 1 + random(5) * 40 ** random(3);
    const text = [null, 'Helped', 'Sagte „ja“\n\t"\\/\u2028 é 😀'][random(3)] ?? null;
    const isErased = number === ERASED;
    const reason = isErased ? null : text;
    const once_key = isErased || random(2) === 0 ? null : `once ${n}`;
    const row = {
      company_id: companyId,
      employee_number: number,
      recorded_at: at,
      reason,
      once_key,
    };
    const counts_at = at - random(3) * DAY;
    const kind = random(10);
    if (kind === 0) {
      xp.push({ ...row, entry: entry++, amount, source: 'import', counts_at });
      person.xp += amount;
      continue;
    }
    if (kind === 1) {
      coins.push({ ...row, entry: entry++, amount: 7, source: 'shop' });
      person.coins += 7;
      decide('shop.refund', idOf(90), { after: { coins: person.coins } });
      continue;
    }
    const isXp = kind < 6;
    const ledgerEntry = entry++;
    if (random(5) === 0) entry += 2;
    const before = isXp ? { xp: person.xp } : { coins: person.coins };
    if (isXp) person.xp += amount;
    else person.coins += Math.abs(amount);
    const badges = random(7) === 0 ? ['first', 'second'] : [];
    const given = { reason, at: isoTime(isXp ? counts_at : at), once: once_key };
    const actor = decide(isXp ? 'xp.award' : 'coins.grant', idOf(number), {
      before,
      after: isXp
        ? {
            ...{ amount, ...given, xp: person.xp, level: levelOf(person.xp) },
            ...{ xp_to_next_level: xpToNextLevel(person.xp), badges_awarded: badges },
          }
        : { amount: Math.abs(amount), ...given, coins: person.coins },
    });
    const source = actor.startsWith('key') ? actor : 'operator';
    if (isXp) xp.push({ ...row, entry: ledgerEntry, amount, source, counts_at });
    else coins.push({ ...row, entry: ledgerEntry, amount: Math.abs(amount), source });
  }
  // Of somebody who is gone, as in a sandbox that was reset, and of an entry that says something else.
  decide('xp.award', idOf(99), {});
  decide('xp.award', idOf(1), { before: { xp: 1 }, after: { amount: 2 } });
  decide('coins.grant', idOf(2), { before: { coins: 1 }, after: { amount: 2, coins: 3 } });
  return { xp, coins, audit, next: entry };
}

function fill(db: Database, companyId: number) {
  const { xp, coins, audit, next } = history(companyId);
  db.execute(`
    insert into companies (company_id, id, name, name_key, mode, next_entry, created_at)
    values (${companyId}, '${idOf(70 + companyId)}', 'C${companyId}', 'c${companyId}', 'live', ${next}, 0)`);
  for (let number = 1; number <= PEOPLE; number++) {
    const gone = number === ERASED ? "9, 'portal', 9" : 'null, null, null';
    db.execute(`
      insert into employees (
        company_id, number, id, email, email_key, created_at, revision, deactivated_at, deactivated_by, erased_at)
      values (${companyId}, ${number}, '${idOf(number)}', 'p${number}', 'p${number}', 0, 1, ${gone})`);
  }
  insert(db, 'xp_ledger', XP_LEDGER, xp);
  insert(db, 'coin_ledger', LEDGER, coins);
  insert(db, 'audit_log', AUDIT, audit);
  return audit;
}

const toEntries = (audit: readonly AuditRow[]) =>
  audit
    .map(({ company_id: _, entry, at, actor, action, target_kind, target_id, before, after }) => ({
      ...{ entry, at: isoTime(at as number), actor, action },
      target: { kind: target_kind, id: target_id },
      before: before === null ? null : JSON.parse(before as string),
      after: after === null ? null : JSON.parse(after as string),
    }))
    .reverse();

const COUNTS = {
  name: 'test/counts',
  sql: `select
    (select count(*) from audit_log where action in ('xp.award', 'coins.grant')) as inlog,
    (select count(total) from xp_ledger) + (select count(total) from coin_ledger) as inledgers`,
  cardinality: 'one',
  params: {},
  row: { inlog: 'integer', inledgers: 'integer' },
} as const;

const ENTRIES = {
  name: 'test/entries',
  sql: `select e.number, e.xp, e.coins,
    (select count(*) from xp_ledger l where l.company_id = e.company_id and l.employee_number = e.number) as xps,
    (select count(*) from coin_ledger l where l.company_id = e.company_id and l.employee_number = e.number) as grants
    from employees e order by e.company_id, e.number`,
  cardinality: 'many',
  params: {},
  row: { number: 'integer', xp: 'integer', coins: 'integer', xps: 'integer', grants: 'integer' },
} as const;

function checkUpgrade({ db, upgrade }: Older): void {
  const audits = [1, 2].map((companyId) => fill(db, companyId));
  const decided = audits
    .flat()
    .filter(({ action }) => action === 'xp.award' || action === 'coins.grant');
  const entries = db.all(ENTRIES, {});

  upgrade();

  assert.deepEqual(db.one(COUNTS, {}), { inlog: 6, inledgers: decided.length - 6 });
  assert.deepEqual(db.all(ENTRIES, {}), entries);
  for (const [at, audit] of audits.entries()) {
    const companyId = at + 1;
    const expected = toEntries(audit);
    assert.deepEqual(listDecisions(db, companyId, { count: 1_000 }), expected);
    for (const actor of ['ada', idOf(0)]) {
      assert.deepEqual(
        listDecisions(db, companyId, { actor, count: 1_000 }),
        expected.filter((entry) => (entry.actor as string).includes(actor)),
      );
    }
    const { audit: exported, xp } = collectPerson(db, { companyId, employee: idOf(2), now: 0 });
    assert.deepEqual(
      exported,
      expected
        .filter(({ target }) => target.id === idOf(2))
        .reverse()
        .map(({ entry: _, actor: __, ...shown }) => shown),
    );
    assert.deepEqual(
      new Set(xp.map(({ source }) => source)),
      new Set(['import', 'operator', `key ${idOf(0)}`, `key ${idOf(1)}`]),
    );
  }
  // The rules of the ledgers hold in the new tables.
  for (const table of ['xp_ledger', 'coin_ledger'])
    for (const change of [`update ${table} set total = 1`, `delete from ${table}`])
      assert.throws(() => db.execute(change), /never/);
}

test('awards of an older file stand once after an upgrade, and the audit log says the same, word for word', (t) =>
  checkUpgrade(olderFile(t, OLD_SCHEMA)));

test('awards of an older PostgreSQL database stand once after an upgrade, likewise', async (t) => {
  const older = await olderPostgres(t, OLD_SCHEMA);
  if (older) checkUpgrade(older);
});
