import { parentPort, workerData } from 'node:worker_threads';
import { asFailure } from '../../../src/domain/errors.ts';
import { openData } from '../../../src/store/data.ts';
import { give, listOf, type Row, undo } from './giving.ts';

/** Gives the same list as others at the same time, or undoes the same gift. */
export type GiftRace = { file: string; companyId: number; rows: Row[]; undo: string | null };

const { file, companyId, rows, undo: gift } = workerData as GiftRace;
const db = openData(file, { write: true });

/** Again while another connection writes. */
function patiently<T>(attempt: () => T): T {
  for (;;) {
    try {
      return attempt();
    } catch (error) {
      if (!asFailure(error, 'data_busy')) throw error;
    }
  }
}

const company = { db, companyId };
const result = patiently(() =>
  gift === null ? give(company, listOf(company, rows), 3) : undo(company, gift, 3),
);
db.close();
parentPort?.postMessage(result);
