import type pg from 'pg';
import type { Result, Statement, Value } from './protocol.ts';

/** The parts of the driver's connection that a batch uses; its types have others. */
type Wire = {
  stream: { cork(): void; uncork(): void };
  close(named: { type: 'S'; name: string }): void;
  parse(statement: { name: string; text: string }): void;
  bind(bound: { statement: string; values: unknown[] }): void;
  describe(named: { type: 'P'; name: '' }): void;
  execute(portal: object): void;
  sync(): void;
};

/** The columns of the statements that the server of a connection has read, by their names. */
export type KnownStatements = Map<string, readonly string[]>;

/**
 * Statements that are sent together and answered together, which the driver does with one at a time. The server skips
 * those after one that fails.
 */
export class Batch implements pg.Submittable {
  readonly ended: Promise<void>;
  readonly #end: PromiseWithResolvers<void>;
  readonly #statements: readonly Statement[];
  readonly #known: KnownStatements;
  readonly #results: Result[];
  #columns: readonly string[] = [];
  #rows: (readonly (string | null)[])[] = [];

  /** @param results are added as they come */
  constructor(statements: readonly Statement[], known: KnownStatements, results: Result[]) {
    this.#statements = statements;
    this.#known = known;
    this.#results = results;
    this.#end = Promise.withResolvers();
    this.ended = this.#end.promise;
  }

  submit(connection: unknown): void {
    const wire = connection as Wire;
    wire.stream.cork();
    const sent = new Set<string>();
    for (const { name, text, values } of this.#statements) {
      if (name === '' || !(this.#known.has(name) || sent.has(name))) {
        // It may have been read by the server, and then have failed.
        wire.close({ type: 'S', name });
        wire.parse({ name, text });
        sent.add(name);
      }
      wire.bind({ statement: name, values: values.map(toWire) });
      if (!this.#known.has(name)) wire.describe({ type: 'P', name: '' });
      wire.execute({});
    }
    wire.sync();
    wire.stream.uncork();
  }

  handleRowDescription({ fields }: { fields: readonly { name: string }[] }): void {
    this.#columns = fields.map(({ name }) => name);
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    this.#rows.push(fields);
  }

  /** @param done.text such as `SELECT 2`, `INSERT 0 2` or `SET CONSTRAINTS` */
  handleCommandComplete({ text }: { text: string }): void {
    const name = this.#statements[this.#results.length]?.name ?? '';
    const columns = this.#known.get(name) ?? this.#columns;
    if (name !== '') this.#known.set(name, columns);
    const [command = '', ...counts] = text.split(' ');
    this.#results.push({
      ...{ command, columns, rows: this.#rows },
      changed: Number(counts.at(-1)) || 0,
    });
    this.#columns = [];
    this.#rows = [];
  }

  handleReadyForQuery(): void {
    this.#end.resolve();
  }

  handleError(error: unknown): void {
    this.#end.reject(error);
  }
}

/** The driver sends text and bytes. */
const toWire = (value: Value): unknown => {
  if (typeof value === 'number') return String(value);
  return value instanceof Uint8Array ? Buffer.from(value) : value;
};
