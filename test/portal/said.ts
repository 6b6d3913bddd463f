import { Html } from '../../src/http/response/html.ts';
import type { Messages } from '../../src/portal/languages/en.ts';

/** What a catalogue says at a place, such as shop.title, with each of the samples; and the parameters that it uses. */
export type Said = { path: string; texts: string[]; uses: string[] };

/** As many samples of parameters, in which every plural category of a language occurs. */
const COUNTS = [0, 1, 2, 5, 21, 100];

/** Parameters that are one of some codes. */
const CODES: Readonly<Record<string, readonly string[]>> = {
  by: ['map', 'where'],
  fault: ['many_cells', 'long_cell', 'long_record', 'unclosed_quote', 'stray_quote'],
  field: ['email', 'name'],
  state: ['active', 'deactivated', 'all'],
  unit: ['month', 'week'],
  what: ['time', 'memory'],
};

/** Parameters that are lists of objects or numbers, and not of texts. */
const NO_TEXTS = new Set(['each', 'first', 'lines', 'places', 'values']);

/** Everything that a catalogue says, in its order. A parameter that is a text stands there as ‹its name›. */
export function everythingSaid({ format: _, ...messages }: Messages): Said[] {
  return saidAt('', messages);
}

function saidAt(path: string, what: unknown): Said[] {
  if (typeof what === 'string') return [{ path, texts: [what], uses: [] }];
  if (typeof what === 'function') {
    const uses = new Set<string>();
    const texts = COUNTS.map((_, at) => textOf(what(sampleOf('it', at, uses))));
    return [{ path, texts, uses: [...uses].sort() }];
  }
  return Object.entries(what as object).flatMap(([key, part]) =>
    saidAt(path === '' ? key : `${path}.${key}`, part),
  );
}

const textOf = (said: unknown): string =>
  said instanceof Html ? said.text.replace(/<[^>]*>/g, '') : String(said);

/**
 * A parameter that can be whatever a text takes it for: a text, a count, HTML, what makes HTML, a list, or an object of
 * such parameters. @param uses gets the names of its parts
 */
function sampleOf(name: string, at: number, uses?: Set<string>): unknown {
  const text = `‹${name}›`;
  const parts: Readonly<Record<PropertyKey, unknown>> = {
    [Symbol.toPrimitive]: (hint: string) => (hint === 'number' ? COUNTS[at] : text),
    [Symbol.iterator]: () => [text, text].values(),
    map: (make: (one: unknown) => unknown) => [
      make(NO_TEXTS.has(name) ? sampleOf(name, at) : text),
    ],
    slice: () => [text],
    ...(uses ? {} : { text }),
  };
  return new Proxy(() => {}, {
    apply: (_target, _this, [label]) => new Html(textOf(label)),
    getPrototypeOf: () => Html.prototype,
    ownKeys: () => ['people', 'xp', 'coins', 'badges', 'prototype'],
    getOwnPropertyDescriptor: (target, key) =>
      Reflect.getOwnPropertyDescriptor(target, key) ?? { enumerable: true, configurable: true },
    get: (_target, key) => {
      if (key in parts || typeof key === 'symbol') return parts[key];
      uses?.add(key);
      const codes = CODES[key];
      if (/^(?:is|with|has)[A-Z]/.test(key)) return at % 2 === 0;
      return codes ? codes[at % codes.length] : sampleOf(key, at);
    },
  });
}
