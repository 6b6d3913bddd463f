import { globSync, readFileSync, statSync } from 'node:fs';
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
  'test/webhooks/{chat,deliverer}.test.ts',
  'test/slack/slack.test.ts',
  'test/http/{employees,events,fresh-reads,leaderboard,redemptions,scim,scim-providers,scim-safety,stats,sync,xp-awards}.test.ts',
  'test/portal/{asked,looks,redemptions,roles,shown}.test.ts',
  'test/security/raw-http.test.ts',
  'test/mail/{notices,outbox}.test.ts',
];

/** What takes longest begins first, and what mostly waits runs beside the others. Only the speed of a run depends on it. */
const LONG = [
  'test/portal/browser.test.ts',
  'test/faults/cluster.test.ts',
  'test/security/hostile-rosters.test.ts',
  'test/service/roster/follow-up-steps.test.ts',
  'test/portal/foreign-ids.test.ts',
  'test/portal/refused-forms.test.ts',
  'test/portal/roster-browser.test.ts',
  'test/portal/firefox.test.ts',
  'test/cli/upgrade.test.ts',
  'test/faults/full-disk.test.ts',
  'test/cli/copy.test.ts',
  'test/http/two-services.test.ts',
  'test/webhooks/deliverer.test.ts',
  'test/portal/downloads.test.ts',
  'test/portal/oidc.test.ts',
  'test/portal/sign-in.test.ts',
  'test/portal/clock.test.ts',
  'test/faults/killed-apply.test.ts',
  'test/faults/killed-closings.test.ts',
  'test/faults/killed-contests.test.ts',
  'test/portal/roles.test.ts',
  'test/portal/roster.test.ts',
  'test/cli/terminal.test.ts',
  'test/security/patterns.test.ts',
];

const WAITING = [
  'test/cli/deploy-postgres.test.ts',
  'test/store/postgres-connection.test.ts',
  'test/cli/company-delete.test.ts',
  'test/store/exclusive-lock.test.ts',
  'test/cli/employee-erase.test.ts',
  'test/security/resource-limits.test.ts',
  'test/faults/stop.test.ts',
  'test/portal/upload.test.ts',
  'test/faults/sockets.test.ts',
  'test/worker/lost-database.test.ts',
];

/** Whether a file looks at the file system of its data, which others have in memory: commands do. */
export const isOnDisk = ({ file }: Entry): boolean => file.startsWith('test/cli/');

/** All that stands in these lists. */
export const NAMED = [...LONG, ...WAITING];

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
    NAMED.includes(file) ? 1e9 - NAMED.indexOf(file) : statSync(join(ROOT, file)).size;
  return [
    ...filesOf(['test/**/*.test.ts']).map((file) => entry(file, false)),
    ...(twice ? filesOf(ON_EITHER).map((file) => entry(file, true)) : []),
  ]
    .filter(({ name }) => named.length === 0 || named.some((part) => name.includes(part)))
    .sort((one, other) => length(other) - length(one));
}

/** What needs a process of its own: hooks for all of its tests, and what is changed or measured in all of a process. */
const OWN_PROCESS =
  /^(?:before|beforeEach|after|afterEach)\(|setFlagsFromString|globalThis\.\w+ =|process\.(?:threadC|c)puUsage|getActiveResourcesInfo|performance\.now/m;

/** The parts of the tests whose files take many times what the start of a process takes. */
const LONG_PARTS = ['faults'];

/** Files whose tests count on ids of their own time, which only grow in one process, or on which modules are loaded first. */
const FRESH = [
  'test/cli/retention.test.ts',
  'test/service/roster/old-runs.test.ts',
  'test/service/roster/revert.test.ts',
];

/** How many files share a process, which takes longer to start than many of them take. */
const SHARE = 16;

/** The same entries in parts that are each run in one process. What takes long has one of its own. */
export function inProcesses(entries: readonly Entry[]): Entry[][] {
  const processes: Entry[][] = [];
  const open = new Map<string, Entry[]>();
  for (const entry of entries) {
    const [, part = ''] = entry.file.split('/');
    const kind = `${part} ${entry.onPostgres}`;
    const shared = open.get(kind);
    const isAlone = [...NAMED, ...FRESH].includes(entry.file) || LONG_PARTS.includes(part);
    if (isAlone || OWN_PROCESS.test(textOf(entry))) processes.push([entry]);
    else if (shared && shared.length < SHARE) shared.push(entry);
    else {
      const begun = [entry];
      open.set(kind, begun);
      processes.push(begun);
    }
  }
  return processes;
}

const textOf = ({ file }: Entry): string => readFileSync(join(ROOT, file), 'utf8');
