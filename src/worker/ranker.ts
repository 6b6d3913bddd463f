import type { Month, Period } from '../domain/period.ts';
import type { AuditEntry } from '../service/audit/audit.ts';
import type { AuditQuery, NamedDecision } from '../service/audit/audit-parts.ts';
import type { ProposedRule } from '../service/badges/badge-rules.ts';
import type { BoardRow } from '../service/boards/board-rows.ts';
import type { LeaderboardPart, StandingsPart } from '../service/boards/leaderboard-parts.ts';
import type { ContestRanking } from '../service/contests/close-contest.ts';
import type { DepartmentRankings } from '../service/departments/department-groups.ts';
import type { PreviewPage, PreviewRequest } from '../service/gifts/preview-page.ts';
import type { MonthRanking } from '../service/months/close-month.ts';
import type { ComparisonPart, LateXp } from '../service/months/compare-month.ts';
import type { HealthFinding } from '../service/operations/doctor/health-findings.ts';
import { describeError, type Logger } from '../service/operations/log.ts';
import type { findNearPeople } from '../service/people/near-people.ts';
import type { PeopleQuery } from '../service/people/people-search.ts';
import type { ExportOrder, PersonExport } from '../service/people/person-export.ts';
import type { ListedAccount, listAccountPage } from '../service/portal/accounts.ts';
import type { Invitations, InvitationsQuery } from '../service/portal/invitation-overview.ts';
import type { DepartmentParticipation } from '../service/reports/by-department.ts';
import type { Given, GivenRequest } from '../service/reports/given.ts';
import type { MedianXp, medianXp } from '../service/reports/medians.ts';
import type { ParticipationRequest, PeriodsRequest } from '../service/reports/participation.ts';
import type { Participation } from '../service/reports/participation-schema.ts';
import type { listWithout, WithoutRequest } from '../service/reports/without.ts';
import type { RunParts, RunPartsQuery } from '../service/roster/runs/show-run.ts';
import type { DataFilePlace } from '../store/files/data-file-place.ts';
import type { Ranking } from './protocol.ts';
import { WorkerHandle } from './worker-handle.ts';

/** Ranks whole companies away from the main thread. */
export type Ranker = BoardRanker & ClosingRanker & CompanyReader & ReportReader;

export type BoardRanker = {
  /**
   * Ranks all active employees of a company for the period that contains `now` (milliseconds UTC).
   *
   * @throws EngagedError `not_found` for an unknown company
   */
  rank(companyId: number, period: Period, now: number): Promise<Ranking>;
  /** The by-department leaderboard of the API contract as JSON text; up to 25,000 people in one response. */
  departmentGroups(ranking: DepartmentRankings): Promise<string | null>;
};

/** Ranks what is to be closed. */
export type ClosingRanker = {
  /** Ranks a company by one month, for `Writer.closeMonth`. */
  rankMonth(companyId: number, month: Month): Promise<MonthRanking>;
  /** Ranks a contest, for `Writer.closeContest`. */
  rankContest(companyId: number, entry: number): Promise<ContestRanking>;
};

/** Reads what may be long away from the main thread. */
export type CompanyReader = {
  /** The numbers of the people who match, the last one to join first. */
  search(query: PeopleQuery): Promise<number[]>;
  /** For each reference that names nobody, the numbers of people who are close to it. */
  findNear(query: Parameters<typeof findNearPeople>[1]): Promise<number[][]>;
  /** The months of a company that somebody can close, oldest first. */
  listOpenMonths(query: { companyId: number; now: number }): Promise<Month[]>;
  /** How many people a rule would award its badge to. */
  countEligible(rule: ProposedRule): Promise<number>;
  /** Accounts of the portal, the newest first. */
  listAccounts(query: Parameters<typeof listAccountPage>[1]): Promise<ListedAccount[]>;
  /** Active people with the state of their invitation, in the order of joining. */
  listInvitations(query: InvitationsQuery): Promise<Invitations>;
  /** Checks the data file and its machine without reading the whole file. */
  checkHealth(file: string, now: number): Promise<HealthFinding[]>;
  /** What a gift would give, with as much of it as a page shows. @throws EngagedError as `previewPage` */
  previewGift(request: PreviewRequest): Promise<PreviewPage>;
  /** The newest decisions on record, newest first. */
  findDecisions(query: AuditQuery): Promise<AuditEntry[]>;
  /** How many decisions match, counted up to the count of the filter. */
  countDecisions(query: AuditQuery): Promise<number>;
  /** Parts of what a run changed and held back. */
  listRunParts(query: RunPartsQuery): Promise<RunParts>;
  /** Everything on record about a person. @throws EngagedError `not_found` */
  collectPerson(order: ExportOrder): Promise<PersonExport>;
  /** Part of the decisions for a file, and the entry before which the next part goes on. */
  auditPart(query: AuditQuery): Promise<{ rows: NamedDecision[]; next: number | null }>;
  /** Part of a leaderboard for a file; null where the people have been replaced since they were ranked. */
  leaderboardPart(part: LeaderboardPart): Promise<BoardRow[] | null>;
  /** Part of the standings of a closed month for a file, and the rank after which the next part begins. */
  standingsPart(part: StandingsPart): Promise<{ rows: BoardRow[]; next: number | null }>;
  /** Part of the people whose XP of a month is not what it was when it was closed, and how many there are. */
  compareMonth(part: ComparisonPart): Promise<{ total: number; rows: LateXp[] }>;
};

export type ReportReader = {
  /** What people did in each of some months or weeks. */
  participation(request: ParticipationRequest): Promise<Participation[]>;
  /** How many people of each department took part in each of some months or weeks. */
  participationByDepartment(request: PeriodsRequest): Promise<DepartmentParticipation[]>;
  /** XP by reason, or XP and coins by who gave them. */
  listGiven(request: GivenRequest): Promise<Given[]>;
  /** XP by reason in each of some months or weeks; none where that is too much to read. */
  listGivenByPeriod(request: PeriodsRequest): Promise<Given[][]>;
  /** The median XP of everybody and of each department in some months. */
  medianXp(months: Parameters<typeof medianXp>[1]): Promise<MedianXp[]>;
  /** Part of the people who received nothing in the last 90 days, and how many there are. */
  listWithout(request: WithoutRequest): Promise<ReturnType<typeof listWithout>>;
};

/** Starts the thread that ranks, with a connection that only reads the open data file at `place`. */
export function startRanker(options: {
  file: string;
  place: DataFilePlace | null;
  log: Logger;
}): Ranker & { close(): Promise<void> } {
  const { file, place, log } = options;
  const thread = new WorkerHandle({
    data: { engagedRole: 'ranker', file, place },
    resourceLimits: { maxOldGenerationSizeMb: 512 },
    onCrash: (failure) => log.error('ranker_died', describeError(failure)),
  });
  return {
    rank: (companyId, period, now) => thread.call('rank', { companyId, period, now }),
    rankMonth: (companyId, month) => thread.call('rankMonth', { companyId, month }),
    rankContest: (companyId, entry) => thread.call('rankContest', { companyId, entry }),
    departmentGroups: (ranking) => thread.call('groups', ranking),
    search: (query) => thread.call('search', query),
    findNear: (query) => thread.call('findNear', query),
    listOpenMonths: (query) => thread.call('listOpenMonths', query),
    countEligible: (rule) => thread.call('countEligible', rule),
    listAccounts: (query) => thread.call('listAccounts', query),
    listInvitations: (query) => thread.call('listInvitations', query),
    checkHealth: (file, now) => thread.call('checkHealth', { file, now }),
    previewGift: (request) => thread.call('previewGift', request),
    findDecisions: (query) => thread.call('findDecisions', query),
    countDecisions: (query) => thread.call('countDecisions', query),
    listRunParts: (query) => thread.call('listRunParts', query),
    collectPerson: (order) => thread.call('collectPerson', order),
    auditPart: (query) => thread.call('auditPart', query),
    leaderboardPart: (part) => thread.call('leaderboardPart', part),
    standingsPart: (part) => thread.call('standingsPart', part),
    participation: (request) => thread.call('participation', request),
    participationByDepartment: (request) => thread.call('participationByDepartment', request),
    listGiven: (request) => thread.call('listGiven', request),
    listGivenByPeriod: (request) => thread.call('listGivenByPeriod', request),
    medianXp: (months) => thread.call('medianXp', months),
    listWithout: (request) => thread.call('listWithout', request),
    compareMonth: (part) => thread.call('compareMonth', part),
    close: () => thread.close(),
  };
}
