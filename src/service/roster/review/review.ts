import { EngagedError } from '../../../domain/errors.ts';
import type { RosterPart } from '../../../domain/roster/match-employees.ts';
import type { PlanSummary } from '../../../domain/roster/types.ts';
import type { Database } from '../../../store/database.ts';
import * as keptPeople from '../../../store/roster/kept-people.ts';
import type { CompanyWrite } from '../../company/company-write.ts';
import type { PersonReference } from '../runs/people.ts';
import type { KeptPeople, RunChanges } from '../runs/run-changes.ts';
import {
  type Candidate,
  type DifferenceView,
  type KeptPerson,
  listCandidates,
  showDifferences,
  showKept,
} from '../runs/show-changes.ts';
import type { Deactivation } from '../sync/deactivation.ts';
import type { NamedPeople } from '../sync/named-people.ts';
import {
  findOtherDepartmentNames,
  findRenamedDepartments,
  type OtherDepartmentName,
  type RenamedDepartment,
} from './departments.ts';
import { LeadingZeros, type Mismatch, MismatchReview, type ProfileReview } from './rows.ts';

/** Deactivating the missing would deactivate more than half of the people that it can deactivate. */
export type Majority = { missing: number; of: number; people: PersonReference[] };

/** A sync that an operator has to confirm first; it changed nothing. */
export class UnconfirmedMajority extends EngagedError {
  readonly majority: Majority;

  constructor(majority: Majority) {
    super('conflict', 'More than half of the people would be deactivated');
    this.majority = majority;
  }
}

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
    { dryRun, maxDeactivations }: { dryRun?: boolean; maxDeactivations: number | null },
  ): Review {
    const { db, companyId } = write;
    const { profiles, deactivation, kept, summary, named, changes, departmentNames } = done;
    const missing = listCandidates(db, companyId, deactivation.firstMissing);
    const { deactivated, of } = deactivation;
    const isMajority = maxDeactivations === null && deactivated.length * 2 > of;
    const majority = isMajority ? { missing: deactivated.length, of, people: missing } : null;
    if (majority && !dryRun) throw new UnconfirmedMajority(majority);
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
