import type { PlanPart, PlanSummary } from '../../../domain/roster/types.ts';
import type { CompanyWrite } from '../../company/company-write.ts';
import { ProfileReview } from '../review/rows.ts';
import type { PersonChange } from '../runs/run-changes.ts';
import { emailChanges, PlanWriter, type StoredEmail } from './apply-plan.ts';
import type { ComparedRoster } from './compare-roster.ts';
import { forEachPart } from './load-record.ts';
import { toPersonChange } from './sync-changes.ts';
import type { SyncInput } from './sync-input.ts';

/** What was written of a roster: everything except for the deactivations. */
export type AppliedRoster = {
  summary: PlanSummary;
  writer: PlanWriter;
  updated: PersonChange[];
  profiles: ProfileReview;
};

/** Writes what the rows of a compared roster ask for. Every part of it is planned and written in turn. */
export function applyRoster(
  write: CompanyWrite,
  { onProgress, operator }: SyncInput,
  { roster, rules, parts, planner, named }: ComparedRoster,
): AppliedRoster {
  onProgress?.('applying', 0);
  // In a sandbox the key is the placeholder address: no real address is stored.
  const storedEmail: StoredEmail = (row) => (rules.isSandbox ? row.emailKey : row.email);
  const writer = new PlanWriter(write, storedEmail);
  const updated: PersonChange[] = [];
  const profiles = new ProfileReview(operator?.lineOf);
  // A transaction within that of the sync: an import that is applied in several steps never divides a part.
  const apply = (plan: PlanPart, deactivatedAt: ReadonlyMap<number, number>): void =>
    write.db.write(() => applyPart(plan, deactivatedAt));
  const applyPart = (plan: PlanPart, deactivatedAt: ReadonlyMap<number, number>): void => {
    const emails = emailChanges(write, plan.updates, storedEmail);
    writer.writePart(plan);
    named.update(plan.updates);
    profiles.add(plan.differences);
    for (const update of plan.updates)
      updated.push(toPersonChange(update, writer, { deactivatedAt }, emails));
  };
  forEachPart(parts, roster, 'applying', onProgress, (part) =>
    apply(planner.plan(part), part.deactivatedAt),
  );
  for (const plan of planner.planHeld()) apply(plan, new Map());
  const summary = planner.finish();
  writer.finish(summary);
  return { summary, writer, updated, profiles };
}
