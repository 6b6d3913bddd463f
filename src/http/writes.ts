import type { WriteRequest } from '../worker/write-requests.ts';
import type { Services, WriteEndpoint } from './endpoint.ts';
import { type PathParameters, readParameters } from './parameters.ts';
import { discardBody, takeBody } from './server/body.ts';
import type { Exchange } from './server/exchange.ts';

/**
 * Makes a write whose key may make it, and gives its response once it is on disk.
 *
 * @throws EngagedError for every response but a 200 and those about the body's size and encoding
 */
export async function respondToWrite(
  services: Services,
  exchange: Exchange,
  { endpoint, path: sent }: { endpoint: WriteEndpoint; path: PathParameters },
): Promise<string | null | undefined> {
  const { url, now, credential } = exchange;
  const { companyId, keyId } = credential;
  const { name, parameters, requestBody } = endpoint;
  const body = requestBody
    ? await takeBody(exchange, requestBody.limit)
    : (await discardBody(exchange)) && new Uint8Array();
  if (!body) return undefined;
  const path = readParameters({ url, path: sent }, parameters) as WriteRequest['path'];
  return commitWrite(services, {
    ...{ name, companyId, actor: `key ${keyId}`, now, path, body, site: services.site },
  });
}

/** Makes a write and returns the body of its response. @throws EngagedError where nothing was written */
export async function commitWrite(
  { writer, boards, eventWaits, readiness }: Services,
  request: WriteRequest,
): Promise<string | null> {
  try {
    const { json, changed } = await writer.write(request);
    // The next leaderboard shows the change, however many people it concerns.
    if (changed) {
      boards.invalidate(request.companyId);
      eventWaits.noteCommit();
    }
    return json;
  } catch (error) {
    readiness.noteFault(error);
    throw error;
  }
}
