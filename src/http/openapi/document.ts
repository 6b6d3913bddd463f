import type { Scope } from '../../domain/api-key.ts';
import type { Parameters } from '../parameters.ts';
import type { ReadRoute } from '../route.ts';
import {
  HEADERS,
  notReadyAnswer,
  openRefusals,
  readRefusals,
  SECURITY_SCHEMES,
  SHARED_ANSWERS,
  success,
  syncRefusals,
} from './answers.ts';
import { codeSamples } from './code-samples.ts';
import type { Document, Operation, Parameter, PathItem } from './document-types.ts';
import { ANSWER_EXAMPLES, PARAMETER_EXAMPLES, ROSTER_EXAMPLE } from './examples.ts';
import {
  OPEN_PROSE,
  PAGING_PROSE,
  type Prose,
  READ_PROSE,
  SYNC_PROSE,
  TAGS,
} from './operations.ts';
import { toParameterSchema } from './query-schemas.ts';
import { RESOURCE_SCHEMAS } from './resource-schemas.ts';
import { ROSTER_SCHEMAS } from './roster-schemas.ts';
import { ref } from './schema.ts';

/** What the description is made of: the routes as they are served. */
export type Described = {
  version: string;
  readRoutes: readonly Pick<ReadRoute, 'path' | 'scope' | 'parameters'>[];
  sync: { path: string; scope: Scope };
  openPaths: readonly string[];
};

const ABOUT = `Read a company's people, leaderboards, badges and rewards shop, and keep its people in line with an HR system.

Send a key as \`Authorization: Bearer …\`. Keys that begin with \`svc_live_\` act on the company, keys that begin with \`svc_test_\` on its sandbox, which is full of sample people. What a key may do is said by its scopes.

Only active people can be seen. Lists come in pages: send \`next_cursor\` back as \`cursor\`, with the same filters, until it is null. Ids are UUIDs, times are ISO 8601 in UTC with milliseconds. \`HEAD\` is answered as \`GET\` without a body. Unknown parameters are ignored; a known one must not be given twice. An unknown path or method is a 404 \`not_found\`.

Every answer carries \`X-Request-Id\`. Every error has one body, with a \`code\` to branch on. Repeat 429, 409, 500, 503 and broken connections after what \`Retry-After\` says, or with growing, random pauses; do not repeat other errors.`;

/**
 * The description of the API (OpenAPI 3.1), made from the routes and from what validates.
 *
 * @throws Error for a route or a parameter that nobody has described
 */
export function createDocument({ version, readRoutes, sync, openPaths }: Described): Document {
  const paths: Record<string, PathItem> = {};
  for (const route of readRoutes) paths[inBraces(route.path)] = { get: readOperation(route) };
  paths[sync.path] = { put: syncOperation(sync) };
  for (const path of openPaths) paths[path] = { get: openOperation(path) };
  return {
    openapi: '3.1.1',
    info: {
      title: 'engaged',
      version,
      summary: 'Employee engagement: people, leaderboards, badges, rewards, and a roster sync.',
      description: ABOUT,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The service that this description came from.' }],
    tags: TAGS,
    paths,
    components: {
      schemas: { ...RESOURCE_SCHEMAS, ...ROSTER_SCHEMAS },
      headers: HEADERS,
      responses: SHARED_ANSWERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

const inBraces = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

function readOperation({ path, scope, parameters }: Described['readRoutes'][number]): Operation {
  const prose = required(READ_PROSE[path], path);
  const described = toParameters(parameters, prose);
  const target = path.replace(':id', '$EMPLOYEE_ID') + (prose.query ? `?${prose.query}` : '');
  return {
    ...heading(prose),
    security: [{ apiKey: scope === null ? [] : [scope] }],
    parameters: described,
    responses: {
      200: okAnswer(prose, true),
      ...readRefusals({ scope, invalid: complaint(described), notFound: prose.notFound }),
    },
    'x-codeSamples': codeSamples({
      method: 'get',
      target,
      isKeyed: true,
      typescript: prose.typescript,
    }),
  };
}

const syncOperation = ({ path, scope }: Described['sync']): Operation => ({
  ...heading(SYNC_PROSE),
  security: [{ apiKey: [scope] }],
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: ref('RosterSync'),
        examples: { example: { summary: 'A roster of two people', value: ROSTER_EXAMPLE } },
      },
    },
  },
  responses: { 200: okAnswer(SYNC_PROSE, true), ...syncRefusals(scope) },
  'x-codeSamples': codeSamples({
    method: 'put',
    target: path,
    isKeyed: true,
    body: ROSTER_EXAMPLE,
    typescript: SYNC_PROSE.typescript,
  }),
});

function openOperation(path: string): Operation {
  const prose = required(OPEN_PROSE[path], path);
  return {
    ...heading(prose),
    security: [],
    responses: {
      200: okAnswer(prose, false),
      ...openRefusals(),
      ...(path === '/readyz' && { 503: notReadyAnswer() }),
    },
    'x-codeSamples': codeSamples({
      method: 'get',
      target: path,
      isKeyed: false,
      typescript: prose.typescript,
    }),
  };
}

const heading = ({ operationId, tag, summary, description }: Prose) => ({
  operationId,
  tags: [tag],
  summary,
  description,
});

const okAnswer = ({ operationId, answer: [schema, description] }: Prose, isKeyed: boolean) =>
  success({ description, schema, example: ANSWER_EXAMPLES[operationId], isKeyed });

const toParameters = (parameters: Parameters, prose: Prose): Parameter[] =>
  Object.entries(parameters).map(([name, declaration]) => {
    const { schema, isRequired } = toParameterSchema(declaration);
    return {
      name,
      in: name === 'id' ? 'path' : 'query',
      required: isRequired,
      description: required(prose.parameters?.[name] ?? PAGING_PROSE[name], name),
      schema,
      example: schema.default ?? schema.enum?.[0] ?? required(PARAMETER_EXAMPLES[name], name),
    };
  });

/** What the service says of a parameter that is out of bounds; of the last one, which the others lead up to. */
function complaint(parameters: readonly Parameter[]): string | undefined {
  const last = parameters.at(-1);
  if (!last) return undefined;
  return last.schema.maximum === undefined
    ? `${last.name} is not valid (uuid is expected)`
    : `${last.name} must not be greater than ${last.schema.maximum}`;
}

function required<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`the description lacks ${name}`);
  return value;
}
