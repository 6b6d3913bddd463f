import { foldAccents } from '../../domain/text.ts';
import type { Database } from '../../store/database.ts';
import * as store from '../../store/people/people-search.ts';

/** Most references for which people are looked for at once: those of a page. */
const MAX_REFERENCES = 100;

/** Longer ones are of nobody. */
const MAX_LENGTH = 320;

/** One person more than can be meant. */
const MAX_NEAR = 2;

/**
 * For each reference that names nobody, the numbers of active people who are close to it: of the same name in any order,
 * spelled with other accents; of the same number but for leading zeros and signs; of an email that begins alike. Two
 * where several are. Reads everybody once.
 */
export function findNearPeople(
  db: Database,
  { companyId, references }: { companyId: number; references: readonly string[] },
): number[][] {
  const found = references.map((): number[] => []);
  const byKey = new Map<string, number[]>();
  references.slice(0, MAX_REFERENCES).forEach((reference, at) => {
    for (const key of keysOfReference(reference.trim()))
      byKey.set(key, [...(byKey.get(key) ?? []), at]);
  });
  if (byKey.size === 0) return found;
  const people = db.each(store.listTexts, {
    ...{ companyId, before: Number.MAX_SAFE_INTEGER, byNameOnly: 0, active: 1 },
    ...{ inDepartments: 0, departments: [] },
  });
  for (const { number, texts } of people) {
    for (const text of (texts ?? '').split('\n')) {
      for (const at of byKey.get(keyOf(text)) ?? []) {
        const near = found[at] ?? [];
        if (near.length < MAX_NEAR && !near.includes(number)) near.push(number);
      }
    }
  }
  return found;
}

/** What stands before the @ of an email, which may be a name. */
function keysOfReference(reference: string): Set<string> {
  if (reference === '' || reference.length > MAX_LENGTH) return new Set();
  const [beginning = ''] = reference.split('@');
  const keys = [keyOf(reference), keyOf(beginning), keyOf(`${beginning}@`)];
  return new Set(keys.filter((key) => key.length > MIN_KEY));
}

/** Shorter keys are of too many people. */
const MIN_KEY = 3;

/** A form that is the same for texts that are close: words without accents in order, or the beginning of an email. */
function keyOf(text: string): string {
  const at = text.indexOf('@');
  const folded = foldAccents(at === -1 ? text : text.slice(0, at));
  const words = folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  if (at !== -1) return `@${words.join('')}`;
  return words
    .map((word) => word.replace(/([aou])e/g, '$1').replace(/^0+(?=\d)/, ''))
    .sort()
    .join(' ');
}
