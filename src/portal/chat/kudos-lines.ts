import { type Choice, shownTo, type Viewer } from '../../domain/board/shown.ts';
import type { ChatEventRow, ThankedRow } from '../../store/webhooks/chat-messages.ts';
import type { Messages } from '../languages/en.ts';
import { shortName } from './short-name.ts';

/** As many thanks are told one by one; more are counted. */
const MOST_TOLD = 8;

/** Who thanked whom, where everybody may see it, and all of them are shown by name. */
export function kudosLines(
  t: Messages,
  viewer: Viewer,
  rows: readonly ChatEventRow[],
  thanked: readonly ThankedRow[],
): string[] {
  const receivers = Map.groupBy(thanked, ({ id }) => id);
  const isNamed = (number: number, row: ChatEventRow | ThankedRow) =>
    shownTo(viewer, { ...row, number, choice: row.choice as Choice | null }).as === 'named';
  const told = rows.flatMap((row) => {
    const to = receivers.get(kudosOf(row)) ?? [];
    const [first] = to;
    const isTold =
      row.employeeNumber !== null &&
      isNamed(row.employeeNumber, row) &&
      to.every((one) => isNamed(one.number, one));
    return first && isTold ? [{ from: row.name, to, value: first.value }] : [];
  });
  if (told.length > MOST_TOLD) return [t.chat.manyKudosGiven({ count: told.length })];
  return told.map(({ from, to, value }) =>
    t.chat.kudosGiven({
      ...{ from: shortName(t, from), value: shortName(t, value) },
      to: to.toSorted((a, b) => a.number - b.number).map(({ name }) => shortName(t, name)),
    }),
  );
}

/** The id of the thanks that an event is about. */
export const kudosOf = ({ data }: ChatEventRow): string => JSON.parse(data).kudos_id;
