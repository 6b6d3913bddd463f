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
import type { Schema } from '../../src/http/openapi/schema.ts';
import { describeApi } from '../../src/http/routes.ts';
import type { Answer } from './harness.ts';

/** An operation of the description, and where it lies. */
export type Described = { method: Method; path: string; operation: Operation };

/** Headers that mean something to a client; the others are HTTP's own, or there for safety. */
const DOCUMENTED_HEADERS = /^(?:x-(?!content-type-options$)|retry-after$|www-authenticate$)/;

/** The published description, as the measure that answers are held to. It notes what it was shown. */
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

  /** Fails unless the description says of an answer everything that is in it. */
  hold({ operation }: Described, answer: Answer): void {
    const { operationId, responses } = operation;
    const status = responses[answer.status]
      ? String(answer.status)
      : `${Math.floor(answer.status / 100)}XX`;
    const about = `${operationId} ${answer.status}: ${answer.text.slice(0, 200)}`;
    const response = this.#resolve(responses[status]);
    assert.ok(response, `not described: ${about}`);
    this.#shown.add(`${operationId} ${status}`);
    this.#holdHeaders(response, answer, about);
    if (!response.content) {
      assert.deepEqual([answer.text, answer.headers['content-length']], ['', undefined], about);
      return;
    }
    assert.equal(answer.headers['content-type'], 'application/json', about);
    const { schema, examples } = response.content['application/json'];
    const validate = this.#validatorOf(schema);
    assert.ok(validate(answer.json), `${about} ${JSON.stringify(validate.errors)}`);
    if (answer.status < 400) return;
    const codeOf = (body: unknown) => (body as { error: { code: string } }).error.code;
    const codes = Object.values(examples).map(({ value }) => codeOf(value));
    assert.ok(codes.includes(codeOf(answer.json)), `another code: ${about}`);
    const { request_id } = (answer.json as { error: { request_id: string } }).error;
    assert.equal(request_id, answer.headers['x-request-id'], about);
  }

  /** The described answers that nobody has shown. */
  unseen(): string[] {
    return this.operations
      .flatMap(({ operation }) =>
        Object.keys(operation.responses).map((status) => `${operation.operationId} ${status}`),
      )
      .filter((name) => !this.#shown.has(name));
  }

  #holdHeaders(response: Response, { headers }: Answer, about: string): void {
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

  #validatorOf(schema: Schema): ValidateFunction {
    return this.#ajv.compile(
      JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"doc#/components')),
    );
  }
}

/** The same schema, in which no object has properties that it does not name. */
function withoutExtraProperties(schema: Schema): Schema {
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
