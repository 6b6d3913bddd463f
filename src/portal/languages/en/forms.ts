import { type Html, html } from '../../../http/response/html.ts';
import { number } from './words.ts';

/** What forms say that is not their own. */
export const forms = {
  cancel: 'Cancel',
  save: 'Save',
  notSaved: 'Nothing was changed.',
  notChanged: 'No field was changed.',
  /** Before the names of fields. */
  changed: 'Changed:',
  unchanged: 'Nothing is changed until you save.',
  discard: 'Discard',
  pictureHint:
    'PNG, JPEG or WebP up to 1 MB. What the file tells besides, such as where a photo was taken, is removed.',
  removePicture: 'Remove the picture',
  giveReason: 'Give a reason.',
  /** A name must be typed. */
  typeName: ({ name }: { name: Html }) => html`To confirm, type its name: ${name}`,
  typePeople: ({ count }: { count: number }) =>
    `To confirm, type how many people: ${number(count)}`,
  /** How long what is replaced still works. */
  overlaps: { '24h': 'for a day', '1h': 'for an hour', '7d': 'for a week', '0h': 'no longer' },
  typeToConfirm: ({ count }: { count: number }) => `Type ${number(count)} to confirm.`,
  /** What is wrong with a field. */
  problems: {
    empty: 'Fill this in.',
    max_length: ({ max }: { max: number }) => `At most ${number(max)} characters.`,
    whole: 'A whole number, such as 150.',
    range: ({ min, max }: { min: number; max: number }) =>
      `A whole number from ${number(min)} to ${number(max)}.`,
    money: ({ max }: { max: number }) => `An amount from 0 to ${number(max)}, such as 2.50.`,
    day: 'A day, such as 2026-11-30.',
    choice: 'Choose one of these.',
    typed: 'Type it exactly to confirm.',
    ranks: 'A rank such as 1, or ranks such as 1-3.',
  },
};
