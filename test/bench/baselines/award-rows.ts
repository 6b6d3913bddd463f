// better-sqlite3 with the rows of awards and no rules: `node award-rows.ts DATA_FILE COMPANY_ID PEOPLE`, then messages
// with milliseconds. Answers with rows a second, in transactions of 64: an entry in the ledger, whose triggers keep the
// totals, and an event.
import { randomUUID } from 'node:crypto';
import Sqlite from 'better-sqlite3';

const [file = '', company, people] = process.argv.slice(2);
const companyId = Number(company);
const db = new Sqlite(file);
db.pragma('journal_mode = wal');
db.pragma('synchronous = full');
db.pragma('cache_size = -65536');

db.exec(`insert or ignore into award_actors values (${companyId}, 1, 'bench')`);
const award = db.prepare(
  `insert into xp_ledger (
     company_id, employee_number, entry, amount, reason, counts_at, recorded_at, once_key, actor, total)
   values (${companyId}, ?, ?, ?, 'Closed a case', ?, ?, ?, 1, 1)`,
);
const event = db.prepare(
  `insert into events (company_id, sequence, id, type, at, employee_number, data)
   values (${companyId}, ?, ?, 'xp.awarded', ?, ?, ?)`,
);
let entry = 1_000_000_000;
const writeGroup = db.transaction(() => {
  const now = Date.now();
  for (let row = 0; row < 64; row++) {
    const number = 1 + ((entry * 7_919) % Number(people));
    award.run(number, ++entry, 1 + (entry % 50), now, now, `bench ${entry}`);
    event.run(entry, randomUUID(), now, number, '{"amount":1,"xp":1,"level":1}');
  }
});

process.on('message', (milliseconds: number) => {
  const began = performance.now();
  let rows = 0;
  while (performance.now() - began < milliseconds) {
    writeGroup();
    rows += 64;
  }
  process.send?.((rows * 1_000) / (performance.now() - began));
});
