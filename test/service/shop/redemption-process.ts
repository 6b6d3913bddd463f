import { parentPort, workerData } from 'node:worker_threads';
import { EngagedError } from '../../../src/domain/errors.ts';
import { type CompanyWrite, writeCompany } from '../../../src/service/company/company-write.ts';
import { changeRedemptionStatus, redeemShopItem } from '../../../src/service/shop/redemptions.ts';
import { openData } from '../../../src/store/data.ts';

/** Redeems an item several times, then declines each redemption. */
export type RaceOptions = {
  file: string;
  companyId: number;
  now: number;
  employee: string;
  item: string;
  redeem: number;
  decline: string[];
};

const race = workerData as RaceOptions;
const db = openData(race.file, { write: true });
let succeeded = 0;

function attempt(change: (write: CompanyWrite) => void): void {
  try {
    writeCompany(db, { companyId: race.companyId, now: race.now, actor: 'racer' }, change);
    succeeded++;
  } catch (error) {
    if (!(error instanceof EngagedError) || /Another process/.test(error.message)) throw error;
  }
}

for (let i = 0; i < race.redeem; i++) {
  attempt((write) => redeemShopItem(write, race.employee, race.item));
}
for (const id of race.decline) attempt((write) => changeRedemptionStatus(write, id, 'declined'));
db.close();
parentPort?.postMessage(succeeded);
