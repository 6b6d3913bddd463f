import { parentPort, workerData } from 'node:worker_threads';
import { asFailure, EngagedError } from '../../../src/domain/errors.ts';
import { writeCompany } from '../../../src/service/company/company-write.ts';
import { withdrawKudos } from '../../../src/service/kudos/change-kudos.ts';
import { giveKudos } from '../../../src/service/kudos/give-kudos.ts';
import { requireEmployee } from '../../../src/service/people/employee-records.ts';
import { openData } from '../../../src/store/data.ts';

/** Gives the same person's points again and again, while others do, and takes every third back. */
export type KudosRace = { file: string; companyId: number; now: number; times: number };

const { file, companyId, now, times } = workerData as KudosRace;
const db = openData(file, { write: true });
let given = 0;

/** Again while another connection writes; undefined where it is refused. */
function attempt<T>(change: (write: Parameters<typeof giveKudos>[0]) => T): T | undefined {
  for (;;) {
    try {
      return writeCompany(db, { companyId, now, actor: 'racer' }, change);
    } catch (error) {
      if (asFailure(error, 'data_busy')) continue;
      if (error instanceof EngagedError) return undefined;
      throw error;
    }
  }
}

for (let i = 0; i < times; i++) {
  const id = attempt((write) => {
    const find = (name: string) => requireEmployee(db, companyId, `${name}@example.com`);
    const to = ['ben', 'cid', 'dot'][i % 3] ?? '';
    const { kudos } = giveKudos(write, {
      ...{ giver: find('ann'), receivers: [find(to)], points: 3, value: 'safety' },
      message: 'You found the loose guard before anybody was near it.',
    });
    return kudos.id;
  });
  if (id === undefined) continue;
  given++;
  if (i % 3 !== 2) continue;
  const isTaken = attempt((write) => {
    withdrawKudos(write, requireEmployee(db, companyId, 'ann@example.com').number, id);
    return true;
  });
  if (isTaken) given--;
}
db.close();
parentPort?.postMessage(given);
