import type { TestContext } from 'node:test';
import { HOUR_MS } from '../../src/domain/duration.ts';
import { createLogger } from '../../src/service/operations/log.ts';
import { addEmployee } from '../../src/service/people/employees.ts';
import { awardXp } from '../../src/service/xp/ledger.ts';
import { placeOfData } from '../../src/store/data.ts';
import { Closer } from '../../src/worker/closer.ts';
import { startRanker } from '../../src/worker/ranker.ts';
import { startWriter } from '../../src/worker/start-writer.ts';
import { createTestCompany } from '../service/test-company.ts';

const GRACE = 72 * HOUR_MS;

/** The threads of services that close months and contests of a company with one person; the test moves the clock. */
export function startClosers(
  t: TestContext,
  { joined, count = 1 }: { joined: string; count?: number },
) {
  const company = createTestCompany(t);
  const { file, write } = company;
  const clock = { now: Date.parse(joined) };
  const id = write((one) => addEmployee(one, { email: 'ada@acme.example' }), clock.now).employee_id;
  const lines: string[] = [];
  const log = createLogger(
    'info',
    (line) => lines.push(line),
    () => clock.now,
  );
  const closers = Array.from({ length: count }, () => {
    const place = placeOfData(file);
    const limits = { departmentLimit: 10, sandboxLimit: 500 };
    const writer = startWriter({ file, place, ...limits, log });
    const ranker = startRanker({ file, place, log });
    t.after(() => Promise.all([writer.close(), ranker.close()]));
    return new Closer({ writer, ranker, log, now: () => clock.now, graceMs: GRACE });
  });
  return {
    ...company,
    clock,
    closers,
    /** The lines of the log so far. */
    logged: () => lines.map((line) => JSON.parse(line)),
    /** Awards XP at a moment that counts for that moment, or for another one. */
    award: (amount: number, now: string, at = now) =>
      write((one) => awardXp(one, id, { amount, at: Date.parse(at) }), Date.parse(now)),
    /** Has every service close what is due. */
    close: async (now: string) => {
      clock.now = Date.parse(now);
      await Promise.all(closers.map((closer) => closer.run()));
    },
  };
}
