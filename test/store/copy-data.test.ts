import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { createCompany } from '../../src/service/company/companies.ts';
import { copyData } from '../../src/store/copy/copy-data.ts';
import { createDataFile } from '../../src/store/files/data-file.ts';
import { migrate } from '../../src/store/postgres/migrate.ts';
import { PostgresDatabase } from '../../src/store/postgres/postgres-database.ts';
import { dumpOf } from './dump.ts';
import { createBareDatabase, createTestDatabase, usePostgres } from './postgres-server.ts';
import { tempFolder } from './temp-files.ts';

const NOW = Date.UTC(2026, 10, 21);
const silent = () => {};

/** A data file with a company and its sandbox. */
function createFile(t: TestContext): string {
  const file = join(tempFolder(t), 'engaged.db');
  const company = { name: 'Acme', ssoDomains: [], now: NOW, actor: 'test' };
  createDataFile(file, NOW, (db) => createCompany(db, company));
  return file;
}

/** The same, a place in PostgreSQL to copy it to, and one beside it. */
async function createPlaces(t: TestContext) {
  const server = await usePostgres(t);
  if (server === undefined) return undefined;
  const file = createFile(t);
  return { server, file, database: createTestDatabase(t, server), other: `${file}.copy` };
}

/** Changes a data file as no program of ours would. */
function byHand(file: string, change: (sqlite: Sqlite.Database) => void): void {
  const sqlite = new Sqlite(file);
  sqlite.pragma('foreign_keys = off');
  change(sqlite);
  sqlite.close();
}

const holdsData = (data: string) => Object.values(dumpOf(data)).some((rows) => rows.length > 0);

test('a copy that fails, early or late, leaves no data, and can be made again', async (t) => {
  const places = await createPlaces(t);
  if (!places) return;
  const { file, database, other } = places;
  const original = dumpOf(file);
  let steps = 0;
  copyData(file, `${file}.all`, () => steps++);
  for (const to of [database, other]) {
    for (let failing = 1; failing <= steps; failing += 5) {
      let step = 0;
      const fail = () => {
        if (++step === failing) throw new Error('now');
      };
      assert.throws(() => copyData(file, to, fail), { message: 'now' });
      assert.equal(to === other ? existsSync(to) : holdsData(to), false);
    }
    copyData(file, to, silent);
    assert.deepEqual(dumpOf(to), original);
  }
  assert.deepEqual(
    readdirSync(dirname(file)).filter((name) => name.includes('.making-')),
    [],
  );
});

test('a copy is what was there when it began, and says whether anything was changed meanwhile', async (t) => {
  const places = await createPlaces(t);
  if (!places) return;
  const { file, database, other } = places;
  const change = "update companies set name = name || '!'";
  const changeFile = () => byHand(file, (sqlite) => sqlite.exec(change));
  const changeDatabase = () => {
    const db = new PostgresDatabase(database, { write: true });
    db.execute(change);
    db.close();
  };
  for (const [from, to, changeOnce] of [
    [file, database, changeFile],
    [database, other, changeDatabase],
  ] as const) {
    const original = dumpOf(from);
    let steps = 0;
    const { changedMeanwhile } = copyData(from, to, () => {
      if (++steps === 2) changeOnce();
    });
    assert.equal(changedMeanwhile, true);
    assert.deepEqual(dumpOf(to), original);
    assert.notDeepEqual(dumpOf(from), original);
  }
  assert.equal(copyData(other, `${other}.2`, silent).changedMeanwhile, false);
});

/** What is seldom in a name, and what formats between here and there could mean something by. */
const HOSTILE = [
  `'"\\"'; drop table companies; --`,
  'a\\u0000b \\x41 \\\\ {} [] null NULL \\N $1 :name ?',
  'İstanbul Straße ﬁ ＡＢＣ',
  'e\u0301 is not \u00e9',
  '\u202eright to left\u200f',
  '👩‍👩‍👧‍👦 𝕬𝖉𝖆 \u{10ffff}\uffff\ufffe\ufffd',
  '\t\r\n\u0001\u001f\u007f\u0085\u2028',
  ' spaces around ',
  '\ufeffbegins with a mark',
  '0123',
  '-0',
  '1e3',
  'x'.repeat(150),
];

test('texts, numbers and bytes arrive as they are, whatever they are', async (t) => {
  const places = await createPlaces(t);
  if (!places) return;
  const { file, database, other } = places;
  byHand(file, (sqlite) => {
    const insert = sqlite.prepare(
      `insert into deleted_companies (company_id, id, mode, deleted_at, actor) values (?, ?, 'live', ?, ?)`,
    );
    const numbers = [0n, -1n, 2n ** 53n - 1n, 2n ** 53n + 1n, 2n ** 63n - 1n, -(2n ** 63n)];
    const texts = [...HOSTILE, ...HOSTILE.map((text) => text.normalize('NFC').toLowerCase()), ''];
    for (const [at, text] of texts.entries()) {
      const id = String(at).padStart(36, '0');
      insert.run(at + 100, id, numbers[at % numbers.length], text);
    }
    const bytes = Buffer.from(Array.from({ length: 32 }, (_, at) => (at * 37) % 256));
    sqlite.prepare('update deployment set cursor_key = ?, address = ?').run(bytes, '');
  });
  const original = dumpOf(file);
  copyData(file, database, silent);
  assert.deepEqual(dumpOf(database), original);
  copyData(database, other, silent);
  assert.deepEqual(dumpOf(other), original);
});

test('rows are ordered alike on both sides, whatever their keys are', async (t) => {
  const places = await createPlaces(t);
  if (!places) return;
  const { file, database } = places;
  const keys = [...HOSTILE, 'a', 'B', 'b', 'A', 'ä', 'z', 'Z', '𐀀', '\uffff', '10', '9', '-', '_'];
  byHand(file, (sqlite) => {
    const insert = sqlite.prepare('insert into sso_domains (company_id, domain) values (1, ?)');
    for (const key of keys) insert.run(key);
  });
  copyData(file, database, silent);
  assert.deepEqual(dumpOf(database), dumpOf(file));
});

test('departments are copied whatever order they refer to one another in', async (t) => {
  const places = await createPlaces(t);
  if (!places) return;
  const { file, database, other } = places;
  byHand(file, (sqlite) => {
    const insert = sqlite.prepare(
      `insert into departments (company_id, number, id, name, name_key, parent_number, created_at)
       values (1, ?, ?, 'D', 'd', ?, 0)`,
    );
    for (let number = 1; number <= 2_500; number++) {
      insert.run(number, String(number).padStart(36, '0'), number === 2_500 ? null : number + 1);
    }
  });
  copyData(file, database, silent);
  copyData(database, other, silent);
  assert.deepEqual(dumpOf(other), dumpOf(file));
});

test('what PostgreSQL cannot hold is named by table and column, and nothing is copied', async (t) => {
  const places = await createPlaces(t);
  if (!places) return;
  const { file, database, other } = places;
  byHand(file, (sqlite) => {
    sqlite.prepare('update companies set name_key = ? where company_id = 2').run('a\0b');
  });
  assert.throws(() => copyData(file, database, silent), {
    message: `Nothing was copied: ${database} does not take a row of companies: name_key holds the character U+0000.`,
  });
  assert.equal(holdsData(database), false);
  copyData(file, other, silent);
  assert.deepEqual(dumpOf(other), dumpOf(file));
});

test('rows that break a rule, or refer to rows that do not exist, are refused', async (t) => {
  const places = await createPlaces(t);
  if (!places) return;
  const { file, database, other } = places;
  byHand(file, (sqlite) => {
    sqlite.pragma('ignore_check_constraints = on');
    sqlite.exec('insert into badge_awards values (1, 999999, 1, 9, 0, null)');
  });
  assert.throws(
    () => copyData(file, database, silent),
    /^EngagedError: Nothing was copied: postgres:.* does not take a row of badge_awards: insert or update on table "badge_awards" violates foreign key constraint/,
  );
  assert.throws(() => copyData(file, other, silent), {
    message: 'Nothing was copied: a row of badge_awards refers to a row that does not exist.',
  });
  byHand(file, (sqlite) => {
    sqlite.pragma('ignore_check_constraints = on');
    sqlite.exec(`delete from badge_awards where employee_number = 999999;
      update companies set id = 'short' where company_id = 1`);
  });
  for (const to of [database, other]) {
    assert.throws(
      () => copyData(file, to, silent),
      /^EngagedError: Nothing was copied: .* does not take a row of companies: .*(?:check|CHECK) constraint/,
    );
  }
  assert.equal(holdsData(database), false);
  assert.equal(existsSync(other), false);
});

test('a copy that differs from the original is not kept', async (t) => {
  const places = await createPlaces(t);
  if (!places) return;
  const { file, database } = places;
  const db = new PostgresDatabase(database, { write: true });
  t.after(() => db.close());
  db.execute(`
    create function change() returns trigger language plpgsql as
    $$ begin new.name = upper(new.name); return new; end $$;
    create trigger of_somebody_else before insert on companies for each row execute function change();
  `);
  assert.throws(() => copyData(file, database, silent), {
    message: 'Nothing was copied: companies differs in the copy.',
  });
  assert.equal(holdsData(database), false);
  db.execute('drop trigger of_somebody_else on companies');
  db.execute(`insert into deleted_companies values (77, '${'7'.repeat(36)}', 'live', 0, 'left')`);
  assert.throws(() => copyData(file, database, silent), {
    message: 'Nothing was copied: deleted_companies differs in the copy.',
  });
});

test('a database whose tables are of a newer program is refused', async (t) => {
  const places = await createPlaces(t);
  if (!places) return;
  const { file, server } = places;
  const database = createBareDatabase(t, server);
  const db = new PostgresDatabase(database, { write: true });
  migrate(db);
  db.execute('create or replace function schema_version() returns bigint immutable return 9999');
  db.close();
  assert.throws(
    () => copyData(file, database, silent),
    /^EngagedError: The database has schema 9999 and was written by a newer version of engaged/,
  );
  assert.equal(holdsData(database), false);
});

test('a connection that is lost is named by its place', async (t) => {
  const places = await createPlaces(t);
  if (!places) return;
  const { file, server, database, other } = places;
  const admin = new PostgresDatabase(server, { write: true });
  t.after(() => admin.close());
  const endConnectionsTo = (address: string) =>
    admin.execute(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${new URL(address).pathname.slice(1)}'`,
    );
  const copyAndLose = (from: string, to: string, lost: string) => {
    let step = 0;
    assert.throws(
      () =>
        copyData(from, to, () => {
          if (++step === 3) endConnectionsTo(lost);
        }),
      ({ code, message }: { code: string; message: string }) =>
        code === 'unavailable' && message.startsWith(`The database ${lost} cannot be used: `),
    );
  };
  copyAndLose(file, database, database);
  assert.equal(holdsData(database), false);
  copyData(file, database, silent);
  const second = createBareDatabase(t, server);
  copyAndLose(database, second, database);
  copyAndLose(database, second, second);
  assert.equal(holdsData(second), false);
  copyAndLose(database, other, database);
  assert.equal(existsSync(other), false);
});

test('a user who may not create tables is told so', async (t) => {
  const places = await createPlaces(t);
  if (!places) return;
  const { file, server } = places;
  const address = new URL(createBareDatabase(t, server));
  const name = `user_${address.pathname.slice(6)}`;
  const admin = new PostgresDatabase(server, { write: true });
  admin.execute(`create role ${name} login password 'secret'`);
  t.after(() => {
    admin.execute(`drop role ${name}`);
    admin.close();
  });
  address.username = name;
  address.password = 'secret';
  assert.throws(() => copyData(file, address.href, silent), {
    message: `The database ${address.href.replace(':secret', '')} cannot be used: permission denied for database ${address.pathname.slice(1)}`,
  });
});

test('triggers work again on the copy, and the commits of the copy are noticed', async (t) => {
  const places = await createPlaces(t);
  if (!places) return;
  const { file, database } = places;
  const db = new PostgresDatabase(database, { write: true });
  t.after(() => db.close());
  const before = db.snapshotVersion();
  copyData(file, database, silent);
  assert.equal(db.snapshotVersion(), before + 1);
  assert.throws(() => db.execute('update xp_ledger set amount = 1'), { code: '23000' });
});
