import { SCOPES } from '../../domain/api-key.ts';
import type { Document, Method, Operation, PathItem, Tag } from '../openapi/document-types.ts';
import { type Html, html } from '../response/html.ts';
import { codeBlock, operationSection } from './operation-html.ts';
import { inline, prose, table } from './prose.ts';
import { fieldsOf, fieldTable, nameOf, typeOf } from './schema-html.ts';
import { SETUP } from './setup.ts';
import { styleElement } from './style.ts';

/** The reference for people, made from the description: one page that needs nothing else. */
export function docsPage(document: Document): string {
  const { info, tags } = document;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title} API ${info.version}</title>
${styleElement}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<div class="page">
<nav aria-label="Contents">
<strong>${info.title} API ${info.version}</strong>
<ul>
<li><a href="#introduction">Introduction</a></li>
<li><a href="#keys">Keys and scopes</a></li>
<li><a href="#headers">Headers</a></li>
${tags.map((tag) => navigation(document, tag))}
<li><a href="#objects">Objects</a></li>
</ul>
</nav>
<main id="content">
<section id="introduction">
<h1>${info.title} API ${info.version}</h1>
<p class="lead">${info.summary}</p>
${prose(info.description)}
<p>This page is made from <a href="/openapi.json">/openapi.json</a>, an OpenAPI 3.1 document.</p>
<p>The TypeScript client, <code>engaged/client</code>, is part of the npm package of the service, for Node 20 and newer. Any other HTTP client does as well.</p>
<h4>Setup for the examples</h4>
${codeBlock('Shell', SETUP.shell)}
${codeBlock('TypeScript', SETUP.typescript)}
</section>
${keys(document)}
${headers(document)}
${tags.map((tag) => operations(document, tag))}
<section id="objects"><h2>Objects</h2>
${Object.entries(document.components.schemas).map(
  ([name, schema]) => html`<section class="object" id="${name}"><h3>${name}</h3>
<p>${inline(schema.description ?? '')}</p>
${schema.anyOf ? html`<p>One of ${typeOf(schema)}.</p>` : fieldTable(`Fields of ${name}`, fieldsOf(document.components.schemas, schema), ', optional')}</section>
`,
)}
</section>
</main>
</div>
</body>
</html>
`.text;
}

const anchorOf = (tag: Tag): string => tag.name.toLowerCase().replaceAll(' ', '-');

const operationsOf = ({ paths }: Document): Operation[] =>
  Object.values(paths).flatMap((item) => Object.values(item));

const ofTag = (document: Document, tag: Tag) =>
  Object.entries(document.paths).flatMap(([path, item]: [string, PathItem]) =>
    Object.entries(item)
      .filter(([, operation]) => operation.tags.includes(tag.name))
      .map(([method, operation]) => ({ method: method as Method, path, operation })),
  );

const navigation = (
  document: Document,
  tag: Tag,
): Html => html`<li><a href="#${anchorOf(tag)}">${tag.name}</a>
<ul>${ofTag(document, tag).map(
  ({ operation }) =>
    html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>
`,
)}</ul></li>
`;

const operations = (document: Document, tag: Tag): Html => html`<section id="${anchorOf(tag)}">
<h2>${tag.name}</h2>
<p class="lead">${tag.description}</p>
${ofTag(document, tag).map(({ method, path, operation }) =>
  operationSection(document, method, path, operation),
)}</section>
`;

function keys(document: Document): Html {
  const opened = (scope: string) =>
    operationsOf(document).filter(({ security }) =>
      security.some(({ apiKey }) => apiKey.includes(scope)),
    );
  return html`<section id="keys"><h2>Keys and scopes</h2>
<p>Operators issue keys with <code>engaged key create</code>. A key has one or more scopes and says in its first letters whether it acts on the company (<code>svc_live_</code>) or on its sandbox (<code>svc_test_</code>).</p>
<p>A request without a key and a request with a key that does not work get the same <code>unauthorized</code> (401). To tell which it is, check first that the header <code>Authorization: Bearer …</code> reaches the service: a proxy or a misspelt variable may drop it. Then compare the key with <code>engaged key list</code>, which shows the beginning of each key and whether it is revoked or expired; a key works only with the service that issued it. A key that works, but lacks the scope, gets <code>forbidden</code> (403).</p>
${table(
  'Scopes',
  ['Scope', 'Endpoints'],
  SCOPES.map(
    (scope) => html`<tr><th scope="row"><code>${scope}</code></th><td>${opened(scope).map(
      ({ operationId, summary }, at) =>
        html`${at === 0 ? '' : ', '}<a href="#${operationId}">${summary}</a>`,
    )}</td></tr>
`,
  ),
)}</section>
`;
}

const headers = (document: Document): Html => {
  const names = new Map(
    operationsOf(document)
      .flatMap(({ responses }) => Object.values(responses))
      .concat(Object.values(document.components.responses))
      .flatMap((response) => ('headers' in response ? Object.entries(response.headers) : []))
      .map(([name, { $ref }]) => [name, document.components.headers[nameOf($ref)]]),
  );
  return html`<section id="headers"><h2>Headers</h2>
<p>Headers that responses carry.</p>
${table(
  'Headers',
  ['Header', 'Meaning'],
  [...names].map(
    ([name, header]) =>
      html`<tr><th scope="row"><code>${name}</code></th><td>${inline(header?.description ?? '')}</td></tr>
`,
  ),
)}</section>
`;
};
