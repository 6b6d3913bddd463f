import { ServiceFault } from '../domain/errors.ts';
import type { Credential } from '../service/key-cache.ts';
import { takeBody } from './body.ts';
import type { Services, WriteEndpoint } from './endpoint.ts';
import type { Exchange } from './exchange.ts';
import { readParameters } from './parameters.ts';

/**
 * Responds to a write whose key may make it, once it is on disk.
 *
 * @throws EngagedError for every response but a 200 and those about the body's size and encoding
 */
export async function respondToWrite(
  { writer, boards, readiness }: Services,
  exchange: Exchange,
  request: { credential: Credential; endpoint: WriteEndpoint; url: string; id: string },
): Promise<void> {
  const { companyId, keyId } = request.credential;
  const { name, parameters, requestBody } = request.endpoint;
  const body = await takeBody(exchange, requestBody.limit);
  if (!body) return;
  const path = readParameters(request, parameters) as Readonly<Record<string, string>>;
  try {
    const { now } = exchange;
    const json = await writer.write({ name, companyId, keyId, now, path, body });
    // The next leaderboard shows the change, however many people it concerns.
    boards.invalidate(companyId);
    exchange.reply(json ?? '');
  } catch (error) {
    // The check logs its result.
    if (error instanceof ServiceFault) readiness.check().catch(() => {});
    throw error;
  }
}
