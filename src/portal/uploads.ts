import { LRUCache } from 'lru-cache';
import { HOUR_MS } from '../domain/duration.ts';
import { newId } from '../domain/id.ts';
import { Slots } from '../http/slots.ts';
import { DEFAULT_OPTIONS, type UploadOptions } from '../service/roster-upload/options.ts';
import type { Preview } from '../service/roster-upload/preview.ts';
import type { AppliedUpload } from '../service/roster-upload/run-upload.ts';
import type { UploadedFile } from './page.ts';

/** An uploaded roster. Only in memory: no copy of a roster is left on a disk, and none in a backup. */
export type Upload = {
  readonly id: string;
  readonly companyId: number;
  /** The account that uploaded it. */
  readonly account: string;
  readonly fileName: string;
  readonly size: number;
  readonly at: number;
  /** Undefined once it is applied. */
  bytes: Uint8Array | undefined;
  options: UploadOptions;
  preview: Promise<Preview> | undefined;
  /** When the preview was made that turned out to be outdated. */
  outdatedSince: number | undefined;
  applying: Promise<AppliedUpload> | undefined;
  /** The run that applied it. */
  runId: string | undefined;
};

/** How long an upload is kept. */
const KEPT_MS = HOUR_MS;

/** Bytes that uploads may take: beyond that, the one that was not used for longest is dropped. */
const MAX_BYTES = 96 * 1_048_576;

/** What a preview takes, at most; measured. */
const PREVIEW_BYTES = 4 * 1_048_576;

/** How many files may arrive at once. */
const MAX_ARRIVING = { total: 3, perCompany: 2 };

/** The uploaded rosters of all companies. */
export class Uploads {
  /** For files that are about to arrive. */
  readonly arrivals = new Slots(MAX_ARRIVING);
  readonly #uploads = new LRUCache<string, Upload>({
    max: 1_000,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ bytes }) => (bytes ? bytes.length + PREVIEW_BYTES : 1),
    // The memory is freed even if nobody asks again.
    ttl: KEPT_MS,
    ttlAutopurge: true,
  });

  add(
    owner: Pick<Upload, 'companyId' | 'account'>,
    { name, bytes }: UploadedFile,
    now: number,
  ): Upload {
    const upload: Upload = {
      ...owner,
      ...{ id: newId(now), fileName: name, size: bytes.length, at: now, bytes },
      options: DEFAULT_OPTIONS,
      preview: undefined,
      outdatedSince: undefined,
      applying: undefined,
      runId: undefined,
    };
    this.#uploads.set(upload.id, upload);
    return upload;
  }

  find(companyId: number, id: string, now: number): Upload | undefined {
    const upload = this.#uploads.get(id);
    return upload?.companyId === companyId && now < upload.at + KEPT_MS ? upload : undefined;
  }

  /** Those that wait to be applied, the latest first. */
  listOpen(companyId: number, now: number): Upload[] {
    return [...this.#uploads.values()].filter(
      (one) => one.companyId === companyId && one.bytes && now < one.at + KEPT_MS,
    );
  }

  /** Drops the file and remembers its run, so that applying it again leads there. */
  settle(upload: Upload, runId: string): void {
    Object.assign(upload, { bytes: undefined, preview: undefined, runId });
    // It may have been discarded meanwhile.
    if (this.#uploads.has(upload.id)) this.#uploads.set(upload.id, upload);
  }

  remove({ id }: Upload): void {
    this.#uploads.delete(id);
  }
}
