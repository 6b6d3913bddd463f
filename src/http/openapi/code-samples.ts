import type { CodeSample } from './document-types.ts';
import type { Json } from './schema.ts';

/** The example of an operation for a shell and for the client. */
export const codeSamples = (call: {
  method: 'get' | 'put';
  /** With the query, and with a variable of the shell for what lies in braces. */
  target: string;
  isKeyed: boolean;
  body?: Json;
  typescript: string;
}): CodeSample[] => [
  { lang: 'Shell', label: 'curl', source: toCurl(call) },
  { lang: 'TypeScript', label: 'TypeScript', source: call.typescript },
];

function toCurl({ method, target, isKeyed, body }: Parameters<typeof codeSamples>[0]): string {
  const words = [
    ...(method === 'get' ? [] : [`-X ${method.toUpperCase()}`]),
    `"$ENGAGED_URL${target}"`,
    ...(isKeyed ? ['-H "Authorization: Bearer $ENGAGED_KEY"'] : []),
    ...(body === undefined
      ? []
      : ['-H "Content-Type: application/json"', `-d '${JSON.stringify(body, null, 2)}'`]),
  ];
  return `curl ${words.join(' \\\n  ')}`;
}
