import { LRUCache } from 'lru-cache';
import { HOUR_MS } from '../../../domain/duration.ts';
import { newId } from '../../../domain/id.ts';
import type { GiftList } from '../../../service/gifts/list-file.ts';

/** A list that was uploaded and is not given yet. Only in memory, as an uploaded roster is. */
export type UploadedList = GiftList & {
  id: string;
  companyId: number;
  name: string;
  /** How rows named whom somebody has chosen another person for, by line. */
  readonly repaired: Map<number, string>;
};

const KEPT_MS = HOUR_MS;

/** How many lists are kept: of each company, and of all. The longest takes some four megabytes of the thread. */
const MOST_OF_COMPANY = 3;
const MOST = 20;

/** The uploaded lists of all companies. */
export class GiftLists {
  readonly #lists = new LRUCache<string, UploadedList>({
    max: MOST,
    ttl: KEPT_MS,
    ttlAutopurge: true,
  });

  /** Keeps a list in place of the oldest of its company, where that has many. */
  add(companyId: number, name: string, list: GiftList, now: number): UploadedList {
    const uploaded = { ...list, id: newId(now), companyId, name, repaired: new Map() };
    const own = [...this.#lists.values()].filter((one) => one.companyId === companyId);
    for (const old of own.slice(MOST_OF_COMPANY - 1)) this.#lists.delete(old.id);
    this.#lists.set(uploaded.id, uploaded);
    return uploaded;
  }

  find(companyId: number, id: string): UploadedList | undefined {
    const list = this.#lists.get(id);
    return list?.companyId === companyId ? list : undefined;
  }
}
