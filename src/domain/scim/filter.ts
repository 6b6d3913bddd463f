import { ENTERPRISE_SCHEMA, GROUP_SCHEMA, USER_SCHEMA } from './attributes.ts';
import { invalidFilter, invalidPath, type ScimError } from './scim-error.ts';

/** What filters and paths name: an attribute, some of its values, and a part of those. */
export type AttributePath = {
  /** The schema extension that has it, as sent. */
  urn: string | null;
  /** Null where the extension itself is meant. */
  name: string | null;
  /** Which of its values. */
  where: Filter | null;
  sub: string | null;
};

export const OPERATORS = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const;
export type Operator = (typeof OPERATORS)[number];
export type Comparand = string | number | boolean | null;

/** A filter of RFC 7644, 3.4.2.2. */
export type Filter =
  | { op: 'and' | 'or'; left: Filter; right: Filter }
  | { op: 'not'; of: Filter }
  | { op: 'present'; path: AttributePath }
  | { op: Operator; path: AttributePath; value: Comparand };

/** Beyond these a filter is refused; a directory asks for one or two attributes. */
export const FILTER_BOUNDS = { length: 4_000, depth: 20, terms: 50 } as const;

/** How many comparisons a filter makes at most. */
export function termsOf(filter: Filter): number {
  switch (filter.op) {
    case 'and':
    case 'or':
      return termsOf(filter.left) + termsOf(filter.right);
    case 'not':
      return termsOf(filter.of);
    default:
      return 1 + (filter.path.where ? termsOf(filter.path.where) : 0);
  }
}

/** @throws ScimError `invalidFilter` */
export function parseFilter(text: string): Filter {
  const parser = new Parser(text, invalidFilter);
  const filter = parser.filter();
  parser.end();
  return filter;
}

/** Reads the path of a patch operation, or the name of an attribute. @throws ScimError `invalidPath` */
export function parsePath(text: string): AttributePath {
  const parser = new Parser(text.trim(), invalidPath);
  const path = parser.path();
  parser.end();
  return path;
}

/** A name, with the extension before it and a part after it. */
const ATTRIBUTE = /[A-Za-z0-9$_:.-]+/y;
const SUB_ATTRIBUTE = /\.([A-Za-z$_][\w$-]*)/y;
const NAME = /^[A-Za-z$_][\w$-]*$/;
const WORD = /[A-Za-z]+/y;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** Attributes of people at work, which some directories name without their schema. No other one has them. */
const AT_WORK = new Set([
  ...['employeenumber', 'costcenter', 'organization', 'division', 'department', 'manager'],
]);
const KNOWN_SCHEMAS = [ENTERPRISE_SCHEMA, USER_SCHEMA, GROUP_SCHEMA];

/** Reads from left to right, and looks at no character more than a few times. */
class Parser {
  readonly #text: string;
  readonly #fail: (detail: string) => ScimError;
  #at = 0;
  #depth = 0;
  #terms = 0;

  constructor(text: string, fail: (detail: string) => ScimError) {
    if (text.length > FILTER_BOUNDS.length) throw fail('It is too long');
    this.#text = text;
    this.#fail = fail;
  }

  end(): void {
    this.#skipSpace();
    if (this.#at < this.#text.length) throw this.#problem('more follows than can be read');
  }

  filter(): Filter {
    let left = this.#conjunction();
    while (this.#takeWord('or')) left = { op: 'or', left, right: this.#conjunction() };
    return left;
  }

  #conjunction(): Filter {
    let left = this.#term();
    while (this.#takeWord('and')) left = { op: 'and', left, right: this.#term() };
    return left;
  }

  #term(): Filter {
    if (++this.#terms > FILTER_BOUNDS.terms) throw this.#problem('there are too many terms');
    this.#skipSpace();
    if (this.#text[this.#at] === '(') return this.#within(')');
    const start = this.#at;
    if (this.#takeWord('not')) {
      this.#skipSpace();
      if (this.#text[this.#at] === '(') return { op: 'not', of: this.#within(')') };
      // An attribute may be called like this.
      this.#at = start;
    }
    return this.#comparison(this.path());
  }

  #comparison(path: AttributePath): Filter {
    this.#skipSpace();
    const start = this.#at;
    const word = this.#match(WORD)?.toLowerCase();
    if (word === 'pr') return { op: 'present', path };
    const op = OPERATORS.find((known) => known === word);
    if (op) return { op, path, value: this.#comparand() };
    this.#at = start;
    // Values of a list that meet a condition need no other one.
    if (path.where && path.sub === null) return { op: 'present', path };
    throw this.#problem('an operator is expected');
  }

  path(): AttributePath {
    this.#skipSpace();
    const token = this.#match(ATTRIBUTE);
    if (token === undefined) throw this.#problem('the name of an attribute is expected');
    const path = this.#attribute(token);
    if (this.#text[this.#at] !== '[') return path;
    if (path.name === null || path.sub !== null) throw this.#problem('a name is expected');
    const where = this.#within(']');
    return { ...path, where, sub: this.#match(SUB_ATTRIBUTE)?.slice(1) ?? null };
  }

  #attribute(token: string): AttributePath {
    const { urn, rest } = this.#divide(token);
    if (rest === '') return { urn, name: null, where: null, sub: null };
    const [name = '', sub = null, ...others] = rest.split('.');
    const isName = NAME.test(name) && (sub === null || NAME.test(sub)) && others.length === 0;
    if (!isName) throw this.#problem('that is no name of an attribute');
    const isOfWork = urn === null && AT_WORK.has(name.toLowerCase());
    return { urn: isOfWork ? ENTERPRISE_SCHEMA : urn, name, where: null, sub };
  }

  /** The extension, null for the core, and what stands behind it. */
  #divide(token: string): { urn: string | null; rest: string } {
    const folded = token.toLowerCase();
    for (const known of KNOWN_SCHEMAS) {
      const schema = known.toLowerCase();
      const urn = known === ENTERPRISE_SCHEMA ? known : null;
      if (folded === schema && urn) return { urn, rest: '' };
      if (folded.startsWith(`${schema}:`)) return { urn, rest: token.slice(known.length + 1) };
    }
    const at = token.lastIndexOf(':');
    if (at < 0) return { urn: null, rest: token };
    if (!folded.startsWith('urn:')) throw this.#problem('that is no name of an attribute');
    // The version of a schema stands before its last name: that is the schema, and no attribute of it.
    const isSchema = /^\d+\.\d+$/.test(token.slice(0, at).split(':').at(-1) ?? '');
    return isSchema
      ? { urn: token, rest: '' }
      : { urn: token.slice(0, at), rest: token.slice(at + 1) };
  }

  #within(end: ')' | ']'): Filter {
    if (++this.#depth > FILTER_BOUNDS.depth) throw this.#problem('it is nested too deep');
    this.#at++;
    const inner = this.filter();
    this.#skipSpace();
    if (this.#text[this.#at] !== end) throw this.#problem(`"${end}" is expected`);
    this.#at++;
    this.#depth--;
    return inner;
  }

  #comparand(): Comparand {
    this.#skipSpace();
    if (this.#text[this.#at] === '"') return this.#string();
    const number = this.#match(NUMBER);
    if (number !== undefined) return Number(number);
    const word = this.#match(WORD)?.toLowerCase();
    if (word === 'true' || word === 'false') return word === 'true';
    if (word === 'null') return null;
    throw this.#problem('a text in double quotes, a number, true, false or null is expected');
  }

  #string(): string {
    const start = this.#at;
    for (this.#at++; this.#at < this.#text.length; this.#at++) {
      if (this.#text[this.#at] === '\\') this.#at++;
      else if (this.#text[this.#at] === '"') {
        this.#at++;
        try {
          return JSON.parse(this.#text.slice(start, this.#at)) as string;
        } catch {
          break;
        }
      }
    }
    throw this.#problem('a text is not written as in JSON');
  }

  #takeWord(word: string): boolean {
    this.#skipSpace();
    const end = this.#at + word.length;
    const isThere = this.#text.slice(this.#at, end).toLowerCase() === word;
    // A name may begin with it.
    if (!isThere || /[\w$:.-]/.test(this.#text[end] ?? '')) return false;
    this.#at = end;
    return true;
  }

  #skipSpace(): void {
    while (this.#text[this.#at] === ' ') this.#at++;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const [found] = pattern.exec(this.#text) ?? [];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #problem(what: string): ScimError {
    return this.#fail(`It cannot be read at character ${this.#at + 1}: ${what}`);
  }
}
