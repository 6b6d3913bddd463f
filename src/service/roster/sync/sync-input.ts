import type { SyncResult } from '../../../domain/roster/sync-result.ts';
import type { SentRows } from '../../../domain/roster/types.ts';
import type { CompanyWrite } from '../../company/company-write.ts';
import type { Review } from '../review/review.ts';
import type { RunContext } from '../runs/record-run.ts';
import type { RunChanges } from '../runs/run-changes.ts';
import type { DeactivationOptions } from './deactivation.ts';

/** The settings that bound a company. */
export type RosterLimits = {
  /** Most active departments. */
  departments: number;
  /** Most people on record in a sandbox, active or not. */
  sandboxEmployees: number;
};

/** The steps of a sync, in their order. An import takes those before the last one on a working copy. */
export type SyncStage =
  | 'reading'
  | 'comparing'
  | 'applying'
  | 'deactivating'
  | 'recording'
  | 'writing';

/** What an import on the machine of the service can do beyond the contract. Its outcome has a `review`. */
type OperatorOptions = {
  /** Names and emails of people matched by external id follow the roster. */
  updateProfiles: boolean;
  /** Where people without an email get an address; null if rows need one. */
  noEmailDomain?: string | null;
  /** External ids of people who are not in the rows and still not missing. */
  alsoNamed: Iterable<string>;
  lineOf: (index: number) => number | null;
  /** Sees the sync before it is committed, or rolled back as a dry run; what it throws undoes the sync. */
  inspect?: (done: WrittenSync) => void;
};

/** A sync that is written and not committed. */
export type WrittenSync = {
  write: CompanyWrite;
  runId: string;
  result: SyncResult;
  review: Review;
  changes: RunChanges;
};

/** The input of a sync: rows, options, context and limits. */
export type SyncInput = RunContext &
  DeactivationOptions & {
    /** The rows, not validated yet; any number of them. */
    employees: SentRows;
    /** Most rows that are kept in memory; those of a longer roster are read in each pass. */
    maxRowsKept?: number;
    limits: RosterLimits;
    /** True for a dry run: only the key's budget is changed. */
    dryRun?: boolean;
    operator?: OperatorOptions;
    /** Called when a step begins, and during `comparing`, `applying` and `writing` with its completed share, 0 to 1. */
    onProgress?: (stage: SyncStage, done: number) => void;
  };
