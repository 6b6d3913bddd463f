import { SCIM_SCOPE } from '../../domain/api-key.ts';
import { parseJsonBody } from '../../domain/json-body.ts';
import type { JsonObject, JsonValue } from '../../domain/scim/attributes.ts';
import {
  listResourceTypes,
  listResponse,
  listSchemas,
  serviceProviderConfig,
} from '../../domain/scim/discovery.ts';
import { SCIM_PATH } from '../../domain/scim/resource.ts';
import { ScimError } from '../../domain/scim/scim-error.ts';
import type { Logger } from '../../service/operations/log.ts';
import { type ScimAnswer, toErrorAnswer, toErrorBody } from '../../service/scim/answer.ts';
import type { ScimRequest } from '../../service/scim/provision.ts';
import type { Services } from '../endpoint.ts';
import type { PathParameters } from '../parameters.ts';
import { NOT_FOUND } from '../response/problems.ts';
import { discardBody, takeBody } from '../server/body.ts';
import type { Answer, Exchange } from '../server/exchange.ts';
import { commitWrite } from '../writes.ts';
import { getGroup, listGroups } from './groups.ts';
import { readQuery, readSearch, type ScimQuery } from './query.ts';
import { prepareScim, respondWithChunks, respondWithScim } from './respond.ts';
import { getUser, listUsers, type ScimReading } from './users.ts';

/** Most bytes of a body: a group is sent with all of its members. */
const BODY_LIMITS = { Users: 262_144, Groups: 8_388_608 } as const;

type Method = 'GET' | ScimRequest['method'];
type Responding = Answer | Promise<Answer>;

type ScimRoute = {
  method: Method | '';
  path: string;
  scope?: typeof SCIM_SCOPE;
  prepare(exchange: Exchange): void;
  respond(exchange: Exchange, path: PathParameters): Responding;
};

/** What a handler gets. */
type ScimCall = { exchange: Exchange; id: string; reading: ScimReading };
type Handler = (call: ScimCall) => Promise<ScimAnswer | AsyncGenerator<string> | undefined>;

/** What a read finds. */
type Found = JsonObject | AsyncGenerator<string>;

/** Every route of the directory (RFC 7644), with responses to what it does not have. */
export function scimRoutes(services: Services, log: Logger): ScimRoute[] {
  const { db } = services;
  const base = services.site === '' ? services.basePath : services.site;
  const read =
    (handle: (call: ScimCall) => Found | Promise<Found>): Handler =>
    async (call) => {
      if (!(await discardBody(call.exchange))) return undefined;
      await db.refreshSnapshot();
      return toAnswer(await handle(call));
    };
  const search =
    (list: (reading: ScimReading, query: ScimQuery) => Promise<Found>): Handler =>
    async ({ exchange, reading }) => {
      const body = await takeBody(exchange, BODY_LIMITS.Users);
      if (!body) return undefined;
      const query = readSearch(parseJsonBody(body) as JsonValue);
      await db.refreshSnapshot();
      return toAnswer(await list(reading, query));
    };
  const write =
    (resource: 'Users' | 'Groups', method: ScimRequest['method']): Handler =>
    ({ exchange, id }) =>
      change(services, log, exchange, { resource, method, id, base });

  const all = (list: (base: string) => JsonObject[]): Handler =>
    read(() => {
      const resources = list(base);
      return listResponse(resources, { total: resources.length, startIndex: 1 });
    });
  const one = (list: (base: string) => JsonObject[]): Handler =>
    read(({ id }) => {
      const found = list(base).find((resource) => resource['id'] === id);
      if (!found) throw new ScimError(404, undefined, 'There is none with this id');
      return found;
    });

  const handlers: Record<string, Partial<Record<Method, Handler>>> = {
    '/ServiceProviderConfig': { GET: read(() => serviceProviderConfig(base)) },
    '/ResourceTypes': { GET: all(listResourceTypes) },
    '/ResourceTypes/:id': { GET: one(listResourceTypes) },
    '/Schemas': { GET: all(listSchemas) },
    '/Schemas/:id': { GET: one(listSchemas) },
    '/Users': {
      GET: read(({ exchange, reading }) => listUsers(reading, readQuery(exchange.url))),
      POST: write('Users', 'POST'),
    },
    '/Users/.search': { POST: search(listUsers) },
    '/Users/:id': {
      GET: read(({ exchange, reading, id }) =>
        getUser(reading, id, readQuery(exchange.url).projection),
      ),
      PUT: write('Users', 'PUT'),
      PATCH: write('Users', 'PATCH'),
      DELETE: write('Users', 'DELETE'),
    },
    '/Groups': {
      GET: read(({ exchange, reading }) => listGroups(reading, readQuery(exchange.url))),
      POST: write('Groups', 'POST'),
    },
    '/Groups/.search': { POST: search(listGroups) },
    '/Groups/:id': {
      GET: read(({ exchange, reading, id }) =>
        getGroup(reading, id, readQuery(exchange.url).projection),
      ),
      PUT: write('Groups', 'PUT'),
      PATCH: write('Groups', 'PATCH'),
      DELETE: write('Groups', 'DELETE'),
    },
  };

  const routes = Object.entries(handlers).flatMap(([path, methods]): ScimRoute[] => [
    ...Object.entries(methods).map(
      ([method, handle]): ScimRoute => ({
        method: method as Method,
        path: SCIM_PATH + path,
        scope: SCIM_SCOPE,
        prepare: prepareScim,
        respond: (exchange: Exchange, { id = '' }: PathParameters) =>
          respond(exchange, handle, { db, companyId: exchange.credential.companyId, base }, id),
      }),
    ),
    {
      method: '',
      path: SCIM_PATH + path,
      prepare: prepareScim,
      respond: (exchange) => refuseMethod(exchange, Object.keys(methods)),
    },
  ]);
  const nothing = { method: '', prepare: prepareScim, respond: () => NOT_FOUND } as const;
  return [...routes, { ...nothing, path: '/scim/**' }];
}

async function respond(
  exchange: Exchange,
  handle: Handler,
  reading: ScimReading,
  id: string,
): Promise<undefined> {
  try {
    const found = await handle({ exchange, id, reading });
    if (found === undefined) return;
    if (isText(found)) await respondWithChunks(exchange, found);
    else respondWithAnswer(exchange, found);
  } catch (error) {
    if (!(error instanceof ScimError)) throw error;
    respondWithAnswer(exchange, toErrorAnswer(error));
  }
}

const isText = (found: object): found is AsyncGenerator<string> => Symbol.asyncIterator in found;

const toAnswer = (found: Found): ScimAnswer | AsyncGenerator<string> =>
  isText(found) ? found : { status: 200, body: found };

function respondWithAnswer(exchange: Exchange, { status, body, retryAfter }: ScimAnswer): void {
  const { location } = (body?.['meta'] ?? {}) as { location?: string };
  const isNew = status === 201 && location !== undefined;
  const headers = [
    ...(retryAfter === undefined ? [] : ['Retry-After', String(retryAfter)]),
    ...(isNew ? ['Location', location] : []),
  ];
  respondWithScim(exchange, { status, body, headers });
}

async function change(
  services: Services,
  log: Logger,
  exchange: Exchange,
  { resource, method, id, base }: Omit<ScimRequest, 'body'> & { base: string },
): Promise<ScimAnswer | undefined> {
  const body =
    method === 'DELETE'
      ? (await discardBody(exchange)) && new Uint8Array()
      : await takeBody(exchange, BODY_LIMITS[resource]);
  if (!body) return undefined;
  const { now, credential } = exchange;
  const { companyId, keyId } = credential;
  const json = await commitWrite(services, {
    ...{ name: 'scim', companyId, actor: `key ${keyId}`, now, path: { id }, body, site: base },
    scim: { resource, method },
  });
  const answer = JSON.parse(json ?? '{}') as ScimAnswer;
  if (answer.isFirstBlocked)
    log.warn('directory_blocked', {
      company: credential.company.id,
      request_id: exchange.requestId,
    });
  return answer;
}

function refuseMethod(exchange: Exchange, methods: readonly string[]): undefined {
  const body = toErrorBody(405, 'The method is not supported here');
  respondWithScim(exchange, { status: 405, body, headers: ['Allow', methods.join(', ')] });
}
