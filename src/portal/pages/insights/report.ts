import { DAY_MS } from '../../../domain/duration.ts';
import { parsePeriod, periodOf, periodStart, type Unit } from '../../../domain/report-period.ts';
import { listNumbersBelow } from '../../../service/departments/departments.ts';
import type { DepartmentParticipation } from '../../../service/reports/by-department.ts';
import type { Given } from '../../../service/reports/given.ts';
import type { MedianXp } from '../../../service/reports/medians.ts';
import type { Participation } from '../../../service/reports/participation-schema.ts';
import type { DepartmentRow } from '../../../store/departments/departments.ts';
import type { Call } from '../../request/call.ts';
import { PAGE_SIZE, placeIn } from '../../view/pager.ts';
import { seesEverybody } from '../boards/standings.ts';
import { departmentTree } from '../departments/department-choices.ts';
import { visibleDepartments } from '../people/people-filters.ts';

/** In which ways what was given is listed. */
export const GIVEN_BY = ['reason', 'giver'] as const;
type GivenBy = (typeof GIVEN_BY)[number];

/** How many months a report may have, with the one that goes on, or the weeks of so much of a year. */
export const RANGES = [3, 6, 12] as const;
type Range = (typeof RANGES)[number];

const periodsIn = ({ unit, months }: Pick<Scope, 'unit' | 'months'>): number =>
  unit === 'month' ? months : (months * 52) / 12;

/** What a report is about. */
export type Scope = {
  unit: Unit;
  months: Range;
  /** Whether what was given is listed by reason, or by who gave it. */
  given: GivenBy;
  /** With those below it; null for the company. */
  department: DepartmentRow | null;
  /** Which departments somebody may choose. */
  choices: { row: DepartmentRow; depth: number }[];
  /** Those that the report has, in the order of the tree. */
  within: DepartmentRow[];
};

/** What somebody asks for and may see; undefined for a manager of no department. */
export function scopeOf(
  call: Call,
  asked: { by?: Unit; months?: Range; given?: GivenBy; department?: string | null },
): Scope | undefined {
  const { services, company, session } = call;
  const { by = 'month', months = 12, given = 'reason', department: id } = asked;
  const visible = visibleDepartments(call);
  const tree = departmentTree(call).filter(({ row }) => !visible || visible.has(row.number));
  const own = tree.find(({ row }) => visible && row.number === session.departmentNumber)?.row;
  if (visible && !own) return undefined;
  const department = tree.find(({ row }) => row.id === id)?.row ?? own ?? null;
  const below = department && listNumbersBelow(services.db, company.companyId, department.number);
  return {
    ...{ unit: by, months, given, department },
    choices: tree.filter(
      ({ row }) => row !== own && (row.archivedAt === null || row === department),
    ),
    within: tree
      .map(({ row }) => row)
      .filter((row) => row !== department && (!below || below.has(row.number))),
  };
}

/** Which periods a report has, and everything about each. */
export async function readParticipation(
  { services, company, now, reads }: Call,
  scope: Scope,
): Promise<Participation[]> {
  const { unit, department } = scope;
  const last = periodOf(unit, now);
  const request = {
    ...{ companyId: company.companyId, unit, first: last - periodsIn(scope) + 1, last },
    departmentNumber: department?.number ?? null,
  };
  const state = await services.revisions.of(company.companyId);
  return reads.report(state, 'participation', request, () =>
    services.ranker.participation(request),
  );
}

/** A period with its names; the short one has no year. */
export type Period = Participation & {
  number: number;
  name: string;
  short: string;
  startsAt: number;
};

/** What the page shows. */
export type Report = Scope & {
  periods: Period[];
  /** The period that sentence, figures and departments are about, and the one before it where both can be compared. */
  about: Period;
  before: Period | undefined;
  isRunning: boolean;
  departments: DepartmentParticipation[];
};

const isShown = (period: Period | undefined): period is Period =>
  period !== undefined && period.active_people > 0 && period.participation !== null;

/** Whether nobody took part before the last of some periods: a roster can tell that people were there for years. */
const isFirstTaken = (periods: readonly Period[]): boolean =>
  periods.findIndex(({ participants }) => (participants ?? 0) > 0) === periods.length - 1;

/** The last period that is over, or the one that goes on where it is the first, or the first in which anybody took part. */
export async function readReport(call: Call, scope: Scope): Promise<Report> {
  const { unit } = scope;
  const periods = (await readParticipation(call, scope)).map((row) => named(call, unit, row));
  const [before, over, running] = periods.slice(-3) as [Period, Period, Period];
  const isRunning = !isShown(over) || isFirstTaken(periods);
  const about = isRunning ? running : over;
  const { services, company, reads } = call;
  const { companyId } = company;
  const request = { companyId, unit, first: about.number - 1, last: about.number };
  const state = await services.revisions.of(companyId);
  const departments = await reads.report(state, 'by-department', request, () =>
    services.ranker.participationByDepartment(request),
  );
  return {
    ...{ ...scope, periods, about, isRunning, departments },
    before: !isRunning && isShown(before) ? before : undefined,
  };
}

function named({ t, now }: Call, unit: Unit, row: Participation): Period {
  const number = parsePeriod(unit, row.period) ?? 0;
  const startsAt = periodStart(unit, number);
  const period = { ...row, number, startsAt };
  if (unit === 'month') {
    const { month, shortMonth } = t.format;
    return { ...period, name: month(startsAt, now), short: shortMonth(startsAt) };
  }
  const [year = 0, week = 0] = row.period.split('-W').map(Number);
  const short = t.insights.week({ week });
  const isThisYear = year === new Date(now).getUTCFullYear();
  return { ...period, short, name: isThisYear ? short : t.insights.weekOf({ week, year }) };
}

/** What takes long to read. It is kept until the company changes. */
export async function readDetails(call: Call, report: Report) {
  const { query } = call;
  const page = { after: placeIn(query, 'after') ?? 0, count: PAGE_SIZE };
  const seesAll = seesEverybody(call);
  const seesGiven = seesAll && report.department === null;
  const [medians, given, givenByPeriod, nothing] = await Promise.all([
    readMedians(call, report),
    seesGiven ? readGiven(call, report) : [],
    seesGiven && report.given === 'reason' ? readGivenByPeriod(call, report) : [],
    seesAll && !report.isRunning ? readWithout(call, report, page) : { total: 0, people: [] },
  ]);
  return { medians, given, givenByPeriod, nothing };
}

/** The median XP of the month that a report is about; nothing by week. */
export async function readMedians(call: Call, { unit, about }: Report): Promise<MedianXp[]> {
  if (unit !== 'month') return [];
  const { services, company, reads } = call;
  const request = { companyId: company.companyId, first: about.number, last: about.number };
  const state = await services.revisions.of(company.companyId);
  return reads.report(state, 'medians', request, () => services.ranker.medianXp(request));
}

/** What was given in the period that a report is about. */
export async function readGiven(call: Call, { unit, given: by, about }: Report): Promise<Given[]> {
  const { services, company, reads } = call;
  const until = periodStart(unit, about.number + 1);
  const request = { companyId: company.companyId, by, from: about.startsAt, until };
  const state = await services.revisions.of(company.companyId);
  return reads.report(state, 'given', request, () => services.ranker.listGiven(request));
}

/** XP by reason in every period of a report; none where that is too much to read. */
async function readGivenByPeriod(
  { services, company, reads }: Call,
  { unit, periods }: Report,
): Promise<Given[][]> {
  const { companyId } = company;
  const [first = 0, last = 0] = [periods[0]?.number, periods.at(-1)?.number];
  const request = { companyId, unit, first, last };
  const state = await services.revisions.of(companyId);
  return reads.report(state, 'given-by-period', request, () =>
    services.ranker.listGivenByPeriod(request),
  );
}

/** Part of those who received nothing in 90 days, as of the beginning of the day, so that the same is asked all day. */
export async function readWithout(
  call: Call,
  { department }: Scope,
  page: { after: number; count: number },
) {
  const { services, company, now, reads } = call;
  const departmentNumber = department?.number ?? null;
  const day = now - (now % DAY_MS);
  const request = { companyId: company.companyId, now: day, departmentNumber, ...page };
  const state = await services.revisions.of(company.companyId);
  return reads.report(state, 'without', request, () => services.ranker.listWithout(request));
}

/** What takes long to read. */
export type Details = Awaited<ReturnType<typeof readDetails>>;
