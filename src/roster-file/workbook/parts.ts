import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { failure } from '../../domain/errors.ts';

/** More parts are in no workbook of a person. */
const MAX_PARTS = 10_000;

const MEBIBYTE = 1_048_576;

/** What all parts that are read may take when they are unpacked: a few kilobytes can become any number of gigabytes. */
const MAX_BYTES = 512 * MEBIBYTE;

/** The same of a short file, and of each of its bytes. Sheets of people are packed to a tenth. */
const ALWAYS_BYTES = 32 * MEBIBYTE;
const MOST_FROM_ONE = 50;

/** The parts of a workbook, which is an archive. Each is unpacked when it is read. */
export class WorkbookParts {
  readonly #archive: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;
  #left: number;

  private constructor(archive: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#archive = archive;
    this.#entries = entries;
    this.#left = Math.min(MAX_BYTES, ALWAYS_BYTES + MOST_FROM_ONE * archive.fileSize);
  }

  /** @throws EngagedError `validation_failed` for an archive that is damaged */
  static async open(bytes: Uint8Array): Promise<WorkbookParts> {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    const entries = new Map<string, Entry>();
    try {
      const archive = await fromBufferPromise(buffer, { lazyEntries: true });
      for await (const entry of archive.eachEntry()) {
        if (entries.size === MAX_PARTS) break;
        entries.set(keyOf(entry.fileName), entry);
      }
      return new WorkbookParts(archive, entries);
    } catch {
      throw failure('workbook_damaged');
    }
  }

  has(path: string): boolean {
    return this.#entries.has(keyOf(path));
  }

  /**
   * Reads a part from its beginning; nothing where there is none.
   *
   * @param take gets each piece of its bytes, until it returns false
   * @throws EngagedError `validation_failed` for a part that is damaged or too large, and what `take` throws
   */
  async read(path: string, take: (piece: Buffer) => boolean): Promise<void> {
    const entry = this.#entries.get(keyOf(path));
    if (!entry) return;
    for await (const piece of this.#unpack(entry)) {
      this.#left -= piece.length;
      if (this.#left < 0) throw failure('workbook_too_large');
      if (!take(piece)) break;
    }
  }

  async *#unpack(entry: Entry): AsyncGenerator<Buffer> {
    let checksum = 0;
    try {
      for await (const piece of await this.#archive.openReadStreamPromise(entry)) {
        checksum = crc32(piece, checksum);
        yield piece;
      }
    } catch {
      throw failure('workbook_damaged');
    }
    // A part that is not packed is of any content.
    if (checksum !== entry.crc32) throw failure('workbook_damaged');
  }
}

/** Programs differ in the case of names. */
const keyOf = (path: string): string => path.toLowerCase();
