import { placeholderFor } from '../../domain/sandbox-email.ts';
import { fold } from '../../domain/text.ts';
import type { ImportResult } from './import-result.ts';

type Person = ImportResult['deactivation_candidates'][number];

/** People on record whose address stands in a roster with another external id, and who are missing from it. */
export type Renumbered = { total: number; people: Person[] };

export const NOBODY: Renumbered = { total: 0, people: [] };

/**
 * Finds them among those whom a service would deactivate. It names the first of those only: where somebody could be among
 * the others, everybody who could is counted.
 */
export function findRenumbered(rows: readonly object[], result: ImportResult): Renumbered {
  const addresses = new Set<string>();
  for (const row of rows) {
    if (!('email' in row) || typeof row.email !== 'string') continue;
    const address = fold(row.email.trim());
    // A sandbox has another address in its place.
    addresses.add(address).add(placeholderFor(address));
  }
  const { deactivation_candidates: candidates, deactivation_candidates_total: all } = result;
  const people = candidates.filter(({ email }) => addresses.has(fold(email)));
  const mismatches = result.errors.filter(({ code }) => code === 'external_id_mismatch').length;
  const unseen = Math.max(0, Math.min(all - candidates.length, mismatches - people.length));
  return { total: people.length + unseen, people };
}
