import * as v from 'valibot';
import { isApiKey } from '../../domain/api-key.ts';
import { EngagedError, type ErrorCode } from '../../domain/errors.ts';
import { UsageError } from '../context.ts';
import type { ImportResult } from './import-result.ts';
import { TransientFailure } from './retry.ts';

/** A running service and the key to it. `endpoint` is where rosters go. */
export type Service = { address: string; endpoint: string; key: string };

/** The answer itself takes a second or two; what takes this long is a connection that died. */
const TIMEOUT = 120_000;

const LONGEST_MESSAGE = 500;

/**
 * The service that an address and a key mean.
 *
 * @throws UsageError for an address that is none, and for a key that was cut off or mistyped
 */
export function toService(address: string, key: string | undefined): Service {
  const url = URL.parse(address);
  const isPlain =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.username + url.password + url.search + url.hash === '';
  if (!isPlain) {
    throw new UsageError(
      '--url takes an address like https://engaged.example.com, and nothing after it',
    );
  }
  if (!key) throw new UsageError('--url needs a key: give it with ENGAGED_KEY or --key');
  if (!isApiKey(key))
    throw new UsageError('The key is not complete. Copy it again as it was printed');
  const base = url.href.replace(/\/+$/, '');
  return { address: base, endpoint: `${base}/v1/employees/sync`, key };
}

/**
 * Sends one sync request, once.
 *
 * @param body JSON text, as the API contract describes it
 * @throws TransientFailure for 409, 429, 5xx and a broken connection, as the contract says which to retry
 * @throws EngagedError for every other refusal
 */
export async function sendRoster(
  service: Service,
  body: string,
  now: () => number,
): Promise<ImportResult> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(service.endpoint, {
      method: 'PUT',
      headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
      body,
      // A roster and a key go where they were sent, and nowhere that an answer points to.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT),
    });
    text = await response.text();
  } catch (error) {
    const why = `${service.address} cannot be reached (${reasonOf(error)})`;
    throw new TransientFailure(new EngagedError('unavailable', why), 0);
  }
  const value = parse(text);
  if (response.status === 200) {
    const answer = v.safeParse(resultShape, value);
    if (answer.success) return answer.output;
    throw new EngagedError(
      'unavailable',
      `${service.address} does not answer as this service does`,
    );
  }
  const refusal = toRefusal(service, response.status, value);
  const mayPass = [409, 429].includes(response.status) || response.status >= 500;
  throw mayPass
    ? new TransientFailure(refusal, leastWait(response.headers.get('retry-after'), now))
    : refusal;
}

const count = v.pipe(v.number(), v.integer());
const notes = v.array(
  v.object({
    index: count,
    external_id: v.nullable(v.string()),
    code: v.string(),
    message: v.string(),
  }),
);

const resultShape = v.object({
  created: count,
  updated: count,
  unchanged: count,
  reactivated: count,
  deactivated: count,
  departments_created: count,
  departments_restored: count,
  deactivation_candidates: v.array(
    v.object({ employee_id: v.string(), external_id: v.nullable(v.string()), email: v.string() }),
  ),
  deactivation_candidates_total: count,
  unlinked_members: count,
  deactivation_limit: count,
  deactivation_skipped_reason: v.nullable(v.picklist(['rejected_rows', 'limit_exceeded'])),
  errors: notes,
  warnings: notes,
});

const refusalShape = v.object({ error: v.object({ code: v.string(), message: v.string() }) });

function toRefusal({ address, key }: Service, status: number, value: unknown): EngagedError {
  const told = v.safeParse(refusalShape, value);
  const { code, message } = told.success ? told.output.error : { code: '', message: '' };
  // Whatever answers at a mistyped address may well repeat what it was sent.
  const said = message.replaceAll(key, '[key]').slice(0, LONGEST_MESSAGE).replace(/\.+$/, '');
  const text = told.success
    ? `${address} answers ${status} ${code.slice(0, LONGEST_MESSAGE)}: ${said}`
    : `${address} answers ${status}, and not as this service does`;
  return new EngagedError(codeOf(status), text);
}

const codeOf = (status: number): ErrorCode => (status >= 500 ? 'unavailable' : 'bad_request');

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// What fetch throws says no more than that it failed; the reason lies below, and may lie there in several.
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no reason known';
  const { cause } = error;
  if (cause instanceof Error && 'code' in cause) return String(cause.code);
  return error.name === 'TimeoutError' ? 'no answer in time' : 'the connection broke';
}

/** Retry-After in milliseconds, in either form of RFC 9110, 10.2.3. */
function leastWait(header: string | null, now: () => number): number {
  if (header === null) return 0;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  return Math.max(0, (Date.parse(header) || 0) - now());
}
