import { domainToASCII, domainToUnicode } from 'node:url';
import { invalid } from './errors.ts';
import { fold } from './text.ts';

/** True of one label of a host name (RFC 1123, 2.1). */
const isHostLabel = (label: string): boolean =>
  label.length <= 63 && /^[a-z\d]+(?:-+[a-z\d]+)*$/i.test(label);

/** True of a host name. */
export const isHostName = (text: string): boolean =>
  text.length <= 253 && text.split('.').every(isHostLabel);

/** True of two labels or more, the last of which has two characters or more (RFC 1123, 2.1). */
function isDomain(text: string): boolean {
  const labels = text.split('.');
  const last = labels.pop() ?? '';
  return (
    text.length <= 253 &&
    labels.length > 0 &&
    labels.every(isHostLabel) &&
    /^[a-z\d-]{2,63}$/.test(last)
  );
}

// Node would take these as parts of a URL and return only its host.
const PART_OF_A_URL = /[\s/\\@:?#%]/;

// With U+212A or U+FF4B Node would make the domain that has a k there, and leave out others. A full stop of Chinese is a dot.
const becomesAscii = (letter: string): boolean =>
  letter > '\x7f' && /^a[^.]*$/.test(domainToASCII(`a${letter}`));

/**
 * The spellings, ignoring case, of a sign-in domain after the @ of an address: one for
 * most, two for an internationalised name (its letters, and the `xn--` form of RFC 5891).
 *
 * @throws EngagedError `validation_failed`
 */
export function ssoDomainSpellings(text: string): string[] {
  const spellings = domainSpellings(text);
  if (!spellings) throw invalid('sso_domain must be a domain such as example.com');
  return spellings;
}

/** The spellings of any domain, the one in ASCII last; undefined for what is none. */
export function domainSpellings(text: string): string[] | undefined {
  const domain = text.trim();
  const isUnclear = PART_OF_A_URL.test(domain) || Array.from(domain).some(becomesAscii);
  const ascii = isUnclear ? '' : domainToASCII(domain);
  if (!isDomain(ascii)) return undefined;
  return [...new Set([fold(domainToUnicode(ascii)), ascii])];
}
