import type { RosterPart } from '../../domain/roster/match-employees.ts';
import type { PlanSummary } from '../../domain/roster/types.ts';
import type { Database } from '../../store/database.ts';
import * as keptPeople from '../../store/kept-people.ts';
import type { CompanyWrite } from '../company-write.ts';
import type { Deactivation } from './deactivation.ts';
import { findOtherDepartmentNames, type OtherDepartmentName } from './department-names.ts';
import type { KeptPeople } from './kept-people.ts';
import { LeadingZeros } from './leading-zeros.ts';
import { type Majority, UnconfirmedMajority } from './majority.ts';
import { type Mismatch, MismatchReview } from './mismatch-review.ts';
import type { NamedPeople } from './named-people.ts';
import type { ProfileReview } from './profile-review.ts';
import { findRenamedDepartments, type RenamedDepartment } from './renamed-departments.ts';
import type { RunChanges } from './run-changes.ts';
import {
  type Candidate,
  type DifferenceView,
  type KeptPerson,
  listCandidates,
  showDifferences,
  showKept,
} from './show-run.ts';
import type { SyncInput } from './sync-input.ts';

/** What an operator is told of a sync beyond its result. Nothing of it is sent over HTTP. */
export type Review = {
  profiles: { differing: number; updated: number; listed: DifferenceView[] };
  mismatches: Mismatch[];
  /** The first of the people who are missing. */
  missing: Candidate[];
  /** The first of the people who are missing and left active, how many there are, and how many wait for a decision. */
  kept: { renumbered: number; with_role: number; undecided: number; people: KeptPerson[] };
  renamedDepartments: RenamedDepartment[];
  departmentNames: OtherDepartmentName[];
  /** In a dry run: the sync has to be confirmed. */
  majority: Majority | null;
};

/** Gathers what an operator is told, in the course of a sync. */
export class Reviewer {
  readonly #mismatches = new MismatchReview();
  readonly #leadingZeros = new LeadingZeros();

  survey(part: RosterPart): void {
    this.#mismatches.survey(part);
    this.#leadingZeros.survey(part);
  }

  /** @throws EngagedError `validation_failed` for a file whose external ids differ in leading zeros */
  refuseShiftedIds(db: Database, companyId: number, named: NamedPeople): void {
    this.#leadingZeros.refuse(db, companyId, named);
  }

  /** @throws UnconfirmedMajority where more than half would be deactivated and no number was allowed; not in a dry run */
  finish(
    write: CompanyWrite,
    done: {
      profiles: ProfileReview;
      deactivation: Deactivation;
      kept: KeptPeople;
      summary: PlanSummary;
      named: NamedPeople;
      changes: RunChanges;
      departmentNames: ReadonlyMap<string, string | null>;
    },
    order: SyncInput,
  ): Review {
    const { db, companyId } = write;
    const { profiles, deactivation, kept, summary, named, changes, departmentNames } = done;
    const missing = listCandidates(db, companyId, deactivation.firstMissing);
    const { deactivated, of } = deactivation;
    const isMajority = order.maxDeactivations === null && deactivated.length * 2 > of;
    const majority = isMajority ? { missing: deactivated.length, of, people: missing } : null;
    if (majority && !order.dryRun) throw new UnconfirmedMajority(majority);
    return {
      profiles: {
        differing: profiles.differing,
        updated: profiles.updated,
        listed: showDifferences(db, companyId, profiles.listed),
      },
      mismatches: this.#mismatches.list(db, companyId, { errors: summary.errors, named }),
      missing,
      kept: {
        ...{ renumbered: kept.renumbered, with_role: kept.withRole },
        undecided: db.one(keptPeople.countUndecided, { companyId })?.count ?? 0,
        people: showKept(db, companyId, kept.listed),
      },
      renamedDepartments: findRenamedDepartments(write, changes),
      departmentNames: findOtherDepartmentNames(db, companyId, departmentNames),
      majority,
    };
  }
}
