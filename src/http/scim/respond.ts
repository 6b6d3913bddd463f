import type { JsonObject } from '../../domain/scim/attributes.ts';
import { toErrorBody } from '../../service/scim/answer.ts';
import type { Problem } from '../response/problems.ts';
import type { Exchange } from '../server/exchange.ts';

const SCIM_HEADERS = ['Content-Type', 'application/scim+json'] as const;

/** Every error of a directory's request is one of SCIM: some of them can read nothing else. */
export function prepareScim(exchange: Exchange): void {
  exchange.describeProblem = ({ status, message }: Problem) => ({
    body: JSON.stringify(
      toErrorBody(status, message, status === 400 ? 'invalidSyntax' : undefined),
    ),
    headers: SCIM_HEADERS,
  });
}

/** Responds with a body, or without one. */
export const respondWithScim = (
  exchange: Exchange,
  { status, body, headers = [] }: { status: number; body: JsonObject | null; headers?: string[] },
): void =>
  exchange.respond(status, body === null ? '' : JSON.stringify(body), [
    ...(body === null ? [] : SCIM_HEADERS),
    ...headers,
  ]);

/** A body up to this length is sent whole, with its length. */
const WHOLE = 65_536;

/** Responds with a body that is made while it is sent if it is long. */
export async function respondWithChunks(
  exchange: Exchange,
  chunks: AsyncGenerator<string>,
): Promise<void> {
  let first = '';
  while (first.length <= WHOLE) {
    const { value, done } = await chunks.next();
    if (done) return exchange.respond(200, first, SCIM_HEADERS);
    first += value;
  }
  async function* all(): AsyncGenerator<string> {
    yield first;
    yield* chunks;
  }
  await exchange.stream(all(), SCIM_HEADERS);
}
