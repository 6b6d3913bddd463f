import * as v from 'valibot';
import { readGiftValues } from '../../service/gifts/gift-row.ts';
import { continueGift, takeGiftStep } from '../../service/gifts/give.ts';
import { planPeople } from '../../service/gifts/plan-gift.ts';
import { takeUndoStep } from '../../service/gifts/undo-gift.ts';
import { change, text } from './change.ts';

const whole = v.number();
const gift = v.object({ gift: text });

/** What is given to many at once. Each change is a step: the writes of others come between them. */
export const GIFT_CHANGES = {
  giveToPeople: change(
    v.object({
      origin: v.picklist(['department', 'everybody', 'people', 'badge']),
      subject: v.nullable(text),
      people: v.array(whole),
      values: v.object({
        ...{ xp: whole, coins: whole, badge: v.nullable(text), reason: v.nullable(text) },
        at: v.nullable(whole),
      }),
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
  continueGift: change(gift, (write, input) => continueGift(write, input.gift)),
  undoGift: change(gift, (write, input) => ({ isDone: takeUndoStep(write, input.gift) })),
};
