import type { CompanyState } from '../service/company/company-states.ts';
import type { ReadEndpoint, Services } from './endpoint.ts';
import type { PathParameters } from './parameters.ts';
import { discardBody } from './server/body.ts';
import { BODY_LIMIT } from './server/body-framing.ts';
import type { Exchange } from './server/exchange.ts';

/** What is asked of an endpoint by a request that was admitted. */
type Asked = { endpoint: ReadEndpoint; path: PathParameters };

/** However long it takes to refuse such a body, nothing that follows it is read as a request. */
export function prepareRead(exchange: Exchange): void {
  const { body } = exchange;
  if (body.kind === 'sized' && body.length > BODY_LIMIT) exchange.closesConnection = true;
}

/** The body of the response to a request whose key may read, at once where it can be. @throws EngagedError */
export function respondToRead(
  services: Services,
  exchange: Exchange,
  asked: Asked,
): string | undefined | Promise<string | undefined> {
  return exchange.body.kind === 'none'
    ? read(services, exchange, asked)
    : readAfterBody(services, exchange, asked);
}

async function readAfterBody(
  services: Services,
  exchange: Exchange,
  asked: Asked,
): Promise<string | undefined> {
  if (!(await discardBody(exchange))) return undefined;
  // The key was found in an earlier snapshot.
  await services.db.refreshSnapshot();
  return read(services, exchange, asked);
}

function read(
  services: Services,
  exchange: Exchange,
  { endpoint, path }: Asked,
): string | Promise<string> {
  const { credential, now, url } = exchange;
  const respond = ({ revision, epoch }: CompanyState) => {
    const call = { revision, epoch, services, credential, now, url, path, request: exchange };
    return endpoint.isCacheable
      ? services.responses.get(call, () => endpoint.handle(call))
      : endpoint.handle(call);
  };
  const state = services.revisions.of(credential.companyId);
  return state instanceof Promise ? state.then(respond) : respond(state);
}
