import type { Environment } from '../context.ts';
import { settingVariables } from './settings.ts';

/** Variables of the program that are no settings of the service. */
const OTHERS = ['ENGAGED_DATA', 'ENGAGED_DEBUG', 'ENGAGED_KEY', 'ENGAGED_URL'];

/** Those of the tests and of what integrates with the service, as CONTRIBUTING.md and the handbook name them. */
const FOREIGN =
  /^ENGAGED_(?:TEST_\w+|FAULTS|FAULTS_\w+|CHROMIUM|FIREFOX|PROGRAM|NODE|WEBHOOK_SECRET)$/;

/** What Kubernetes and Docker set in every container beside a service that is called `engaged`. */
const LINKED = /^ENGAGED_(?:SERVICE_(?:HOST|PORT\w*)|PORT_\d+_(?:TCP|UDP)\w*|NAME|ENV_\w+)$/;

/** A variable that no part of the program reads, and the one that may be meant. Its value is never shown. */
export type UnknownVariable = { variable: string; suggestion: string | null };

/** Bounds what is said about an environment that has nothing to do with this program. */
const MOST = 20;

/** The longest name that is compared, and so shown. */
const MAX_LENGTH = 100;

/** The variables that look like settings and are none, such as ENGAGED_PROT, in the order of their names. */
export function findUnknownVariables(env: Environment): UnknownVariable[] {
  const known = [...settingVariables, ...OTHERS];
  return Object.keys(env)
    .filter((name) => /^ENGAGED_/i.test(name) && name.length <= MAX_LENGTH)
    .filter((name) => !known.includes(name) && !FOREIGN.test(name) && !LINKED.test(name))
    .sort()
    .slice(0, MOST)
    .map((variable) => ({ variable, suggestion: nearest(variable.toUpperCase(), known) }));
}

function nearest(name: string, known: readonly string[]): string | null {
  // A third of what follows the prefix, so that only a slip suggests another name.
  const most = Math.max(1, Math.floor((name.length - 'ENGAGED_'.length) / 3));
  let best: string | null = null;
  let least = most + 1;
  for (const candidate of known) {
    const slips = slipsBetween(name, candidate);
    if (slips < least) [best, least] = [candidate, slips];
  }
  return best;
}

/** How many letters were left out, added, replaced, or swapped with the next one. */
function slipsBetween(typed: string, meant: string): number {
  let before: number[] = [];
  let last = Array.from({ length: meant.length + 1 }, (_, at) => at);
  for (let i = 1; i <= typed.length; i++) {
    const row = [i];
    for (let j = 1; j <= meant.length; j++) {
      const isSame = typed[i - 1] === meant[j - 1];
      const isSwapped = typed[i - 1] === meant[j - 2] && typed[i - 2] === meant[j - 1];
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, last] = [last, row];
  }
  return last[meant.length] ?? 0;
}
