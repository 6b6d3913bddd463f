import type { KudosPostRow } from '../../store/kudos/kudos-posts.ts';
import * as store from '../../store/kudos/kudos-posts.ts';
import { all, type Reading } from '../../store/reading.ts';
import { completeKudos, type Kudos, type KudosViewer } from './kudos-posts.ts';

/** Which thanks. Filters combine; one that is left out is ignored. */
export type KudosFilter = {
  /** Who looks; null: what everybody at the company may see. */
  viewer: KudosViewer | null;
  /** The number of who gave them. */
  giver?: number | undefined;
  /** The number of one of those who got them. With `giver`, either of the two. */
  receiver?: number | undefined;
  /** The number of a department that giver or receivers were in; without `giver` and `receiver`. */
  department?: number | undefined;
  /** The code of a value. */
  value?: string | undefined;
};

type Page = { before: number; count: number };

/**
 * A page of thanks, newest first. Each source is a range of an index, so that a page costs the same however many there are.
 *
 * @param before the `entry` of the last one of the previous page; `Number.MAX_SAFE_INTEGER` for the first page
 */
export function* listKudos(
  companyId: number,
  filter: KudosFilter,
  { before, count }: Page,
): Reading<Kudos[]> {
  const page = { companyId, before, count };
  const found =
    filter.giver === undefined && filter.receiver === undefined
      ? yield* listOfAll(page, filter)
      : yield* listOfPeople(page, filter);
  const rows = [...new Map(found.map((row) => [row.entry, row])).values()]
    .sort((a, b) => b.entry - a.entry)
    .slice(0, count);
  return yield* completeKudos(companyId, rows, filter.viewer?.number ?? null);
}

type Scope = Page & { companyId: number };

function* listOfAll(page: Scope, filter: KudosFilter): Reading<KudosPostRow[]> {
  const { viewer, department: departmentNumber, value: valueCode = null } = filter;
  const own = viewer?.departmentNumber ?? null;
  if (departmentNumber !== undefined) {
    const part = { ...page, departmentNumber, valueCode };
    const toAll = yield* all(store.listOfDepartment, part);
    return own === departmentNumber
      ? [...toAll, ...(yield* all(store.listToMembers, part))]
      : toAll;
  }
  const toAll =
    valueCode === null
      ? yield* all(store.listToAll, page)
      : yield* all(store.listToAllOfValue, { ...page, valueCode });
  if (viewer === null) return toAll;
  const toMembers =
    own === null
      ? []
      : yield* all(store.listToMembers, { ...page, departmentNumber: own, valueCode });
  const mine = {
    ...{ ...page, employeeNumber: viewer.number, valueCode },
    ...({ withNarrowed: 1, withReported: 0 } as const),
  };
  return [
    ...toAll,
    ...toMembers,
    ...(yield* all(store.listByGiver, mine)),
    ...(yield* all(store.listToReceiver, mine)),
  ];
}

function* listOfPeople(page: Scope, filter: KudosFilter): Reading<KudosPostRow[]> {
  const { viewer, giver, receiver, value: valueCode = null } = filter;
  const flag = (isIt: boolean) => (isIt ? 1 : 0);
  const of = (employeeNumber: number) => {
    const isOwn = viewer?.number === employeeNumber;
    return { ...page, employeeNumber, valueCode, withNarrowed: flag(isOwn) } as const;
  };
  const given =
    giver === undefined
      ? []
      : yield* all(store.listByGiver, {
          ...of(giver),
          // Whoever gave them sees that they are being looked at.
          withReported: flag(viewer?.number === giver),
        });
  const got =
    receiver === undefined
      ? []
      : yield* all(store.listToReceiver, { ...of(receiver), withReported: 0 });
  return [...given, ...got];
}
