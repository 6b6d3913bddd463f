// One of several processes that compete for the same thing; instructed by messages.
import { EngagedError } from '../../src/domain/errors.ts';
import type { SyncResult } from '../../src/domain/roster/sync-result.ts';
import { type CompanyWrite, writeCompany } from '../../src/service/company/company-write.ts';
import { revokeKey, rotateKey } from '../../src/service/keys/keys.ts';
import { deactivateEmployee, reactivateEmployee } from '../../src/service/people/employees.ts';
import { syncRoster } from '../../src/service/roster/sync/sync-roster.ts';
import { redeemShopItem } from '../../src/service/shop/redemptions.ts';
import { awardXp } from '../../src/service/xp/ledger.ts';
import type { Database } from '../../src/store/database.ts';
import { openDataFile } from '../../src/store/files/data-file.ts';

/** What each process tries, and as whom. */
export type Race = {
  file: string;
  companyId: number;
  now: number;
  racer: number;
  tries: number;
} & (
  | { kind: 'redeem'; employee: string; item: string }
  | { kind: 'award'; employee: string }
  | { kind: 'join'; limit: number }
  | { kind: 'same person'; email: string }
  | { kind: 'keys'; ids: readonly string[] }
);

/** Counts by outcome. */
export type Outcomes = Record<string, number>;

const BUSY = /Another process is writing/;

/** Retries until no other process is writing. */
function retryWhileBusy<T>(attempt: () => T): T {
  for (;;) {
    try {
      return attempt();
    } catch (error) {
      if (!(error instanceof EngagedError) || !BUSY.test(error.message)) throw error;
    }
  }
}

function run(db: Database, race: Race): Outcomes {
  const outcomes: Outcomes = {};
  const count = (what: string) => {
    outcomes[what] = (outcomes[what] ?? 0) + 1;
  };
  const { companyId, now, racer } = race;
  const order = { companyId, now, actor: `racer ${racer}` };
  /** Counts an error by its code, and a success by its name. */
  const attempt = (what: string, act: () => unknown) => {
    try {
      retryWhileBusy(act);
      count(what);
    } catch (error) {
      if (!(error instanceof EngagedError)) throw error;
      count(`${what}: ${error.code}`);
    }
  };
  const write = (change: (write: CompanyWrite) => unknown) => () => writeCompany(db, order, change);
  const sync = (employee: Record<string, unknown>, sandboxEmployees: number): SyncResult =>
    syncRoster(db, {
      ...order,
      clock: () => now,
      employees: [{ first_name: 'A', last_name: 'B', ...employee }],
      deactivateMissing: false,
      maxDeactivations: null,
      source: 'command_line',
      requestId: null,
      limits: { departments: 1_000, sandboxEmployees },
    }).result;

  for (let i = 0; i < race.tries; i++) {
    switch (race.kind) {
      case 'redeem':
        attempt(
          'redeemed',
          write((w) => redeemShopItem(w, race.employee, race.item)),
        );
        break;
      case 'award':
        attempt(
          'awarded',
          write((w) => awardXp(w, race.employee, { amount: 3 })),
        );
        break;
      case 'join': {
        const name = `r${racer}-${i}`;
        const { created, errors } = retryWhileBusy(() =>
          sync({ external_id: name, email: `${name}@race.example` }, race.limit),
        );
        count(created === 1 ? 'joined' : (errors[0]?.code ?? 'neither'));
        break;
      }
      case 'same person':
        // Two processes sync, the third acts like the portal.
        if (racer === 2) {
          attempt(
            'left',
            write((w) => deactivateEmployee(w, race.email, 'Racing')),
          );
          attempt(
            'came back',
            write((w) => reactivateEmployee(w, race.email)),
          );
        } else {
          const { created, updated, unchanged, errors } = retryWhileBusy(() =>
            sync({ external_id: 'X', email: race.email, job_title: `Job of ${racer}` }, 1_000),
          );
          if (created + updated + unchanged + errors.length !== 1) count('wrong sum');
          if (created === 1) count('created');
          else count(errors[0]?.code ?? (updated === 1 ? 'updated' : 'unchanged'));
        }
        break;
      case 'keys': {
        const id = race.ids[i] ?? '';
        if (racer === 2)
          attempt(
            'revoked',
            write((w) => revokeKey(w, id)),
          );
        else
          attempt(
            'rotated',
            write((w) => rotateKey(w, id, 60_000)),
          );
      }
    }
  }
  return outcomes;
}

process.on('message', (race: Race) => {
  const db = openDataFile(race.file, { write: true, busyTimeout: 20_000 });
  const outcomes = run(db, race);
  db.close();
  process.send?.(outcomes);
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
