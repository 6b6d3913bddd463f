// Small changes by another process, like commands of an operator:
// `node change-driver.ts DATA_FILE COMPANY_ID SECONDS`. Prints the number of changes.
import { setTimeout as sleep } from 'node:timers/promises';
import { writeCompany } from '../../src/service/company/company-write.ts';
import { deactivateEmployee, reactivateEmployee } from '../../src/service/people/employees.ts';
import { awardXp } from '../../src/service/xp/ledger.ts';
import { openDataFile } from '../../src/store/files/data-file.ts';

const CHANGES_A_SECOND = 20;

const [file = '', company, seconds] = process.argv.slice(2);
const companyId = Number(company);
const db = openDataFile(file, { write: true });
const until = performance.now() + Number(seconds) * 1_000;
let changes = 0;
let away: string | undefined;
for (; performance.now() < until; changes++) {
  const reference = `E${String(1 + ((changes * 7_919) % 9_000)).padStart(7, '0')}`;
  const order = { companyId, now: Date.now(), actor: 'bench' };
  try {
    writeCompany(db, order, (write) => {
      awardXp(write, reference, { amount: changes % 5 === 0 ? -40 : 10 + (changes % 90) });
      if (away) reactivateEmployee(write, away);
      else deactivateEmployee(write, reference, 'bench');
    });
    away = away ? undefined : reference;
  } catch {
    // No such external id, or deactivated already: continues with the next one.
  }
  await sleep(1_000 / CHANGES_A_SECOND);
}
db.close();
console.log(JSON.stringify({ changes }));
