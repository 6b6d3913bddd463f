import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createCompany } from '../../src/service/company/companies.ts';
import { findIntegrityFault } from '../../src/service/operations/integrity.ts';
import { createDataFile } from '../../src/store/files/data-file.ts';
import { SqliteDatabase } from '../../src/store/sqlite/sqlite-database.ts';
import { createOlderFile, tempFolder } from '../store/temp-files.ts';
import { createFailingDisk, skipReason } from './failing-writes.ts';
import { run } from './program.ts';
import { testQuery } from './roster-fixture.ts';
import { isFullRun, iterations, reportResult } from './run-scale.ts';

/** Commands that create files in several steps, and the companies that the files may then contain. */
const COMMANDS: readonly { words: readonly string[]; may: Record<string, readonly string[]> }[] = [
  {
    words: ['restore', 'b.db'],
    may: { 'engaged.db': ['Ajax', 'Acme'], 'engaged.db.before-restore': ['Ajax'] },
  },
  { words: ['restore', 'b.db', '--data', 'new.db'], may: { 'new.db': ['Acme'] } },
  { words: ['backup', 'new.db'], may: { 'new.db': ['Ajax'] } },
  { words: ['backup', 'b.db', '--force'], may: { 'b.db': ['Acme', 'Ajax'] } },
  {
    words: ['company', 'create', '--name', 'Aida', '--data', 'new.db'],
    may: { 'new.db': ['Aida'] },
  },
  {
    words: ['company', 'list', '--data', 'old.db'],
    may: { 'old.db.before-schema': [''] },
  },
];

/** The files that a command must not change, and their companies. */
const OTHERS: Record<string, readonly string[]> = {
  'engaged.db': ['Ajax'],
  'b.db': ['Acme'],
  'old.db': [''],
};

const NOW = Date.UTC(2026, 10, 21);

const live = testQuery(`select name from companies where mode = 'live'`, { name: 'text' });

/** A folder with a data file, an older backup of it, and a data file with an older schema. */
function createTemplate(t: TestContext): string {
  const folder = tempFolder(t);
  for (const [file, name] of [
    ['engaged.db', 'Ajax'],
    ['b.db', 'Acme'],
  ] as const) {
    createDataFile(join(folder, file), NOW, (db) =>
      createCompany(db, { name, ssoDomains: [], now: NOW, actor: 'test' }),
    );
  }
  createOlderFile(join(folder, 'old.db'));
  return folder;
}

/** Opens a file with SQLite and returns the company in it. */
function companyIn(file: string): string {
  const db = new SqliteDatabase(file, { write: true });
  try {
    assert.equal(findIntegrityFault(db), undefined, file);
    return db
      .all(live, {})
      .map(({ name }) => name)
      .join();
  } finally {
    db.close();
  }
}

const isTemporary = (name: string) => /\.(?:making|restoring)-/.test(name);

for (const isFat of [false, true]) {
  test(`a command that creates files${isFat ? ' without links' : ''} can be killed at any step: each name is a complete file, and the next run removes the rest`, {
    skip: skipReason,
    timeout: 3_600_000,
  }, async (t) => {
    const template = createTemplate(t);
    const folder = join(tempFolder(t), 'data');
    const disk = createFailingDisk(t, folder, { isFat });
    const options = { env: { ...disk.env, ENGAGED_DEBUG: '0' } };
    let killed = 0;
    let left = 0;
    for (const { words, may } of isFullRun ? COMMANDS : COMMANDS.slice(0, 2)) {
      // A short run skips more and more of the calls that create, rename or remove a file.
      for (let n = 1; ; n += iterations(n, 1)) {
        assert.ok(n < 5_000, 'the number of calls is unbounded');
        rmSync(folder, { recursive: true, force: true });
        mkdirSync(folder);
        for (const name of readdirSync(template))
          copyFileSync(join(template, name), join(folder, name));
        disk.fail({ kind: isFullRun ? 'all' : 'names', error: 'killed', lasting: false }, n);
        const first = await run(folder, words, options);
        disk.heal();
        const what = `${words.join(' ')}, killed at step ${n}`;
        if (first.code !== 'SIGKILL') {
          assert.equal(first.code, 0, `${what}: ${first.stderr}`);
          break;
        }
        killed++;
        const names = readdirSync(folder).filter((name) => !/-(?:wal|shm|journal)$/.test(name));
        if (names.some(isTemporary)) left++;
        let isClaimed = false;
        for (const name of names.filter((name) => !isTemporary(name))) {
          const file = join(folder, name);
          const holds = { ...OTHERS, ...may }[name.replace(/-\d.*$/, '')];
          assert.ok(holds, `${what}: ${name}`);
          if (isFat && statSync(file).size === 0) isClaimed = true;
          else assert.ok(holds.includes(companyIn(file)), `${what}: ${name}`);
        }
        const second = await run(folder, words, options);
        if (isClaimed && existsSync(join(folder, 'new.db'))) {
          assert.match(second.stderr, /new\.db is empty\. Remove it|new\.db exists already/, what);
        } else if (second.code !== 0) {
          // Killed after its last essential step, the command has done its work.
          assert.match(second.stderr, /new\.db exists already|Another company/, what);
        }
        if (readdirSync(folder).some(isTemporary)) {
          const third = await run(folder, ['backup', 'third.db'], options);
          assert.equal(third.code, 0, third.stderr);
          assert.deepEqual(readdirSync(folder).filter(isTemporary), [], what);
        }
      }
    }
    assert.ok(left > 0);
    reportResult({
      what: `killed at the n-th step: commands that create files${isFat ? ', without links' : ''}`,
      tried: killed,
      lost: 0,
      figures: `${left} left a temporary file, which the next run removed`,
    });
  });
}
