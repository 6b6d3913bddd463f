import type {
  Content,
  Document,
  Method,
  Operation,
  Reference,
  Response,
} from '../openapi/document-types.ts';
import type { JsonSchema } from '../openapi/json-schema.ts';
import { type Html, html } from '../response/html.ts';
import { inline, prose, table } from './prose.ts';
import { fieldsOf, fieldTable, nameOf, typeOf } from './schema-html.ts';

/** The section of one operation. */
export function operationSection(
  document: Document,
  method: Method,
  path: string,
  operation: Operation,
): Html {
  const { operationId, summary, description, parameters = [], requestBody } = operation;
  const body = requestBody?.content['application/json'];
  const ok = resolve(document, operation.responses[200] ?? operation.responses[204]);
  return html`<section class="operation" id="${operationId}" aria-labelledby="${operationId}-title">
<header>
<h3 id="${operationId}-title">${summary}</h3>
<p class="route"><span class="method ${method}">${method.toUpperCase()}</span><code>${path}</code>${access(operation)}${operation['x-addition'] && html`<span class="addition">addition to the contract</span>`}</p>
</header>
<div>
${prose(description)}
${
  parameters.length === 0
    ? undefined
    : fieldTable(
        'Parameters',
        parameters.map(({ name, required, description, schema }) => ({
          name,
          isOptional: !required,
          schema,
          description,
        })),
        '',
      )
}
${body && fieldTable('Body', fieldsOf(document.components.schemas, schemaOf(document, body.schema)), ', optional')}
${ok && responseSection(document, ok)}
${errorTable(document, operation)}
</div>
<div class="samples">
<h4>Example</h4>
${operation['x-codeSamples'].map(({ label, source }) => codeBlock(label, source))}
${ok && Object.values(ok.content?.['application/json'].examples ?? {}).map(({ value }) => codeBlock('Response', JSON.stringify(value, null, 2)))}
</div>
</section>
`;
}

/** A labelled block of code that scrolls by keyboard. */
export const codeBlock = (label: string, source: string): Html =>
  html`<span class="label">${label}</span><pre tabindex="0" role="group" aria-label="${label}"><code>${source}</code></pre>
`;

function access({ security }: Operation): Html {
  const [requirement] = security;
  if (!requirement) return html`<span class="scope">no key needed</span>`;
  const [scope] = requirement.apiKey;
  return scope === undefined
    ? html`<span class="scope">any valid key</span>`
    : html`<span class="scope">scope <code>${scope}</code></span>`;
}

const schemaOf = (document: Document, { $ref = '' }: JsonSchema): JsonSchema =>
  document.components.schemas[nameOf($ref)] ?? {};

const resolve = (
  document: Document,
  response: Response | Reference | undefined,
): Response | undefined =>
  response && '$ref' in response ? document.components.responses[nameOf(response.$ref)] : response;

/** The fields of the response; of its items for a list. */
function responseSection(document: Document, { description, content }: Response): Html {
  if (!content) return html`<h4>Response</h4><p>${inline(description)}</p>`;
  const { schema } = content['application/json'];
  const whole = schemaOf(document, schema);
  const { data } = whole.properties ?? {};
  const item = data?.items;
  const shown = item ?? schema;
  const object = schemaOf(document, shown);
  const fields = fieldsOf(document.components.schemas, object);
  return html`<h4>Response</h4>
<p>${inline(description)} ${item ? html`Type of each item: ${typeOf(item)}.` : html`${typeOf(schema)}.`}</p>
${
  object.anyOf
    ? html`<p>One of ${typeOf(object)}.</p>`
    : html`<details><summary>${nameOf(shown.$ref ?? '')}: ${fields.length} fields</summary>
${fieldTable(`Fields of ${nameOf(shown.$ref ?? '')}`, fields, '')}
</details>`
}`;
}

const errorTable = (document: Document, { operationId, responses }: Operation): Html =>
  table(
    `Errors of ${operationId}`,
    ['Status', 'Code', 'When'],
    Object.entries(responses)
      .filter(([status]) => !status.startsWith('2'))
      .map(([status, given]) => {
        const response = resolve(document, given);
        return html`<tr><th scope="row" class="status">${status}</th><td class="code">${codesOf(response?.content)}</td><td>${inline(response?.description ?? '')}</td></tr>
`;
      }),
    { caption: 'Errors' },
  );

function codesOf(content: Content | undefined): Html[] {
  const values = Object.values(content?.['application/json'].examples ?? {}).map(
    ({ value }) => (value as { error: { code: string } }).error.code,
  );
  return [...new Set(values)].map((code) => html`<code>${code}</code> `);
}
