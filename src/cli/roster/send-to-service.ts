import { EngagedClient } from '../../client/client.ts';
import { EngagedApiError } from '../../client/error.ts';
import { isOneRequest } from '../../client/roster-parts.ts';
import type { RosterRow } from '../../client/types.ts';
import { EngagedError, UsageError } from '../../domain/errors.ts';
import { type Majority, UnconfirmedMajority } from '../../service/roster/review/review.ts';
import type { DeactivationOptions } from '../../service/roster/sync/deactivation.ts';
import type { Context } from '../context.ts';
import { printNotice } from '../output/output.ts';
import type { Progress } from '../output/progress.ts';
import { escapeControl } from '../output/terminal.ts';
import type { ImportResult } from './import-result.ts';
import { requireResult, type Service, toRefusal } from './remote-sync.ts';
import { findRenumbered, NOBODY, type Renumbered } from './renumbered.ts';

/** What a service made of a roster, and in how many requests. */
export type RemoteImport = {
  result: ImportResult;
  requests: number;
  /** In a dry run: the import has to be confirmed. */
  majority: Majority | null;
  /** Missing people whose address stands in the rows with another external id; then nobody is deactivated. */
  renumbered: Renumbered;
};

/**
 * Imports a roster over HTTP: in one request, or if it is too large in several that deactivate nobody. Duplicate
 * rows are rejected as in one request, even if they would be sent in different ones.
 *
 * @throws UsageError, before anything is sent, for a deactivation that needs several requests
 * @throws UnconfirmedMajority where more than half would be deactivated and no number was allowed; not in a dry run
 * @throws EngagedError where the service refuses or cannot be reached
 */
export async function sendToService(
  context: Context,
  service: Service,
  rows: readonly object[],
  deactivation: DeactivationOptions & { dryRun: boolean },
  progress: Progress,
): Promise<RemoteImport> {
  if (deactivation.deactivateMissing && !isOneRequest(rows)) {
    throw new UsageError(
      'This file needs several requests, which cannot be combined with --deactivate-missing. ' +
        'Remove it, or import on the machine of the service with --data instead of --url',
    );
  }
  let done = 0;
  let requests = 1;
  const client = new EngagedClient({
    baseUrl: service.address,
    key: service.key,
    // A long import may wait up to an hour for its sync budget.
    longestPause: Number.POSITIVE_INFINITY,
    sleep: context.sleep,
    now: context.now,
    onRetry: (failure, pause) => {
      progress.clear();
      const { message } = toRefusal(service, failure);
      const soFar = requests === 1 ? '' : ` ${done} of ${requests} parts are done.`;
      printNotice(
        context,
        `${escapeControl(message)}. Trying again in ${formatDuration(pause)}.${soFar}`,
      );
    },
  });
  const send = async (
    { deactivateMissing, maxDeactivations }: DeactivationOptions,
    dryRun: boolean,
  ): Promise<ImportResult> => {
    // The service judges every row by itself, and so finds those that are none.
    const result = await client.syncRoster(rows as readonly RosterRow[], {
      deactivateMissing,
      ...(maxDeactivations !== null && { maxDeactivations }),
      ...(dryRun && { dryRun: true }),
      onPart: (part, parts) => {
        done = part - 1;
        requests = parts;
        const what = parts === 1 ? 'sending' : `sending part ${part} of ${parts}`;
        progress.show(done, parts, what);
      },
    });
    return requireResult(service, result);
  };
  const needsConfirmation =
    deactivation.deactivateMissing && deactivation.maxDeactivations === null;
  const majorityIn = (result: ImportResult) => (needsConfirmation ? findMajority(result) : null);
  try {
    let allowed: DeactivationOptions = deactivation;
    let renumbered: Renumbered = NOBODY;
    if (deactivation.deactivateMissing) {
      const tried = await send(deactivation, true);
      renumbered = findRenumbered(rows, tried);
      if (renumbered.total > 0) {
        allowed = { deactivateMissing: false, maxDeactivations: null };
      } else {
        const majority = majorityIn(tried);
        if (deactivation.dryRun) return { result: tried, requests, majority, renumbered };
        if (majority) throw new UnconfirmedMajority(majority);
      }
    }
    const result = await send(allowed, deactivation.dryRun);
    return { result, requests, majority: null, renumbered };
  } catch (error) {
    if (!(error instanceof EngagedApiError)) throw error;
    const refusal = toRefusal(service, error);
    throw done === 0 || deactivation.dryRun ? refusal : partialFailure(refusal, done, requests);
  }
}

/** A service does not say how many people it could deactivate: they are these, and those in the rows. */
function findMajority(result: ImportResult): Majority | null {
  const { deactivated: missing, unchanged, updated, reactivated } = result;
  const of = missing + unchanged + updated - reactivated;
  if (missing * 2 <= of) return null;
  const people = result.deactivation_candidates.map((person) => ({ ...person, name: null }));
  return { missing, of, people };
}

const formatDuration = (milliseconds: number): string =>
  milliseconds < 120_000
    ? `${Math.ceil(milliseconds / 1000)} s`
    : `${Math.ceil(milliseconds / 60_000)} min`;

const partialFailure = (
  { code, message }: EngagedError,
  done: number,
  total: number,
): EngagedError =>
  new EngagedError(
    code,
    `${message}. By then ${done} of ${total} parts had been imported; importing the whole file again is safe.`,
  );
