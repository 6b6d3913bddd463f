import type { Credential } from '../service/keys/key-cache.ts';
import type { WriteRequest } from '../worker/write-requests.ts';
import type { Services, WriteEndpoint } from './endpoint.ts';
import { type PathParameters, readParameters } from './parameters.ts';
import { discardBody, takeBody } from './server/body.ts';
import type { Exchange } from './server/exchange.ts';

/**
 * Responds to a write whose key may make it, once it is on disk.
 *
 * @throws EngagedError for every response but a 200 and those about the body's size and encoding
 */
export async function respondToWrite(
  services: Services,
  exchange: Exchange,
  request: {
    credential: Credential;
    endpoint: WriteEndpoint;
    url: string;
    path: PathParameters;
  },
): Promise<void> {
  const { companyId, keyId } = request.credential;
  const { name, parameters, requestBody } = request.endpoint;
  const body = requestBody
    ? await takeBody(exchange, requestBody.limit)
    : (await discardBody(exchange)) && new Uint8Array();
  if (!body) return;
  const path = readParameters(request, parameters) as WriteRequest['path'];
  const { now } = exchange;
  const json = await commitWrite(services, {
    ...{ name, companyId, actor: `key ${keyId}`, now, path, body },
  });
  if (json === null) exchange.replyEmpty();
  else exchange.reply(json);
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
