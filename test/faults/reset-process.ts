// A process that resets a sandbox when it is told to, and says what the sandbox holds then.
import { levelOf } from '../../src/domain/level.ts';
import { writeCompany } from '../../src/service/company-write.ts';
import { awardXp } from '../../src/service/ledger.ts';
import { resetSandbox } from '../../src/service/sandbox.ts';
import * as employees from '../../src/store/employees.ts';
import { openDataFile } from '../../src/store/files/data-file.ts';

/** The sandbox to reset; everybody is then awarded so much more XP than who joined before. */
export type Reset = { file: string; companyId: number; now: number; step: number };

/** A person of a sandbox, as the leaderboard and their stats have to show them. */
export type Ranked = { id: string; rank: number; xp: number; level: number };

process.on('message', ({ file, companyId, now, step }: Reset) => {
  const db = openDataFile(file, { write: true, busyTimeout: 20_000 });
  const people = writeCompany(db, { companyId, now, actor: 'test' }, (write) => {
    resetSandbox(write);
    const listActive = () =>
      db.all(employees.listOnRecord, { companyId }).filter((one) => one.deactivatedAt === null);
    listActive().forEach(({ id }, n) => {
      awardXp(write, id, { amount: 1 + n * step });
    });
    return listActive();
  });
  db.close();
  // In the order of joining, which decides between equals.
  const ranked = people
    .toSorted((a, b) => b.xp - a.xp)
    .map(({ id, xp }, n): Ranked => ({ id, rank: n + 1, xp, level: levelOf(xp) }));
  process.send?.(ranked);
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
