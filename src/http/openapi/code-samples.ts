import { MUSEUM_DAY } from '../api/examples.ts';
import type { CodeSample, Method } from './document-types.ts';
import type { Json } from './json-schema.ts';

export type ExampleRequest = {
  method: Method;
  /** Path and query, with shell variables. */
  target: string;
  isKeyed: boolean;
  body?: Json;
};

/** The example of an operation for a shell and for the client. */
export const codeSamples = (request: ExampleRequest, typescript: string): CodeSample[] => [
  { lang: 'Shell', label: 'curl', source: toCurl(request) },
  { lang: 'TypeScript', label: 'TypeScript', source: typescript },
];

function toCurl({ method, target, isKeyed, body }: ExampleRequest): string {
  const words = [
    ...(method === 'get' ? [] : [`-X ${method.toUpperCase()}`]),
    `"$ENGAGED_URL${target}"`,
    ...(isKeyed ? ['-H "Authorization: Bearer $ENGAGED_KEY"'] : []),
    ...(body === undefined ? [] : ['-H "Content-Type: application/json"', `-d '${toShell(body)}'`]),
  ];
  return `curl ${words.join(' \\\n  ')}`;
}

/** JSON within single quotes, with the variable for the id of the examples' item. */
const toShell = (body: Json): string =>
  JSON.stringify(body, null, 2).replace(MUSEUM_DAY.id, `'"$ITEM_ID"'`);
