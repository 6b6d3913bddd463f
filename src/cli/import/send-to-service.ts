import { EngagedError } from '../../domain/errors.ts';
import { readRoster } from '../../domain/roster/read-roster.ts';
import type { DeactivationWish } from '../../service/roster/sync-order.ts';
import { type Context, UsageError } from '../context.ts';
import { remark, safe } from '../output.ts';
import type { Progress } from '../progress.ts';
import { type ImportResult, type RowNote, sumResults } from './import-result.ts';
import { type Service, sendRoster } from './remote-sync.ts';
import { retrying } from './retry.ts';
import { divideRows } from './roster-parts.ts';

/** What a service made of a roster, and in how many requests. */
export type RemoteImport = { result: ImportResult; requests: number };

/**
 * Imports a roster over HTTP: in one request with the wish as it stands, or, where it is too large for
 * one, in several one after another that deactivate nobody. A value that several rows share fails them as
 * it would in one request, also where they would have gone in different ones.
 *
 * @throws UsageError, before anything is sent, where a part would have to say who is missing
 * @throws EngagedError where the service refuses or cannot be reached
 */
export async function sendToService(
  context: Context,
  service: Service,
  rows: readonly object[],
  wish: DeactivationWish,
  progress: Progress,
): Promise<RemoteImport> {
  const everything = divideRows(
    rows,
    rows.map((_, index) => index),
  );
  if (everything.length === 1) {
    progress.show(0, 1, 'sending');
    const result = await send(context, service, progress, toBody(rows, wish), '');
    return { result, requests: 1 };
  }
  if (wish.deactivateMissing) {
    throw new UsageError(
      `This file takes ${everything.length} requests, and none of them alone can say who is missing. ` +
        'Leave out --deactivate-missing, or import on the machine of the service, with --data in place of --url',
    );
  }
  const repeated = findRepeated(rows);
  const failed = new Set(repeated.map(({ index }) => index));
  const parts = divideRows(
    rows,
    rows.flatMap((_, index) => (failed.has(index) ? [] : [index])),
  );
  const results: ImportResult[] = [];
  for (const [done, part] of parts.entries()) {
    progress.show(done, parts.length, `sending part ${done + 1} of ${parts.length}`);
    const body = toBody(
      part.flatMap((index) => rows[index] ?? []),
      wish,
    );
    try {
      const soFar = ` ${done} of ${parts.length} parts are done.`;
      const result = await send(context, service, progress, body, soFar);
      results.push(backToFile(result, part));
    } catch (error) {
      throw done === 0 ? error : halfWay(error, done, parts.length);
    }
  }
  const whole = sumResults(results);
  const errors = [...whole.errors, ...repeated].sort((a, b) => a.index - b.index);
  return { result: { ...whole, errors }, requests: parts.length };
}

const toBody = (employees: readonly object[], wish: DeactivationWish): string =>
  JSON.stringify({
    employees,
    deactivate_missing: wish.deactivateMissing,
    ...(wish.maxDeactivations === null ? {} : { max_deactivations: wish.maxDeactivations }),
  });

const send = (
  context: Context,
  service: Service,
  progress: Progress,
  body: string,
  soFar: string,
) =>
  retrying(() => sendRoster(service, body, context.now), {
    sleep: context.sleep,
    random: Math.random,
    onWait: (failure, milliseconds) => {
      progress.clear();
      const wait = readableWait(milliseconds);
      remark(context, `${safe(failure.message)}. Trying again in ${wait}.${soFar}`);
    },
  });

const readableWait = (milliseconds: number): string =>
  milliseconds < 120_000
    ? `${Math.ceil(milliseconds / 1000)} s`
    : `${Math.ceil(milliseconds / 60_000)} min`;

const findRepeated = (rows: readonly object[]): RowNote[] =>
  readRoster(rows, { ssoDomains: null, emailKeyOf: (folded) => folded }).rejected.filter(
    ({ code }) => code === 'duplicate_external_id' || code === 'duplicate_email',
  );

function backToFile(result: ImportResult, part: readonly number[]): ImportResult {
  const back = (note: RowNote) => ({ ...note, index: part[note.index] ?? note.index });
  return { ...result, errors: result.errors.map(back), warnings: result.warnings.map(back) };
}

const halfWay = (error: unknown, done: number, total: number): unknown =>
  error instanceof EngagedError
    ? new EngagedError(
        error.code,
        `${error.message}. By then ${done} of ${total} parts had been imported; importing the whole file again is safe.`,
      )
    : error;
