import type * as v from 'valibot';
import { MENTOR, OCTOBER } from '../api/examples.ts';
import type {
  Description,
  PublicEndpoint,
  ReadEndpoint,
  SyncEndpoint,
  WriteEndpoint,
} from '../endpoint.ts';
import type { Parameters } from '../parameters.ts';
import { BODY_LIMIT } from '../server/body-framing.ts';
import { codeSamples, type ExampleRequest } from './code-samples.ts';
import type {
  Document,
  Example,
  Method,
  Operation,
  Parameter,
  PathItem,
} from './document-types.ts';
import { describeNamed, refTo } from './json-schema.ts';
import { toParameter } from './parameter-schema.ts';
import {
  emptyResponse,
  HEADERS,
  okResponse,
  publicErrors,
  readErrors,
  SECURITY_SCHEMES,
  SHARED_RESPONSES,
  writeErrors,
} from './responses.ts';

const TAGS = [
  { name: 'Status', description: 'Whether a key works, and what it opens.' },
  {
    name: 'Employees',
    description: 'The active people of the company, and what they have earned.',
  },
  { name: 'Leaderboards', description: 'Who earned the most XP, by calendar month in UTC.' },
  { name: 'Badges', description: 'The badges that people can earn.' },
  { name: 'Departments', description: 'The department tree.' },
  { name: 'Shop', description: 'What coins can be redeemed for.' },
  { name: 'XP', description: 'Awards XP and coins.' },
  {
    name: 'Thanks',
    description: 'Thanks of employees to each other, and what they cost and bring.',
  },
  { name: 'Reports', description: 'Whether people take part, in numbers that tell nobody.' },
  { name: 'Events', description: 'What happened, as it happens.' },
  {
    name: 'Roster sync',
    description: 'Brings the company in line with a roster from an HR system.',
  },
  { name: 'Service', description: 'For monitoring and tools. No key is needed.' },
];

const INTRODUCTION = `Read a company's people, leaderboards, badges and rewards shop, and keep its people in line with an HR system.

Send a key as \`Authorization: Bearer …\`. Keys that begin with \`svc_live_\` act on the company, keys that begin with \`svc_test_\` on its sandbox, which is full of sample people. A key's scopes say what it may do.

Only active people are visible. Lists are paged: send \`next_cursor\` back as \`cursor\`, with the same filters, until it is null. Ids are UUIDs, timestamps are ISO 8601 in UTC with milliseconds. \`HEAD\` is answered like \`GET\`, without a body. Unknown parameters are ignored; a known one must not be given twice. An unknown path or method is a 404 \`not_found\`.

Operations marked as additions (\`x-addition\`) go beyond the API contract; all others are the contract's.

Every response carries \`X-Request-Id\`. Every error has the same body, with a \`code\` for programs. Retry 429, 500, 503, broken connections, and 409 where it has \`Retry-After\`: after its seconds, or with growing, random pauses. Do not retry other errors, such as a 409 \`insufficient_coins\`.`;

/** The endpoints, as they are served. */
export type Endpoints = {
  read: readonly ReadEndpoint[];
  write: readonly WriteEndpoint[];
  sync: SyncEndpoint;
  public: readonly PublicEndpoint[];
};

/**
 * The description of the API (OpenAPI 3.1), made from its endpoints.
 *
 * @throws Error for a parameter without a description or an example
 */
export function createDocument(version: string, endpoints: Endpoints, basePath: string): Document {
  const paths: Record<string, PathItem> = {};
  for (const endpoint of endpoints.read) {
    paths[toPathTemplate(endpoint.path)] = { get: readOperation(endpoint) };
  }
  for (const endpoint of endpoints.write) {
    const path = toPathTemplate(endpoint.path);
    const method = endpoint.method.toLowerCase() as Method;
    paths[path] = { ...paths[path], [method]: writeOperation(endpoint, method) };
  }
  paths[endpoints.sync.path] = { put: syncOperation(endpoints.sync) };
  for (const endpoint of endpoints.public)
    paths[endpoint.path] = { get: publicOperation(endpoint) };
  return {
    openapi: '3.1.1',
    info: {
      title: 'engaged',
      version,
      summary: 'Employee engagement: people, leaderboards, badges, rewards, and a roster sync.',
      description: INTRODUCTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: basePath || '/', description: 'The service that serves this description.' }],
    tags: TAGS,
    paths,
    components: {
      schemas: describeNamed(),
      headers: HEADERS,
      responses: SHARED_RESPONSES,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

const toPathTemplate = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

/** A path as the examples ask for it. */
const toExamplePath = (path: string): string =>
  path
    .replace('/contests/:id', '/contests/$CONTEST_ID')
    .replace(':id', '$EMPLOYEE_ID')
    .replace(':code', MENTOR.code)
    .replace(':month', OCTOBER.month);

function readOperation(endpoint: ReadEndpoint): Operation {
  const { path, scope, query } = endpoint;
  const parameters = toParameters(endpoint);
  const target = toExamplePath(path) + (query ? `?${query}` : '');
  const parameterError = parameterErrorOf(parameters);
  return toOperation(
    endpoint,
    { method: 'get', target, isKeyed: true },
    {
      security: [{ apiKey: scope === null ? [] : [scope] }],
      parameters,
      responses: readErrors({
        scope,
        parameterError,
        notFound: endpoint.notFound,
        gone: endpoint.gone,
      }),
    },
  );
}

function writeOperation(endpoint: WriteEndpoint, method: Method): Operation {
  const { path, scope, requestBody, notFound } = endpoint;
  const parameters = toParameters(endpoint);
  const target = toExamplePath(path);
  return toOperation(
    endpoint,
    { method, target, isKeyed: true, ...(requestBody && { body: requestBody.example.value }) },
    {
      security: [{ apiKey: [scope] }],
      ...(parameters.length > 0 && { parameters }),
      ...(requestBody && { requestBody: toRequestBody(requestBody) }),
      responses: writeErrors({
        scope,
        limit: requestBody?.limit ?? BODY_LIMIT,
        invalidMessage: requestBody
          ? 'The body must be JSON'
          : 'id is not valid (uuid is expected)',
        notFound,
        conflict: endpoint.conflict,
      }),
    },
  );
}

function syncOperation(endpoint: SyncEndpoint): Operation {
  const { path, scope, errors } = endpoint;
  return toOperation(
    endpoint,
    { method: 'put', target: path, isKeyed: true, body: endpoint.requestBody.example.value },
    {
      security: [{ apiKey: [scope] }],
      requestBody: toRequestBody(endpoint.requestBody),
      responses: errors,
    },
  );
}

const toRequestBody = ({ schema, example }: { schema: v.GenericSchema; example: Example }) => ({
  required: true as const,
  content: { 'application/json': { schema: refTo(schema), examples: { example } } },
});

const publicOperation = (endpoint: PublicEndpoint): Operation =>
  toOperation(
    endpoint,
    { method: 'get', target: endpoint.path, isKeyed: false },
    { security: [], responses: { ...publicErrors(endpoint), ...endpoint.otherResponses } },
  );

/** @param details.responses all but the 200 */
const toOperation = (
  {
    operationId,
    tag,
    summary,
    description,
    isAddition,
    response,
    typescript,
  }: Description | WriteEndpoint,
  request: ExampleRequest,
  details: Pick<Operation, 'security' | 'parameters' | 'requestBody' | 'responses'>,
): Operation => ({
  ...{ operationId, tags: [tag], summary, description },
  ...(isAddition && { 'x-addition': true }),
  ...details,
  responses: {
    ...('schema' in response
      ? { 200: okResponse(response, request.isKeyed) }
      : { 204: emptyResponse(response) }),
    ...details.responses,
  },
  'x-codeSamples': codeSamples(request, typescript),
});

const toParameters = (endpoint: { path: string; parameters: Parameters }): Parameter[] =>
  Object.entries(endpoint.parameters).map(([name, schema]) =>
    toParameter(endpoint.path, name, schema),
  );

/** An example of the error for an invalid parameter: that of the last one. */
function parameterErrorOf(parameters: readonly Parameter[]): string | undefined {
  const last = parameters.at(-1);
  if (!last) return undefined;
  return last.schema.maximum === undefined
    ? `${last.name} is not valid (uuid is expected)`
    : `${last.name} must not be greater than ${last.schema.maximum}`;
}
