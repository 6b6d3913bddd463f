import { conflict } from '../../domain/errors.ts';
import { dataExists, explainedAsData, openData, schemaVersionOf, writeData } from '../data.ts';
import type { Database } from '../database.ts';
import { refuse } from '../files/file-errors.ts';
import { isPostgresAddress, withoutPassword } from '../postgres/address.ts';
import { SCHEMA_VERSION } from '../sqlite/migrate.ts';
import { explainedRefusal } from './refusal.ts';
import { type Contents, countRows, insertionInto, type Row, readBatches, Tally } from './rows.ts';
import { type Table, tablesOfSchema } from './tables.ts';
import { openTarget, type Target } from './target.ts';

/** Receives how many rows of how many are done, and the current step. */
type OnRows = (done: number, total: number, step: string) => void;

type CopiedTable = { table: string } & Contents;

export type Copied = {
  tables: readonly CopiedTable[];
  /** Whether anything was changed while it was copied, which the copy lacks. */
  changedMeanwhile: boolean;
};

/**
 * Copies everything in a data file or PostgreSQL database to a new file, or to a database without data. It reads one
 * snapshot, writes one transaction, and compares both before it commits: where it fails, there is no copy.
 *
 * @throws EngagedError `not_found`, `unavailable` or `conflict`, with what to do
 */
export function copyData(from: string, to: string, onRows: OnRows): Copied {
  const source = openData(from, { write: false });
  try {
    requireThisSchema(source, from);
    requireNoData(to);
    const copy = new Copy({ source, from, to, onRows });
    return writeData(to, (db) => copy.into(db));
  } finally {
    source.close();
  }
}

function requireThisSchema(source: Database, from: string): void {
  const version = schemaVersionOf(source);
  if (version === SCHEMA_VERSION) return;
  throw refuse(
    `${withoutPassword(from)} has schema ${version}, and this program copies schema ${SCHEMA_VERSION}. See: engaged upgrade --check`,
  );
}

function requireNoData(to: string): void {
  if (!dataExists(to)) return;
  throw conflict(
    isPostgresAddress(to)
      ? `${withoutPassword(to)} holds data already. Name a database without data of engaged`
      : `${to} exists already. Name a new file`,
  );
}

type CopyOptions = { source: Database; from: string; to: string; onRows: OnRows };

class Copy {
  readonly #tables = tablesOfSchema();
  readonly #options: CopyOptions;
  /** Rows that were read, and that will be. */
  #done = 0;
  #total = 0;

  constructor(options: CopyOptions) {
    this.#options = options;
  }

  into(db: Database): Copied {
    const target = openTarget(db, this.#tables);
    return db.write(() => {
      const { version, originals } = this.#ofSource((source) =>
        source.read(() => {
          for (const table of this.#tables) this.#total += 2 * countRows(source, table);
          const originals = this.#tables.map((table) => this.#copyTable(db, target, table));
          return { version: source.snapshotVersion(), originals };
        }),
      );
      target.end();
      const tables = this.#tables.map((table) => this.#read(db, table, 'comparing'));
      requireSame(originals, tables);
      const changedMeanwhile = this.#ofSource((source) => source.snapshotVersion() !== version);
      return { tables, changedMeanwhile };
    });
  }

  #copyTable(db: Database, target: Target, table: Table): CopiedTable {
    const insertion = insertionInto(table);
    const writing = (rows: readonly Row[], work: () => void) => {
      try {
        work();
      } catch (error) {
        throw explainedRefusal(error, { to: this.#options.to, table: table.name, rows });
      }
    };
    writing([], () => target.beginTable(table));
    const copied = this.#read(this.#options.source, table, 'copying', (rows) =>
      writing(rows, () => db.run(insertion, { rows })),
    );
    writing([], () => target.endTable(table));
    return copied;
  }

  /** Reads a table and gives its rows to `use`, a batch at a time. */
  #read(
    db: Database,
    table: Table,
    step: string,
    use?: (rows: readonly Row[]) => void,
  ): CopiedTable {
    const tally = new Tally(table);
    for (const rows of readBatches(db, table)) {
      this.#options.onRows(this.#done, this.#total, `${step} ${table.name}`);
      tally.add(rows);
      use?.(rows);
      this.#done += rows.length;
    }
    return { table: table.name, ...tally.contents() };
  }

  /** An error of the source, where the one of the target would be named otherwise. */
  #ofSource<T>(work: (source: Database) => T): T {
    try {
      return work(this.#options.source);
    } catch (error) {
      throw explainedAsData(error, this.#options.from);
    }
  }
}

function requireSame(originals: readonly CopiedTable[], copies: readonly CopiedTable[]): void {
  for (const [at, { table, rows, checksum }] of originals.entries()) {
    if (copies[at]?.rows === rows && copies[at].checksum === checksum) continue;
    throw refuse(`Nothing was copied: ${table} differs in the copy.`);
  }
}
