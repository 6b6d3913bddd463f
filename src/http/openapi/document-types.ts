import type { Json, JsonSchema } from './json-schema.ts';

/** As much of OpenAPI 3.1 (https://spec.openapis.org/oas/v3.1.1) as the description uses. */
export type Document = {
  readonly openapi: '3.1.1';
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly summary: string;
    readonly description: string;
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly tags: readonly Tag[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly headers: Readonly<Record<string, Header>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly securitySchemes: Readonly<Record<string, Json>>;
  };
};

export type Tag = { readonly name: string; readonly description: string };

export type Method = 'get' | 'put' | 'post' | 'delete';

export type PathItem = { readonly [M in Method]?: Operation };

export type Operation = {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  /** None for an operation that takes no key. */
  readonly security: readonly { readonly apiKey: readonly string[] }[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: true; readonly content: Content };
  readonly responses: Readonly<Record<string, Response | Reference>>;
  /** True for an addition to the API contract; absent for what the contract defines. */
  readonly 'x-addition'?: true;
  /** Runnable examples, in the order of the page. */
  readonly 'x-codeSamples': readonly CodeSample[];
};

export type CodeSample = {
  readonly lang: 'Shell' | 'TypeScript';
  readonly label: string;
  readonly source: string;
};

export type Reference = { readonly $ref: string };

export type Parameter = {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly description: string;
  readonly schema: JsonSchema;
  readonly example: Json;
};

export type Header = {
  readonly description: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly example: Json;
};

export type Response = {
  readonly description: string;
  readonly headers: Readonly<Record<string, Reference>>;
  /** Absent for a 204. */
  readonly content?: Content;
};

export type Content = {
  readonly 'application/json': {
    readonly schema: JsonSchema;
    readonly examples: Readonly<Record<string, Example>>;
  };
};

export type Example = { readonly summary: string; readonly value: Json };
