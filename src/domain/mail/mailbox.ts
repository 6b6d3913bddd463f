import { isEmail } from '../roster/email.ts';

/** An address, with the name that is shown beside it. */
export type Mailbox = { name: string; address: string };

/** Completes "must be …". */
export const MAILBOX_FORM = 'an address, or a name and an address: Rewards <rewards@example.com>';

/** Reads `Rewards <rewards@example.com>`, or an address alone; undefined for anything else. */
export function parseMailbox(text: string): Mailbox | undefined {
  const [, name = '', bracketed] = /^([^<>]*)<([^<>]*)>$/.exec(text.trim()) ?? [];
  const address = (bracketed ?? text).trim();
  return isEmail(address) ? { name: toHeaderText(name), address } : undefined;
}

/** Most characters of a text in the head of a mail. */
const MAX_HEADER_TEXT = 150;

/** A text for the head of a mail, which is one line: what would end it, or hide a part of it, is a space. */
export const toHeaderText = (text: string, max = MAX_HEADER_TEXT): string => {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  const characters = [...line];
  return characters.length <= max ? line : `${characters.slice(0, max - 1).join('')}…`;
};
