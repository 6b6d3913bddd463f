import type { Messages } from '../languages/en.ts';
import type { Call } from '../request/call.ts';
import { defineForm } from './form.ts';
import { typed } from './kinds.ts';
import { Refused } from './refused.ts';

const FIELDS = { confirm: typed() };

/** A form for what cannot be undone: a text must be typed, which the page says in the label of `confirm`. */
export const confirmForm = (id: string, button: (t: Messages) => string) =>
  defineForm({
    ...{ id, fields: FIELDS },
    texts: (t) => ({ button: button(t), fields: { confirm: '' } }),
  });

/** @throws Refused where another text was typed */
export function requireTyped({ t }: Call, given: string, expected: string): void {
  if (given === expected.trim()) return;
  throw new Refused('', { confirm: t.forms.problems.typed });
}

/** @param field the name of the field in which the number was typed. @throws Refused where it is another one */
export function requireCount(
  { t }: Call,
  field: string,
  given: number | null,
  count: number,
): void {
  if (given === count) return;
  throw new Refused('', { [field]: t.forms.typeToConfirm({ count }) });
}

/** From how many people on their number must be typed, where few or many may be concerned. */
const MANY = 11;

/** Whether so many people are concerned that their number must be typed. */
export const isMany = (people: number): boolean => people >= MANY;
