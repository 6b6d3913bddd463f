import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type {
  Document,
  Header,
  Method,
  Operation,
  Reference,
  Response,
} from '../../src/http/openapi/document-types.ts';
import type { JsonSchema } from '../../src/http/openapi/json-schema.ts';
import { describeApi } from '../../src/http/routes.ts';
import type { TestResponse } from './harness.ts';

/** An operation of the OpenAPI description, and where it is defined. */
export type Described = { method: Method; path: string; operation: Operation };

/** Headers that matter to a client; the others belong to HTTP itself or harden the response. */
const DOCUMENTED_HEADERS = /^(?:x-(?!content-type-options$)|retry-after$|www-authenticate$)/;

/** The published description, against which responses are checked. It records which responses were seen. */
export class Description {
  readonly document: Document = JSON.parse(JSON.stringify(describeApi()));
  readonly operations: readonly Described[] = Object.entries(this.document.paths).flatMap(
    ([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({
        method: method as Method,
        path,
        operation,
      })),
  );
  readonly #shown = new Set<string>();
  readonly #ajv = new Ajv2020({ strict: true, allowUnionTypes: true });

  constructor() {
    addFormats.default(this.#ajv);
    this.#ajv.addVocabulary(['components', 'x-enumDescriptions']);
    const { schemas } = this.document.components;
    const closed = Object.entries(schemas).map(([name, schema]) => [
      name,
      withoutExtraProperties(schema),
    ]);
    this.#ajv.addSchema({ $id: 'doc', components: { schemas: Object.fromEntries(closed) } });
  }

  /** Fails unless the description covers everything in a response. */
  check({ operation }: Described, actual: TestResponse): void {
    const { operationId, responses } = operation;
    const status = responses[actual.status]
      ? String(actual.status)
      : `${Math.floor(actual.status / 100)}XX`;
    const about = `${operationId} ${actual.status}: ${actual.text.slice(0, 200)}`;
    const response = this.#resolve(responses[status]);
    assert.ok(response, `not described: ${about}`);
    this.#shown.add(`${operationId} ${status}`);
    this.#checkHeaders(response, actual, about);
    if (!response.content) {
      assert.deepEqual([actual.text, actual.headers['content-length']], ['', undefined], about);
      return;
    }
    assert.equal(actual.headers['content-type'], 'application/json', about);
    const { schema, examples } = response.content['application/json'];
    const validate = this.#validatorOf(schema);
    assert.ok(validate(actual.json), `${about} ${JSON.stringify(validate.errors)}`);
    if (actual.status < 400) return;
    const codeOf = (body: unknown) => (body as { error: { code: string } }).error.code;
    const codes = Object.values(examples).map(({ value }) => codeOf(value));
    assert.ok(codes.includes(codeOf(actual.json)), `another code: ${about}`);
    const { request_id } = (actual.json as { error: { request_id: string } }).error;
    assert.equal(request_id, actual.headers['x-request-id'], about);
  }

  /** Whether a value is as the schema of this name describes it. */
  allows(name: string, value: unknown): boolean {
    return this.#validatorOf({ $ref: `#/components/schemas/${name}` })(value);
  }

  /** The described responses that no test has produced. */
  unseen(): string[] {
    return this.operations
      .flatMap(({ operation }) =>
        Object.keys(operation.responses).map((status) => `${operation.operationId} ${status}`),
      )
      .filter((name) => !this.#shown.has(name));
  }

  #checkHeaders(response: Response, { headers }: TestResponse, about: string): void {
    const described = new Map(
      Object.entries(response.headers).map(([name, header]) => [name.toLowerCase(), header]),
    );
    for (const name of Object.keys(headers).filter((name) => DOCUMENTED_HEADERS.test(name))) {
      assert.ok(described.has(name), `header ${name} is not described: ${about}`);
    }
    for (const [name, reference] of described) {
      const { required, schema } = this.#headerOf(reference);
      const sent = headers[name];
      if (sent === undefined) {
        assert.equal(required, false, `no ${name}: ${about}`);
        continue;
      }
      const value = schema.type === 'integer' ? Number(sent) : sent;
      assert.ok(this.#validatorOf(schema)(value), `${name}: ${sent} in ${about}`);
    }
  }

  #headerOf({ $ref }: Reference): Header {
    const header = this.document.components.headers[$ref.split('/').at(-1) ?? ''];
    assert.ok(header, $ref);
    return header;
  }

  #resolve(response: Response | Reference | undefined): Response | undefined {
    return response && '$ref' in response
      ? this.document.components.responses[response.$ref.split('/').at(-1) ?? '']
      : response;
  }

  #validatorOf(schema: JsonSchema): ValidateFunction {
    return this.#ajv.compile(
      JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"doc#/components')),
    );
  }
}

/** The same schema, but objects may not have undeclared properties. */
function withoutExtraProperties(schema: JsonSchema): JsonSchema {
  const { items, properties, anyOf } = schema;
  return {
    ...schema,
    ...(items && { items: withoutExtraProperties(items) }),
    ...(anyOf && { anyOf: anyOf.map(withoutExtraProperties) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [
          name,
          withoutExtraProperties(property),
        ]),
      ),
      additionalProperties: schema.additionalProperties ?? false,
    }),
  };
}
