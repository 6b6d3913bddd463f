import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { kudosAllowance } from '../../../src/service/kudos/evaluate-kudos.ts';
import { checkLedgers } from '../../../src/service/xp/ledger-check.ts';
import { createKudosCompany, NOW } from './kudos-company.ts';
import type { KudosRace } from './kudos-process.ts';

test('connections that give the same allowance at once spend it once', async (t) => {
  const { db, file, companyId, person } = createKudosCompany(t);
  const order: KudosRace = { file, companyId, now: NOW, times: 60 };
  const racers = Array.from(
    { length: 2 },
    () => new Worker(new URL('./kudos-process.ts', import.meta.url), { workerData: order }),
  );
  const counts = await Promise.all(
    racers.map(async (racer) => Number((await once(racer, 'message'))[0])),
  );
  const given = counts.reduce((sum, count) => sum + count, 0);
  const { spent } = kudosAllowance({ db, companyId, now: NOW }, person('Ann').number);
  assert.equal(spent, 3 * given);
  assert.ok(spent <= 100 && spent > 90, String(spent));
  const coins = ['Ben', 'Cid', 'Dot'].map((name) => person(name).coins);
  assert.equal(
    coins.reduce((sum, one) => sum + one, 0),
    spent,
  );
  assert.ok(Math.max(...coins) <= 60);
  assert.deepEqual(checkLedgers(db), []);
});
