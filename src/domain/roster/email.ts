import { codePoints } from '../text.ts';

/**
 * True of a dot-atom of RFC 5322 (widened by RFC 6531 to all scripts) at a host name of two labels or more, the
 * last of which starts with a letter. Invisible format characters are refused on purpose: they
 * make an address that looks like another and matches nobody.
 */
export const isEmail = (text: string): boolean =>
  (text.length <= MAX_LABEL && PLAIN_EMAIL.test(text)) || isInternational(text);

/** Most characters of a label of a host name. */
const MAX_LABEL = 63;

/** The addresses that most people have, without Unicode's classes, which are slow to match. */
const PLAIN_EMAIL = /^[\w+-]+(?:\.[\w+-]+)*@(?:[A-Za-z\d]+\.)+[A-Za-z][A-Za-z\d]*$/;

const ATOM = /^[^\s\p{Cc}\p{Cf}\p{Cs}@.,:;<>()[\]\\"]+$/u;
const LABEL = /^[\p{L}\p{M}\p{N}-]+$/u;
const NO_START = /^[\p{M}-]/u;
const LETTER = /^\p{L}/u;

function isInternational(text: string): boolean {
  const [local = '', host, ...others] = text.split('@');
  if (host === undefined || others.length > 0) return false;
  const labels = host.split('.');
  return (
    local.split('.').every((atom) => ATOM.test(atom)) &&
    labels.length >= 2 &&
    labels.every(isLabel) &&
    LETTER.test(labels.at(-1) ?? '')
  );
}

const isLabel = (label: string): boolean =>
  LABEL.test(label) &&
  !NO_START.test(label) &&
  !label.endsWith('-') &&
  codePoints(label) <= MAX_LABEL;
