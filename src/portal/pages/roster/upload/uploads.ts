import { LRUCache } from 'lru-cache';
import { HOUR_MS } from '../../../../domain/duration.ts';
import { newId } from '../../../../domain/id.ts';
import { Slots } from '../../../../http/admission/slots.ts';
import type { UploadOptions } from '../../../../service/roster/upload/options.ts';
import type { Preview } from '../../../../service/roster/upload/preview.ts';
import type { AppliedUpload } from '../../../../service/roster/upload/run-upload.ts';
import type { UploadedFile } from '../../../forms/kinds.ts';

/** An uploaded roster. Only in memory: no copy of a roster is left on a disk, and none in a backup. */
export type Upload = {
  readonly id: string;
  readonly companyId: number;
  /** The company in whose share it counts: that of the account, also for its sandbox. */
  readonly sharer: number;
  /** The account that uploaded it. */
  readonly account: string;
  readonly fileName: string;
  readonly size: number;
  readonly at: number;
  /** Undefined once it is applied. */
  bytes: Uint8Array | undefined;
  options: UploadOptions;
  /** The profile that its options are from, and that is kept with them; null for a new one. */
  profile: string | null;
  preview: Promise<Preview> | undefined;
  /** The last erasure of a person before the preview was asked for; null if there was none. */
  erasure: number | null;
  /** When the preview was made that turned out to be outdated. */
  outdatedSince: number | undefined;
  applying: Promise<AppliedUpload> | undefined;
  /** The run that applied it. */
  runId: string | undefined;
  /** The files that waited to be applied, and were dropped for it. */
  dropped: readonly Pick<Upload, 'fileName' | 'at'>[];
};

/** How long an upload is kept. */
const KEPT_MS = HOUR_MS;

/** Bytes that the uploads of all companies may take. */
const MAX_BYTES = 128 * 1_048_576;

/**
 * Of these, those of one company, which takes no more than it leaves to others: beyond that, its own that was not used for
 * longest is dropped.
 */
const SHARE_BYTES = 40 * 1_048_576;

/** What a preview takes, at most; measured. */
const PREVIEW_BYTES = 4 * 1_048_576;

/** What is left of an upload that is applied; far less, but they must not become many. */
const SETTLED_BYTES = 65_536;

const sizeOf = ({ bytes }: Upload): number =>
  bytes ? bytes.length + PREVIEW_BYTES : SETTLED_BYTES;
const sum = (uploads: readonly Upload[]): number =>
  uploads.reduce((total, one) => total + sizeOf(one), 0);

/** How many files may arrive at once. */
const MAX_ARRIVING = { total: 6, perCompany: 2 };

/** The uploaded rosters of all companies. */
export class Uploads {
  /** For files that are about to arrive. */
  readonly arrivals = new Slots(MAX_ARRIVING);
  readonly #uploads = new LRUCache<string, Upload>({
    max: Math.ceil(MAX_BYTES / SETTLED_BYTES),
    // The memory is freed even if nobody asks again.
    ttl: KEPT_MS,
    ttlAutopurge: true,
  });

  /**
   * Keeps a file, and drops older ones of the same company that leave it no room.
   *
   * @returns nothing where the files of other companies leave no room
   */
  add(
    owner: Pick<Upload, 'companyId' | 'sharer' | 'account' | 'options' | 'profile'>,
    { name, bytes }: UploadedFile,
    now: number,
  ): Upload | undefined {
    const upload: Upload = {
      ...owner,
      ...{ id: newId(now), fileName: name, size: bytes.length, at: now, bytes },
      preview: undefined,
      erasure: null,
      outdatedSince: undefined,
      applying: undefined,
      ...{ runId: undefined, dropped: [] },
    };
    const all = [...this.#uploads.values()].reverse();
    const kept = all.filter(({ sharer }) => sharer === owner.sharer);
    const dropped: Upload[] = [];
    const share = Math.min(SHARE_BYTES, (MAX_BYTES - sum(all) + sum(kept)) / 2);
    const hasRoom = () => sum(kept) + sizeOf(upload) <= share;
    while (kept.length > 0 && !hasRoom()) dropped.push(...kept.splice(0, 1));
    if (!hasRoom()) return undefined;
    for (const one of dropped) this.remove(one);
    upload.dropped = dropped
      .filter(({ bytes }) => bytes)
      .map(({ fileName, at }) => ({ fileName, at }));
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
