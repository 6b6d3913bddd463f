import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashApiKey, hintOf, newApiKey, SCOPES } from '../../src/domain/api-key.ts';
import { newId } from '../../src/domain/id.ts';
import { monthOf, monthStart } from '../../src/domain/period.ts';
import type { Database } from '../../src/store/database.ts';
import { createDataFile } from '../../src/store/files/data-file.ts';
import type { Of, Query, Shape } from '../../src/store/query.ts';
import * as reportTotals from '../../src/store/reports/report-totals.ts';
import { migrationFiles } from '../../src/store/sql-files.ts';
import * as sql from './seed-sql.ts';

/** The size of a data file. */
export type SeedSize = {
  /** People of the first company. */
  people: number;
  /** Further companies, for work beside the reads. */
  sideCompanies?: number;
  sidePeople?: number;
};

/** A company of a seeded file. Each key allows a million requests a minute, and 30 syncs an hour. */
export type SeededCompany = { companyId: number; id: string; people: number; keys: string[] };

export type SeededFile = { file: string; companies: SeededCompany[] };

const DEPARTMENTS = 200;
const MONTHS_OF_HISTORY = 24;
const KEYS_OF_A_COMPANY = 100;

/**
 * A data file with people, departments, badges, shop items, and two years of XP: an entry for about every
 * third month of a person, with ties and negative corrections. The file is created once and kept in the
 * temporary folder, by its parameters, the schema and the month; a case that writes copies it.
 */
export function seededFile(size: SeedSize, now: number): SeededFile {
  const companies = [
    size.people,
    ...Array<number>(size.sideCompanies ?? 4).fill(size.sidePeople ?? 10_000),
  ];
  const folder = join(tmpdir(), 'engaged-bench');
  mkdirSync(folder, { recursive: true });
  const name = `${size.people}-${fingerprint(companies, now)}`;
  const file = join(folder, `${name}.db`);
  const keysFile = join(folder, `${name}.json`);
  if (existsSync(file) && existsSync(keysFile)) {
    return { file, companies: JSON.parse(readFileSync(keysFile, 'utf8')) as SeededCompany[] };
  }
  for (const left of [file, keysFile]) rmSync(left, { force: true });
  const seeded: SeededCompany[] = [];
  createDataFile(file, now, (db) => {
    // The file gets its name only when it is complete, so it needs no durability.
    db.execute('pragma journal_mode = off; pragma synchronous = off; pragma foreign_keys = off;');
    db.execute('pragma cache_size = -1000000;');
    const restore = dropLedgerTriggers(db);
    for (const people of companies) seeded.push(db.write(() => addCompany(db, people, now)));
    restore();
  });
  // Renamed last, so that a file without its keys is created again.
  writeFileSync(`${keysFile}.new`, JSON.stringify(seeded));
  renameSync(`${keysFile}.new`, keysFile);
  return { file, companies: seeded };
}

function fingerprint(companies: number[], now: number): string {
  const own = ['seed.ts', 'seed-sql.ts'].map((file) =>
    readFileSync(new URL(file, import.meta.url), 'utf8'),
  );
  return createHash('sha256')
    .update(JSON.stringify([companies, monthOf(now), migrationFiles, own]))
    .digest('hex')
    .slice(0, 12);
}

function dropLedgerTriggers(db: Database): () => void {
  const triggers = db.all(
    { ...statement('ledger_triggers', sql.ledgerTriggers, {}), cardinality: 'many', row: named },
    {},
  );
  for (const { name } of triggers) db.execute(`drop trigger ${name}`);
  return () => {
    for (const trigger of triggers) db.execute(trigger.sql);
  };
}

const named = { name: 'text', sql: 'text' } as const;

function addCompany(db: Database, people: number, now: number): SeededCompany {
  const companyId =
    db.one(
      { ...statement('next', sql.nextCompany, {}), cardinality: 'one', row: { id: 'integer' } },
      {},
    )?.id ?? 1;
  const id = newId(now);
  const company = { companyId };
  const both = { ...company, now };
  const began = now - 900 * 86_400_000;
  // People join one after another, over 700 days.
  const step = Math.floor((700 * 86_400_000) / people);

  run(db, 'company', sql.company, { ...both, id, name: `Bench ${companyId}` });
  run(db, 'sandbox', sql.company, {
    ...{ companyId: companyId + 1, now, id: newId(now), name: `Bench ${companyId} (sandbox)` },
  });
  run(db, 'pair', sql.pairSandbox, { companyId, sandboxId: companyId + 1 });
  run(db, 'departments', sql.departments, { ...both, count: DEPARTMENTS });
  run(db, 'people', sql.people, { ...company, people, began, step, departments: DEPARTMENTS });
  db.execute('create temp table if not exists bench_months (m integer primary key, at, span)');
  db.execute('delete from bench_months');
  const last = monthOf(now);
  for (let m = 0; m < MONTHS_OF_HISTORY; m++) {
    const at = monthStart(last - m);
    const span = Math.min(monthStart(last - m + 1), now) - at;
    run(db, 'month', sql.month, { m: last - m, at, span: Math.max(1, span) });
  }
  // Otherwise the service closes them while it is measured.
  for (let month = monthOf(began); month < last; month++) {
    run(db, 'closed month', sql.closedMonth, { companyId, month, now });
  }
  run(db, 'xp', sql.xpLedger, company);
  run(db, 'months', sql.xpMonths, company);
  run(db, 'xp totals', sql.xpTotals, company);
  run(db, 'coins', sql.coinLedger, both);
  run(db, 'coin totals', sql.coinTotals, company);
  run(db, 'badges', sql.badges, both);
  run(db, 'awards', sql.badgeAwards, company);
  run(db, 'beginnings', sql.beginnings, company);
  db.run(reportTotals.deleteAll, company);
  db.run(reportTotals.rebuild, company);
  run(db, 'shop', sql.shopItems, both);
  run(db, 'numbers', sql.nextNumbers, { ...company, people, departments: DEPARTMENTS });
  const keys = Array.from({ length: KEYS_OF_A_COMPANY }, (_, i) =>
    addKey(db, companyId, i + 1, now),
  );
  return { companyId, id, people, keys };
}

function addKey(db: Database, companyId: number, entry: number, now: number): string {
  const key = newApiKey('live');
  run(db, 'key', sql.apiKey, {
    ...{ companyId, entry, id: newId(now), hash: hashApiKey(key), hint: hintOf(key) },
    ...{ scopes: JSON.stringify(SCOPES), now },
  });
  return key;
}

type Parameters = Record<string, number | string | Uint8Array>;

/** Runs one of the statements that fill a file. */
export function run(db: Database, name: string, text: string, params: Parameters): void {
  db.run(statement(name, text, {} as Shape), params as Of<Shape>);
}

const statement = <P extends Shape>(
  name: string,
  text: string,
  params: P,
): Query<'exec', P, Record<string, never>> => ({
  name: `seed/${name}`,
  sql: text,
  cardinality: 'exec',
  params,
  row: {},
});
