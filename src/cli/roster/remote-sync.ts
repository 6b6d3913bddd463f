import * as v from 'valibot';
import type { EngagedApiError } from '../../client/error.ts';
import { isApiKey } from '../../domain/api-key.ts';
import { EngagedError, UsageError } from '../../domain/errors.ts';
import type { ErrorCode } from '../../domain/failure-entry.ts';
import { withoutEnd } from '../../domain/text.ts';
import { type ImportResult, importResult } from './import-result.ts';

/** A running service and the key to it. */
export type Service = { address: string; key: string };

const MAX_MESSAGE_LENGTH = 500;

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
      '--url',
    );
  }
  if (!key) throw new UsageError('--url needs a key: give it with ENGAGED_KEY or --key', '--url');
  if (!isApiKey(key))
    throw new UsageError('The key is not complete. Copy it again as it was printed');
  const base = withoutEnd(url.href, '/');
  return { address: base, key };
}

/**
 * The result of a sync, held to its shape: what answers at an address need not be this service.
 *
 * @throws EngagedError `unavailable`
 */
export function requireResult(service: Service, result: unknown): ImportResult {
  const answer = v.safeParse(importResult, result);
  if (answer.success) return answer.output;
  throw unexpectedService(service);
}

/** Why a service did not do it, as a sentence without the key and without its full stop. */
export function toRefusal(service: Service, error: EngagedApiError): EngagedError {
  const { address, key } = service;
  const { code, status, message } = error;
  if (code === 'network_error') {
    const why = `${address} cannot be reached (${reasonOf(error.cause)})`;
    return new EngagedError('unavailable', why);
  }
  if (code === 'unexpected_answer') {
    if (status === 200) return unexpectedService(service);
    return new EngagedError(
      codeOf(status),
      `${address} answers ${status}, and not as this service does`,
    );
  }
  // Whatever answers at a mistyped address may well repeat what it was sent.
  const shown = message.replaceAll(key, '[key]').slice(0, MAX_MESSAGE_LENGTH);
  const serverMessage = withoutEnd(shown, '.');
  const text = `${address} answers ${status} ${code.slice(0, MAX_MESSAGE_LENGTH)}: ${serverMessage}`;
  return new EngagedError(codeOf(status), text);
}

const unexpectedService = ({ address }: Service) =>
  new EngagedError('unavailable', `${address} does not answer as this service does`);

const codeOf = (status: number): ErrorCode => (status >= 500 ? 'unavailable' : 'bad_request');

// What fetch throws says no more than that it failed; the reason lies below, and may lie there in several.
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no reason known';
  const { cause } = error;
  if (cause instanceof Error && 'code' in cause) return String(cause.code);
  return error.name === 'TimeoutError' ? 'no answer in time' : 'the connection broke';
}
