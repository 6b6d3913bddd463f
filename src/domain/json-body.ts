import { invalid } from './errors.ts';
import { measureJson } from './json-size.ts';

/**
 * Bodies beyond these bounds are refused unparsed. A roster nests three levels deep and has seven values a
 * row, and a client may add fields of its own; but 16 MB can hold millions of levels or of empty objects,
 * which cost `JSON.parse` seconds and a gigabyte. Memory that runs out inside of `JSON.parse` takes the whole
 * process along, whatever heap limit the thread has.
 */
export const BODY_BOUNDS = { depth: 100, values: 500_000 } as const;

const TOO_DEEP = `The body must not be nested more than ${BODY_BOUNDS.depth} levels deep`;
export const TOO_MANY_VALUES = `The body must not hold more than ${BODY_BOUNDS.values} values, ignored ones included`;

/**
 * Reads the body of a request: UTF-8 (RFC 8259, 8.1) and JSON.
 *
 * @throws EngagedError `validation_failed`
 */
export function parseJsonBody(bytes: Uint8Array): unknown {
  const most = { depth: BODY_BOUNDS.depth, commas: BODY_BOUNDS.values };
  // There are fewer commas than values: no body within the bounds is refused.
  const { depth, commas } = measureJson(bytes, most);
  if (depth > most.depth) throw invalid(TOO_DEEP);
  if (commas > most.commas) throw invalid(TOO_MANY_VALUES);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalid('The body must be UTF-8');
  }
  try {
    return JSON.parse(text);
  } catch {
    // What the parser says quotes the body.
    throw invalid('The body must be JSON');
  }
}
