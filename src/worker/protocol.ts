import type { BoardData } from '../domain/board/board-data.ts';
import type { Month, Period } from '../domain/period.ts';
import type { AuditEntry } from '../service/audit.ts';
import type { AuditQuery } from '../service/audit-csv.ts';
import type { Backup } from '../service/backup.ts';
import type { ProposedRule } from '../service/badge-rules.ts';
import type { CopyTask } from '../service/company-copy.ts';
import type { ClosedContest, ContestRanking } from '../service/contests/close-contest.ts';
import type { DueContest } from '../service/contests/contests.ts';
import type { DepartmentRankings } from '../service/department-groups.ts';
import type { Finding } from '../service/doctor/finding.ts';
import type { KeyUsage } from '../service/key-usage.ts';
import type { LeaderboardPart, StandingsPart } from '../service/leaderboard-csv.ts';
import type { MonthRanking } from '../service/months/close-month.ts';
import type { ClosedMonth, CompanyMonth, Timing } from '../service/months/closed-months.ts';
import type { ComparisonPart, LateXp } from '../service/months/compare-month.ts';
import type { PeopleQuery } from '../service/people-search.ts';
import type { ExportOrder, PersonExport } from '../service/person-export.ts';
import type { ListedAccount, listAccountPage } from '../service/portal/accounts.ts';
import type { ImportStep } from '../service/roster/import-roster.ts';
import type { RunParts, RunPartsQuery } from '../service/roster/show-run.ts';
import type { RosterLimits } from '../service/roster/sync-input.ts';
import type { DeliveryBatch, WebhookChange } from '../service/webhooks/deliveries.ts';
import type { DataFilePlace } from '../store/files/data-file-place.ts';
import type { WriteAnswer, WriteRequest } from './write-requests.ts';
import type { SessionUse, SyncAnswer, SyncRun, Upkeep } from './writer.ts';

/** The start data of a thread. Its presence distinguishes a worker thread from the main program. */
export type ThreadData = ThreadRole & {
  file: string;
  /** The location of the open data file; threads never use another one. */
  place: DataFilePlace | null;
};

type ThreadRole =
  | { engagedRole: 'writer'; limits: RosterLimits }
  | { engagedRole: 'ranker' }
  | { engagedRole: 'copier' }
  | { engagedRole: 'deliverer'; webhookAllow: readonly string[] };

/** `now` in milliseconds UTC. */
export type RankTask = { companyId: number; period: Period; now: number };

/** A ranking, and the state of the company that it shows. */
export type Ranking = { data: BoardData; revision: number; generation: number };

/** A ranked month to close. */
export type CloseMonthTask = Timing & { companyId: number; ranking: MonthRanking };

/** A ranked contest to close. */
export type CloseContestTask = Timing & { companyId: number; ranking: ContestRanking };

/** What is to be closed, of all companies. */
export type Due = { months: readonly CompanyMonth[]; contests: readonly DueContest[] };

/** Every task of a thread, with its input and result. */
export type Tasks = {
  sync: { task: SyncRun; answer: SyncAnswer };
  importStep: { task: ImportStep; answer: null };
  /** Writes that share a commit. */
  write: { task: readonly WriteRequest[]; answer: readonly WriteAnswer[] };
  noteKeyUses: { task: readonly KeyUsage[]; answer: null };
  recordDeliveries: { task: DeliveryBatch; answer: readonly WebhookChange[] };
  noteSessionUse: { task: SessionUse; answer: null };
  /** Returns whether the log is empty now. */
  shrinkLog: { task: null; answer: boolean };
  /** Returns whether there may be more to delete. */
  upkeep: { task: Upkeep; answer: boolean };
  endHolds: { task: null; answer: null };
  probe: { task: null; answer: null };
  rank: { task: RankTask; answer: Ranking };
  /** Returns the by-department leaderboard as JSON text; null if its people have been replaced. */
  groups: { task: DepartmentRankings; answer: string | null };
  /** Waits for attempts to deliver events to webhooks. Those of the call before have been recorded. */
  collectDeliveries: { task: null; answer: DeliveryBatch };
  /** Ends the deliveries and returns the last attempts. */
  drainDeliveries: { task: null; answer: DeliveryBatch };
  due: { task: Timing; answer: Due };
  rankMonth: { task: Omit<CompanyMonth, 'id'>; answer: MonthRanking };
  /** Null for a month that is not due any more. */
  closeMonth: { task: CloseMonthTask; answer: ClosedMonth | null };
  rankContest: { task: Pick<DueContest, 'companyId' | 'entry'>; answer: ContestRanking };
  /** Null for a contest that is not due any more. */
  closeContest: { task: CloseContestTask; answer: ClosedContest | null };
  /** The numbers of the people who match. */
  search: { task: PeopleQuery; answer: number[] };
  listOpenMonths: { task: { companyId: number; now: number }; answer: Month[] };
  countEligible: { task: ProposedRule; answer: number };
  listAccounts: { task: Parameters<typeof listAccountPage>[1]; answer: ListedAccount[] };
  checkHealth: { task: { file: string; now: number }; answer: Finding[] };
  findDecisions: { task: AuditQuery; answer: AuditEntry[] };
  listRunParts: { task: RunPartsQuery; answer: RunParts };
  collectPerson: { task: ExportOrder; answer: PersonExport };
  auditCsv: { task: AuditQuery; answer: { text: string; next: number | null } };
  leaderboardCsv: { task: LeaderboardPart; answer: string | null };
  standingsCsv: { task: StandingsPart; answer: { text: string; nextAfter: number | null } };
  compareMonth: { task: ComparisonPart; answer: { total: number; rows: LateXp[] } };
  copyDataFile: { task: CopyTask; answer: Omit<Backup, 'file'> };
};
