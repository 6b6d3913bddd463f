import * as v from 'valibot';
import { GIFT_ROW_FIELDS, type GiftRowText, readGiftValues } from '../../service/gifts/gift-row.ts';
import { continueGift, takeGiftStep } from '../../service/gifts/give.ts';
import { planList, planPeople } from '../../service/gifts/plan-gift.ts';
import { takeUndoStep } from '../../service/gifts/undo-gift.ts';
import { change, text } from './change.ts';

const whole = v.number();
const gift = v.object({ gift: text });

const values = v.object({
  ...{ xp: whole, coins: whole, badge: v.nullable(text), reason: v.nullable(text) },
  at: v.nullable(whole),
});

const row = v.object({
  line: whole,
  ...Object.fromEntries(GIFT_ROW_FIELDS.map((field) => [field, v.optional(text)])),
}) as v.GenericSchema<GiftRowText>;

/** What is given to many at once. Each change is a step: the writes of others come between them. */
export const GIFT_CHANGES = {
  giveToPeople: change(
    v.object({
      origin: v.picklist(['department', 'everybody', 'people', 'badge']),
      subject: v.nullable(text),
      people: v.array(whole),
      values,
    }),
    (write, { origin, subject, people, values: given }) => {
      const values = readGiftValues(write, given);
      return takeGiftStep(
        write,
        planPeople({ ...write, values, again: false }, origin, subject, people),
        null,
      );
    },
  ),
  giveToList: change(
    v.object({ name: text, rows: v.array(row), values, without: v.nullable(whole) }),
    (write, { name, rows, values: given, without }) => {
      const order = { ...write, values: readGiftValues(write, given), again: false };
      return takeGiftStep(write, planList(order, name, rows, without), null);
    },
  ),
  continueGift: change(gift, (write, input) => continueGift(write, input.gift)),
  undoGift: change(gift, (write, input) => ({ isDone: takeUndoStep(write, input.gift) })),
};
