import { fitsMessage } from '../domain/name-list.ts';
import { isLikeAddress } from './header.ts';
import { foldHeader, namesOfKinds } from './header-names.ts';
import { KINDS_OF, type Mappable } from './names/kinds.ts';

/** Columns about other people, and ways to reach somebody in an emergency. */
const ABOUT_OTHERS =
  /manager|supervis|report|approver|recovery|emergency|vorgesetzt|fuhrungskraft|notfall|responsa|superieur|hierarchi|n1$|jefe|gestor|chef|leidinggevende|przelozon|kierowni|contact(?!work)/;

/** Private addresses. "Personal" is staff in German and Spanish, so it is one only of an address. */
const PRIVATE = /personal|pessoal|particular|privat|prive|prywat|perso$|home/;

/** Short names of a key, which may be one of people. */
const KEY = /^(?:id|no|nr|number|key|code|nummer|numero|login|user(?:id|name)|samaccountname)$/;

/** Long enough to mean something within another name. */
const MIN_PART = 4;

/**
 * The column that most plausibly holds a field, of those at `free`; undefined where none is plausible. Judged
 * by how much of a known name is in the header, and for addresses by the cells.
 */
export function suggestColumn(
  field: Mappable,
  header: readonly string[],
  free: readonly number[],
  sample: readonly (readonly string[])[],
): string | undefined {
  const known = namesOfKinds(KINDS_OF[field]).filter((name) => name.length >= MIN_PART);
  let best: { name: string; score: number } | undefined;
  for (const position of free) {
    const name = header[position] ?? '';
    if (!fitsMessage(name)) continue;
    const folded = foldHeader(name);
    if (ABOUT_OTHERS.test(folded)) continue;
    if (field === 'email' && PRIVATE.test(folded)) continue;
    const similarity = Math.max(0, ...known.map((one) => commonPart(one, folded)));
    const isKey = field === 'external_id' && KEY.test(folded);
    const score =
      similarity +
      (isKey ? 1 : 0) +
      (field === 'email' && holdsAddresses(sample, position) ? 100 : 0);
    if (score > 0 && (best === undefined || score > best.score)) best = { name, score };
  }
  return best?.name;
}

/** How many letters two names share, where one is within the other. */
function commonPart(known: string, folded: string): number {
  if (folded.includes(known)) return known.length;
  return folded.length >= MIN_PART && known.includes(folded) ? folded.length : 0;
}

/** True where most of the filled cells of a column are email addresses. */
function holdsAddresses(sample: readonly (readonly string[])[], position: number): boolean {
  const filled = sample.map((cells) => cells[position]?.trim() ?? '').filter((cell) => cell !== '');
  const addresses = filled.filter((cell) => !/\s/.test(cell) && isLikeAddress(cell));
  return addresses.length > 0 && addresses.length * 2 > filled.length;
}
