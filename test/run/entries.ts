import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

/** A test file, with its data in files or in PostgreSQL. */
export type Entry = {
  name: string;
  file: string;
  onPostgres: boolean;
  /** Whether it waits most of its time, so that it runs beside others. */
  waits: boolean;
};

/** What works on either store; tests of PostgreSQL itself run anyway. */
const ON_EITHER = [
  'test/service/**/*.test.ts',
  'test/worker/{contest-closer,ranker,write-requests,writer}.test.ts',
  'test/webhooks/deliverer.test.ts',
  'test/http/{employees,events,fresh-reads,leaderboard,redemptions,stats,sync,xp-awards}.test.ts',
  'test/portal/{asked,redemptions,roles}.test.ts',
  'test/security/raw-http.test.ts',
];

/** What takes longest begins first. Only the speed of a run depends on these lists. */
const LONG = ['test/faults/cluster.test.ts'];

const WAITING = ['test/store/postgres-connection.test.ts'];

const filesOf = (patterns: readonly string[]) =>
  globSync(patterns, { cwd: ROOT, exclude: ['**/node_modules/**'] }).sort();

/**
 * Every test there is, in the order in which they begin.
 *
 * @param named parts of names; none mean all
 * @param options.twice whether what works on either store also runs on PostgreSQL
 */
export function findEntries(named: readonly string[], { twice }: { twice: boolean }): Entry[] {
  const entry = (file: string, onPostgres: boolean): Entry => ({
    name: onPostgres ? `${file} on PostgreSQL` : file,
    file,
    onPostgres,
    waits: WAITING.includes(file),
  });
  const length = ({ file }: Entry) =>
    LONG.includes(file) ? Number.MAX_VALUE : statSync(join(ROOT, file)).size;
  return [
    ...filesOf(['test/**/*.test.ts']).map((file) => entry(file, false)),
    ...(twice ? filesOf(ON_EITHER).map((file) => entry(file, true)) : []),
  ]
    .filter(({ name }) => named.length === 0 || named.some((part) => name.includes(part)))
    .sort((one, other) => length(other) - length(one));
}
