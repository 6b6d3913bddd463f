import { domainToASCII, domainToUnicode } from 'node:url';
import { invalid } from './errors.ts';
import { fold } from './text.ts';

const ASCII_DOMAIN = /^(?=.{3,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;

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
  const domain = text.trim();
  const isUnclear = PART_OF_A_URL.test(domain) || Array.from(domain).some(becomesAscii);
  const ascii = isUnclear ? '' : domainToASCII(domain);
  if (!ASCII_DOMAIN.test(ascii)) throw invalid('sso_domain must be a domain such as example.com');
  return [...new Set([fold(domainToUnicode(ascii)), ascii])];
}
