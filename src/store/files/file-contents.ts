import { statSync } from 'node:fs';
import type { Database } from '../database.ts';
import * as deployment from '../operations/deployment.ts';
import { openAnotherConnection } from './data-file.ts';
import { dataFileReplaced } from './data-file-fault.ts';
import type { DataFilePlace } from './data-file-place.ts';

/** Notices that another file was copied over an open data file, which keeps its place and its inode. */
export class FileContents {
  readonly #db: Database;
  readonly #path: string;
  readonly #cursorKey: Buffer | undefined;
  #size: bigint;
  /** When the file was last changed, of the contents that were found to be its own. */
  #changedAt: bigint | undefined;

  constructor(db: Database, { path }: DataFilePlace) {
    this.#db = db;
    this.#path = path;
    this.#cursorKey = cursorKeyOf(db);
    this.#size = statSync(path, { bigint: true }).size;
  }

  /**
   * Costs one call to the system unless the file has changed, which a checkpoint does as well.
   *
   * @throws DataFileFault where the contents are those of another data file, or of an earlier state with fewer pages
   */
  require(): void {
    const { size, mtimeNs } = statSync(this.#path, { bigint: true });
    if (mtimeNs === this.#changedAt) return;
    if ((size < this.#size && size < this.#expectedSize()) || !this.#isSameDeployment())
      throw dataFileReplaced();
    this.#size = size;
    this.#changedAt = mtimeNs;
  }

  // Pages may still be missing from the file while they are in the write-ahead log, but only `vacuum` removes any.
  #expectedSize(): bigint {
    return BigInt(this.#db.size());
  }

  // A connection of its own: the others may have the old page in their caches.
  #isSameDeployment(): boolean {
    let db: Database | undefined;
    try {
      db = openAnotherConnection(this.#path, { write: false, immutable: true });
      return cursorKeyOf(db)?.equals(this.#cursorKey ?? Buffer.alloc(0)) ?? false;
    } catch {
      return false;
    } finally {
      db?.close();
    }
  }
}

const cursorKeyOf = (db: Database): Buffer | undefined => {
  const found = db.one(deployment.find, {});
  return found && Buffer.from(found.cursorKey);
};
