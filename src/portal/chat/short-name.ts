import type { Messages } from '../languages/en.ts';

/** As much of a name is shown, so that no message grows too long for a chat; in characters. */
const MAX_LENGTH = 60;

/** A name as messages show it. */
export function shortName({ chat }: Messages, name: string | null): string {
  const characters = [...(name ?? chat.somebody)];
  return characters.length <= MAX_LENGTH
    ? characters.join('')
    : `${characters.slice(0, MAX_LENGTH - 1).join('')}…`;
}
