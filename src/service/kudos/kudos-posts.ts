import { failure } from '../../domain/errors.ts';
import {
  EDITABLE_MS,
  KUDOS_REACTIONS,
  type KudosReaction,
  type KudosState,
  type KudosVisibility,
} from '../../domain/kudos.ts';
import { monthOf } from '../../domain/period.ts';
import type { Database } from '../../store/database.ts';
import type { KudosPostRow, KudosReceiverRow } from '../../store/kudos/kudos-posts.ts';
import * as store from '../../store/kudos/kudos-posts.ts';
import { all, one, type Reading } from '../../store/reading.ts';

/** Somebody in thanks, as they are now; of an erased person the name is `Former member`. */
export type KudosPerson = {
  employee_id: string;
  external_id: string | null;
  /** Null before the person has one. */
  name: string | null;
  /** The name that the API shows: null where the company hides it there. */
  name_in_api: string | null;
};

/** Thanks as they are shown to people. Times in milliseconds UTC. */
export type Kudos = {
  id: string;
  /** Its place: what was given later has a larger one. */
  entry: number;
  from: KudosPerson;
  to: KudosPerson[];
  /** For each receiver. */
  points: number;
  value: { code: string; name: string };
  /** Null once a receiver was erased. */
  message: string | null;
  visibility: KudosVisibility;
  state: KudosState;
  given_at: number;
  edited_at: number | null;
  /** How many people reacted in each way; none is left out. */
  reactions: { [Kind in KudosReaction]?: number };
  /** The reactions of whoever looks. */
  reacted: KudosReaction[];
};

/** Adds to rows who was thanked, and the reactions. @param viewer the number of whoever looks; null for nobody in particular */
export function* completeKudos(
  companyId: number,
  rows: readonly KudosPostRow[],
  viewer: number | null,
): Reading<Kudos[]> {
  if (rows.length === 0) return [];
  const posts = rows.map(({ entry }) => entry);
  const receivers = yield* all(store.listReceivers, { companyId, posts });
  const reactions = yield* all(store.listReactions, { companyId, posts });
  const own =
    viewer === null
      ? []
      : yield* all(store.listReactionsOf, { companyId, posts, employeeNumber: viewer });
  const to = Map.groupBy(receivers, ({ post }) => post);
  const counts = Map.groupBy(reactions, ({ post }) => post);
  const mine = Map.groupBy(own, ({ post }) => post);
  return rows.map((row) => ({
    id: row.id,
    entry: row.entry,
    from: {
      ...{ employee_id: row.giverId, external_id: row.giverExternalId, name: row.giverName },
      name_in_api: row.giverNameInApi,
    },
    to: inOrder(to.get(row.entry)).map(({ id, externalId, name, nameInApi }) => ({
      ...{ employee_id: id, external_id: externalId, name, name_in_api: nameInApi },
    })),
    points: row.points,
    value: { code: row.valueCode, name: row.valueName },
    message: row.message,
    visibility: row.visibility as KudosVisibility,
    state: row.state as KudosState,
    given_at: row.givenAt,
    edited_at: row.editedAt,
    reactions: Object.fromEntries(
      (counts.get(row.entry) ?? []).map(({ kind, people }) => [kind, people]),
    ),
    reacted: KUDOS_REACTIONS.filter((one) => mine.get(row.entry)?.some(({ kind }) => kind === one)),
  }));
}

/** In the order of joining. */
const inOrder = (receivers: readonly KudosReceiverRow[] = []): KudosReceiverRow[] =>
  receivers.toSorted((a, b) => a.number - b.number);

/** Who looks at thanks: an active employee. */
export type KudosViewer = { number: number; departmentNumber: number | null };

/** Whether somebody may see thanks. Who gave and who got them do, while nobody has reported them. */
function* maySee(companyId: number, row: KudosPostRow, viewer: KudosViewer): Reading<boolean> {
  if (viewer.number === row.giverNumber) return row.state === 'shown' || row.state === 'reported';
  if (row.state !== 'shown') return false;
  if (row.visibility === 'company') return true;
  const receivers = yield* all(store.listReceivers, { companyId, posts: [row.entry] });
  if (receivers.some(({ number }) => number === viewer.number)) return true;
  if (row.visibility === 'private' || viewer.departmentNumber === null) return false;
  const { departmentNumber } = viewer;
  return (
    (yield* one(store.isToDepartment, { companyId, departmentNumber, post: row.entry })) !==
    undefined
  );
}

/** Thanks that somebody may see. @throws EngagedError `not_found`, also for what they may not see */
export function showKudos(db: Database, companyId: number, id: string, viewer: KudosViewer): Kudos {
  const row = requireVisible(db, companyId, id, viewer);
  const [kudos] = db.do(completeKudos(companyId, [row], viewer.number));
  if (!kudos) throw failure('kudos_not_found');
  return kudos;
}

/** The row of thanks that somebody may see. @throws EngagedError `not_found` */
export function requireVisible(
  db: Database,
  companyId: number,
  id: string,
  viewer: KudosViewer,
): KudosPostRow {
  const row = requireKudos(db, companyId, id);
  if (!db.do(maySee(companyId, row, viewer))) throw failure('kudos_not_found');
  return row;
}

/** The row of thanks, whatever their state. @throws EngagedError `not_found` */
export function requireKudos(db: Database, companyId: number, id: string): KudosPostRow {
  const row = db.one(store.find, { companyId, id: id.trim().toLowerCase() });
  if (!row) throw failure('kudos_not_found');
  return row;
}

/** Until when the giver can change the message, in milliseconds UTC. */
export const editableUntil = ({ given_at }: Pick<Kudos, 'given_at'>): number =>
  given_at + EDITABLE_MS;

/** Whether the giver can still take thanks back, but for spent coins: until the month ends. */
export const canWithdraw = ({ given_at }: Pick<Kudos, 'given_at'>, now: number): boolean =>
  monthOf(given_at) === monthOf(now);
