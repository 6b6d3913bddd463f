import { DAY_MS } from '../../../domain/duration.ts';
import { parsePeriod, periodOf, periodStart, type Unit } from '../../../domain/report-period.ts';
import { listNumbersBelow } from '../../../service/departments/departments.ts';
import type { DepartmentParticipation } from '../../../service/reports/by-department.ts';
import type { Participation } from '../../../service/reports/participation-schema.ts';
import type { DepartmentRow } from '../../../store/departments/departments.ts';
import type { Call } from '../../request/call.ts';
import { PAGE_SIZE, placeIn } from '../../view/pager.ts';
import { seesEverybody } from '../boards/standings.ts';
import { departmentTree } from '../departments/department-choices.ts';
import { visibleDepartments } from '../people/people-filters.ts';

/** How many periods a report has, with the one that goes on. */
const PERIODS: Readonly<Record<Unit, number>> = { month: 12, week: 26 };

/** What a report is about. */
export type Scope = {
  unit: Unit;
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
  { by = 'month', department: id }: { by?: Unit; department?: string | null },
): Scope | undefined {
  const { services, company, session } = call;
  const visible = visibleDepartments(call);
  const tree = departmentTree(call).filter(({ row }) => !visible || visible.has(row.number));
  const own = tree.find(({ row }) => visible && row.number === session.departmentNumber)?.row;
  if (visible && !own) return undefined;
  const department = tree.find(({ row }) => row.id === id)?.row ?? own ?? null;
  const below = department && listNumbersBelow(services.db, company.companyId, department.number);
  return {
    ...{ unit: by, department },
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
  { services, company, now }: Call,
  { unit, department }: Scope,
): Promise<Participation[]> {
  const last = periodOf(unit, now);
  return services.ranker.participation({
    ...{ companyId: company.companyId, unit, first: last - PERIODS[unit] + 1, last },
    departmentNumber: department?.number ?? null,
  });
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

/** The last period that is over, or the one that goes on where it is the first. */
export async function readReport(call: Call, scope: Scope): Promise<Report> {
  const { unit } = scope;
  const periods = (await readParticipation(call, scope)).map((row) => named(call, unit, row));
  const [before, over, running] = periods.slice(-3) as [Period, Period, Period];
  const isRunning = !isShown(over);
  const about = isRunning ? running : over;
  const departments = await call.services.ranker.participationByDepartment({
    ...{ companyId: call.company.companyId, unit },
    ...{ first: about.number - 1, last: about.number },
  });
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
export async function readDetails(call: Call, { unit, about, department, isRunning }: Report) {
  const { services, company, now, query, reads } = call;
  const { companyId } = company;
  const { ranker } = services;
  const state = await services.revisions.of(companyId);
  const months = { companyId, first: about.number, last: about.number };
  const given = {
    ...{ companyId, by: 'reason' as const, from: about.startsAt },
    until: periodStart(unit, about.number + 1),
  };
  const without = {
    // As of the beginning of the day, so that the same is asked all day.
    ...{ companyId, now: now - (now % DAY_MS), departmentNumber: department?.number ?? null },
    ...{ after: placeIn(query, 'after') ?? 0, count: PAGE_SIZE },
  };
  const seesAll = seesEverybody(call);
  const [medians, reasons, nothing] = await Promise.all([
    unit === 'month'
      ? reads.report(state, 'medians', months, () => ranker.medianXp(months))
      : Promise.resolve([]),
    seesAll && department === null
      ? reads.report(state, 'given', given, () => ranker.listGiven(given))
      : Promise.resolve([]),
    seesAll && !isRunning
      ? reads.report(state, 'without', without, () => ranker.listWithout(without))
      : Promise.resolve({ total: 0, people: [] }),
  ]);
  return { medians, reasons, nothing };
}

/** What takes long to read. */
export type Details = Awaited<ReturnType<typeof readDetails>>;
