import { failure } from '../../domain/errors.ts';
import { KUDOS_REACTIONS, MOST_REPORTED } from '../../domain/kudos.ts';
import { requireLabel } from '../../domain/label.ts';
import type { Database } from '../../store/database.ts';
import * as store from '../../store/kudos/kudos-moderation.ts';
import type { KudosPostRow } from '../../store/kudos/kudos-posts.ts';
import * as posts from '../../store/kudos/kudos-posts.ts';
import { type CompanyWrite, recordAuditEvent } from '../company/company-write.ts';
import { readLabel, requireChoice } from '../input.ts';
import { changeKudos, endKudos, requireStanding } from './change-kudos.ts';
import {
  completeKudos,
  type Kudos,
  type KudosViewer,
  requireKudos,
  requireVisible,
} from './kudos-posts.ts';

/**
 * Adds or removes a reaction of somebody to thanks that they may see; what is so already stays so.
 *
 * @throws EngagedError `validation_failed`, `not_found`
 */
export function reactToKudos(
  write: CompanyWrite,
  viewer: KudosViewer,
  id: string,
  { kind, on }: { kind: string; on: boolean },
): void {
  const { db, companyId } = write;
  const reaction = requireChoice('kind', kind, KUDOS_REACTIONS);
  const { entry: post } = requireVisible(db, companyId, id, viewer);
  const one = { companyId, post, kind: reaction };
  const own = { ...one, employeeNumber: viewer.number };
  const changed = db.run(on ? store.addReaction : store.removeReaction, own);
  if (changed > 0) db.run(on ? store.countReaction : store.uncountReaction, one);
}

/**
 * Reports thanks that somebody may see, which hides them until they are decided on.
 *
 * @throws EngagedError `validation_failed`, `not_found`; `conflict` where it was decided before that they stay, and
 *   where as many as there may be wait because of the same person
 */
export function reportKudos(
  write: CompanyWrite,
  viewer: KudosViewer,
  id: string,
  why: string,
): void {
  const { db, companyId, now } = write;
  const reason = requireLabel('reason', why, 500);
  const row = requireVisible(db, companyId, id, viewer);
  const { entry: post } = row;
  const decided = db.all(store.listDecisions, { companyId, posts: [post] });
  if (decided.length > 0) throw failure('kudos_kept');
  const reporter = { companyId, employeeNumber: viewer.number, atMost: MOST_REPORTED };
  if (row.state === 'shown' && db.all(store.listWaiting, reporter).length >= MOST_REPORTED) {
    throw failure('kudos_reports_wait', { limit: MOST_REPORTED });
  }
  db.run(store.report, { companyId, post, employeeNumber: viewer.number, reason, now });
  if (row.state === 'shown') changeKudos(write, { ...row, state: 'reported' });
}

/** What was said and decided about thanks. Times in milliseconds UTC. */
export type KudosCase = {
  kudos: Kudos;
  reports: {
    employee_id: string;
    name: string | null;
    /** Null once one of those whom it is about was erased. */
    reason: string | null;
    reported_at: number;
  }[];
  decisions: {
    decision: 'kept' | 'removed';
    reason: string | null;
    actor: string;
    decided_at: number;
  }[];
};

/** Thanks that wait for a decision, newest first. @param before see `listKudos` */
export const listReportedKudos = (
  db: Database,
  companyId: number,
  { before = Number.MAX_SAFE_INTEGER, count = 100 } = {},
): KudosCase[] => casesOf(db, companyId, db.all(posts.listReported, { companyId, before, count }));

/** All thanks, whatever their state, newest first, with what was said and decided about them. */
export const listKudosCases = (
  db: Database,
  companyId: number,
  { before = Number.MAX_SAFE_INTEGER, count = 100 } = {},
): KudosCase[] => casesOf(db, companyId, db.all(posts.listAll, { companyId, before, count }));

/** What was reported or decided on and waits for no decision, newest first. @param before see `listKudos` */
export function listSettledKudos(
  db: Database,
  companyId: number,
  { before = Number.MAX_SAFE_INTEGER, count = 100 } = {},
): KudosCase[] {
  const page = { companyId, before, count };
  const found = [...db.all(store.listDecided, page), ...db.all(store.listTold, page)];
  const newest = [...new Set(found.map(({ post }) => post))].sort((a, b) => b - a);
  const entries = newest.slice(0, count);
  const rows = db.all(posts.listOfEntries, { companyId, entries });
  return casesOf(
    db,
    companyId,
    rows.toSorted((a, b) => b.entry - a.entry),
  );
}

/** Thanks that were reported or decided on. @throws EngagedError `not_found` for all others, whoever may see them */
export function showKudosCase(db: Database, companyId: number, id: string): KudosCase {
  const [found] = casesOf(db, companyId, [requireKudos(db, companyId, id)]);
  if (!found || found.reports.length + found.decisions.length === 0) {
    throw failure('kudos_not_found');
  }
  return found;
}

function casesOf(db: Database, companyId: number, rows: readonly KudosPostRow[]): KudosCase[] {
  const scope = { companyId, posts: rows.map(({ entry }) => entry) };
  const reports = Map.groupBy(db.all(store.listReports, scope), ({ post }) => post);
  const decisions = Map.groupBy(db.all(store.listDecisions, scope), ({ post }) => post);
  return db.do(completeKudos(companyId, rows, null)).map((kudos) => ({
    kudos,
    reports: (reports.get(kudos.entry) ?? [])
      .map(({ employeeId, name, reason, reportedAt }) => ({
        ...{ employee_id: employeeId, name, reason, reported_at: reportedAt },
      }))
      .sort((a, b) => a.reported_at - b.reported_at),
    decisions: (decisions.get(kudos.entry) ?? [])
      .map(({ decision, reason, actor, decidedAt }) => ({
        ...{ decision: decision as 'kept' | 'removed', reason, actor, decided_at: decidedAt },
      }))
      .sort((a, b) => a.decided_at - b.decided_at),
  }));
}

/**
 * Decides that reported thanks stay: they are shown again.
 *
 * @param why kept with the decision
 * @param decider the number of the employee who decides; null for an operator, or an account of nobody
 * @throws EngagedError `validation_failed`, `not_found`; `conflict` where nobody has reported them; `forbidden` where
 *   `decider` gave or got them
 */
export function keepKudos(
  write: CompanyWrite,
  id: string,
  why?: string,
  decider: number | null = null,
): void {
  const row = requireStanding(write, id);
  requireUninvolved(write, row, decider);
  if (row.state !== 'reported') throw failure('kudos_not_reported');
  changeKudos(write, { ...row, state: 'shown' });
  decide(write, row, 'kept', readLabel('reason', why, 500));
}

/**
 * Removes thanks, reported or not.
 *
 * @param options `reason` is kept with the decision; with `keepCoins` nothing goes back, also where coins are spent;
 *   `decider` as in `keepKudos`
 * @throws EngagedError `validation_failed`, `not_found`; `conflict` where they were ended before, and, without `keepCoins`,
 *   where a receiver has spent the coins; `forbidden` where `decider` gave or got them
 */
export function removeKudos(
  write: CompanyWrite,
  id: string,
  { reason, keepCoins = false, decider = null }: RemovalOptions,
): void {
  const row = requireStanding(write, id);
  requireUninvolved(write, row, decider);
  endKudos(write, row, 'removed', !keepCoins);
  decide(write, row, 'removed', requireLabel('reason', reason, 500));
}

type RemovalOptions = {
  reason: string;
  keepCoins?: boolean | undefined;
  decider?: number | null | undefined;
};

function requireUninvolved(
  { db, companyId }: CompanyWrite,
  { entry, giverNumber }: KudosPostRow,
  decider: number | null,
): void {
  if (decider === null) return;
  const receivers = db.all(posts.listReceivers, { companyId, posts: [entry] });
  if ([giverNumber, ...receivers.map(({ number }) => number)].includes(decider)) {
    throw failure('kudos_own_decision');
  }
}

// The reason stands with the decision alone, where an erasure finds it.
function decide(
  write: CompanyWrite,
  { entry: post, id }: KudosPostRow,
  decision: 'kept' | 'removed',
  reason: string | null,
): void {
  const { db, companyId, actor, now } = write;
  db.run(store.decide, { companyId, post, decision, reason, actor, now });
  const action = decision === 'kept' ? 'kudos.keep' : 'kudos.remove';
  recordAuditEvent(write, action, ['kudos', id]);
}
