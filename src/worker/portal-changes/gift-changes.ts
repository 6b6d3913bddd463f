import * as v from 'valibot';
import type { CompanyWrite } from '../../service/company/company-write.ts';
import {
  GIFT_ROW_FIELDS,
  type GiftRowText,
  type GiftValues,
  readGiftValues,
} from '../../service/gifts/gift-row.ts';
import { continueGift, listNext, takeGiftStep } from '../../service/gifts/give.ts';
import { type GiftOrder, linesOf, planList, planPeople } from '../../service/gifts/plan-gift.ts';
import { takeUndoStep } from '../../service/gifts/undo-gift.ts';
import { change, text } from './change.ts';

const whole = v.number();
const gift = v.object({ gift: text });

const values = v.object({
  ...{ xp: whole, coins: whole, badge: v.nullable(text), reason: v.nullable(text) },
  at: v.nullable(whole),
});

/** What tells a gift that is given once more from the next; null for one that is not. */
const once = v.nullable(text);

const row = v.object({
  line: whole,
  ...Object.fromEntries(GIFT_ROW_FIELDS.map((field) => [field, v.optional(text)])),
}) as v.GenericSchema<GiftRowText>;

const orderOf = (
  write: CompanyWrite,
  { values, once }: { values: GiftValues; once: string | null },
): GiftOrder => ({ ...write, values: readGiftValues(write, values), again: once !== null, once });

/** What is given to many at once. Each change is a step: the writes of others come between them. */
export const GIFT_CHANGES = {
  giveToPeople: change(
    v.object({
      origin: v.picklist(['department', 'everybody', 'people', 'badge']),
      subject: v.nullable(text),
      people: v.array(whole),
      ...{ values, once },
    }),
    (write, { origin, subject, people, ...given }) =>
      takeGiftStep(write, planPeople(orderOf(write, given), origin, subject, people), null),
  ),
  giveToList: change(
    v.object({ name: text, rows: v.array(row), values, once, without: v.nullable(whole) }),
    (write, { name, rows, without, ...given }) =>
      takeGiftStep(write, planList(orderOf(write, given), name, rows, without), null),
  ),
  /** Those who come after so many lines of a gift to people. */
  listGift: change(
    v.object({ gift: text, after: whole, people: v.array(whole), values }),
    (write, { gift, after, people, values }) =>
      listNext(write, gift, after, linesOf(readGiftValues(write, values), people, after)),
  ),
  continueGift: change(gift, (write, input) => continueGift(write, input.gift)),
  undoGift: change(gift, (write, input) => ({ isDone: takeUndoStep(write, input.gift) })),
};
