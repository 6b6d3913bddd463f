import { invalid } from '../../domain/errors.ts';
import {
  type Cardinality,
  type Encode,
  encoderOf,
  type Of,
  type ParamShape,
  type Query,
  type Shape,
} from '../query.ts';
import type { Result, Statement, Value } from './protocol.ts';
import { rowReader } from './rows.ts';
import { statementText } from './statement-text.ts';

type Prepared = {
  name: string;
  text: string;
  names: readonly string[];
  encode: Encode | undefined;
  /** Made with the first result. */
  read: ReturnType<typeof rowReader> | undefined;
};

const REFUSED = 'Text must be valid Unicode without the null character';

/** The statements of one connection, each translated once. */
export class PreparedStatements {
  readonly #statements = new Map<string, Prepared>();

  /** What to ask the server. @throws EngagedError `validation_failed` for text that no data has */
  statement<C extends Cardinality, P extends ParamShape, R extends Shape>(
    query: Query<C, P, R>,
    params: object,
  ): Statement {
    const { name, text, names, encode } = this.#prepared(query);
    const encoded = (encode ? encode({ ...params }) : params) as Readonly<Record<string, Value>>;
    const values = names.map((param) => encoded[param] ?? null);
    for (const [at, value] of values.entries()) {
      const isList = typeof query.params[names[at] ?? ''] === 'object';
      if (typeof value === 'string' && isRefused(value, isList)) throw invalid(REFUSED);
    }
    return { name, text, values };
  }

  /** The rows of the server's answer. */
  rows<C extends Cardinality, P extends ParamShape, R extends Shape>(
    query: Query<C, P, R>,
    { columns, rows }: Result,
  ): Of<R>[] {
    const prepared = this.#prepared(query);
    prepared.read ??= rowReader(query.row, columns);
    return rows.map(prepared.read) as Of<R>[];
  }

  #prepared(query: Query<Cardinality, ParamShape, Shape>): Prepared {
    let prepared = this.#statements.get(query.name);
    if (!prepared) {
      prepared = {
        // The server cuts names after 63 characters.
        name: `statement_${this.#statements.size}`,
        ...statementText(query),
        encode: encoderOf(query.params),
        read: undefined,
      };
      this.#statements.set(query.name, prepared);
    }
    return prepared;
  }
}

/**
 * PostgreSQL refuses U+0000, and in JSON half of a surrogate pair: no text on record has either. JSON.stringify writes both
 * as escapes.
 *
 * @param isList whether the text is a list as JSON
 */
const isRefused = (text: string, isList: boolean): boolean =>
  isList
    ? text.includes('\\u') && /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/.test(text)
    : text.includes('\0');
