import { type Choice, shownTo } from '../../domain/board/shown.ts';
import * as store from '../../store/kudos/kudos-posts.ts';
import * as employees from '../../store/people/employees.ts';
import { all, type Reading } from '../../store/reading.ts';
import { publicViewer } from '../boards/board-rows.ts';
import { completeKudos, type Kudos } from './kudos-posts.ts';

/** So many of the newest thanks are looked at. */
const LOOKED_AT = 100;

/** The newest thanks that everybody may see, where everybody in them is active and shown by name. */
export function* kudosOnWalls(companyId: number, count: number): Reading<Kudos[]> {
  const viewer = yield* publicViewer(companyId);
  const page = { before: Number.MAX_SAFE_INTEGER, count: LOOKED_AT };
  const rows = yield* all(store.listToAll, { companyId, ...page });
  const posts = rows.map(({ entry }) => entry);
  const receivers = yield* all(store.listReceivers, { companyId, posts });
  const numbers = new Set([
    ...rows.map((row) => row.giverNumber),
    ...receivers.map((one) => one.number),
  ]);
  const people = yield* all(employees.listShown, { companyId, numbers: [...numbers] });
  const named = new Set(
    people
      .filter(
        (one) => shownTo(viewer, { ...one, choice: one.choice as Choice | null }).as === 'named',
      )
      .map(({ number }) => number),
  );
  const to = Map.groupBy(receivers, ({ post }) => post);
  const areNamed = ({ entry, giverNumber }: (typeof rows)[number]) =>
    named.has(giverNumber) && (to.get(entry) ?? []).every(({ number }) => named.has(number));
  const shown = rows.filter((row) => row.message !== null && areNamed(row)).slice(0, count);
  return yield* completeKudos(companyId, shown, null);
}
