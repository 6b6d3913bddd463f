// A process that resets a sandbox on request, and reports its new contents.
import { levelOf } from '../../src/domain/level.ts';
import { writeCompany } from '../../src/service/company/company-write.ts';
import { resetSandbox } from '../../src/service/company/sandbox.ts';
import { awardXp } from '../../src/service/xp/ledger.ts';
import { openDataFile } from '../../src/store/files/data-file.ts';
import * as employees from '../../src/store/people/employees.ts';

/** The sandbox to reset; each employee is then awarded `step` more XP than the one who joined before. */
export type Reset = { file: string; companyId: number; now: number; step: number };

/** A sandbox employee as the leaderboard and the stats must show them. */
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
  // Stable sort: among equals, whoever joined first stays first.
  const ranked = people
    .toSorted((a, b) => b.xp - a.xp)
    .map(({ id, xp }, n): Ranked => ({ id, rank: n + 1, xp, level: levelOf(xp) }));
  process.send?.(ranked);
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
