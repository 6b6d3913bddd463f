import { failure } from '../../../domain/errors.ts';
import type { Given } from '../../../service/reports/given.ts';
import { PARTICIPATION_COLUMNS } from '../../../service/reports/participation-csv.ts';
import type { Participation } from '../../../service/reports/participation-schema.ts';
import type { WithoutRow } from '../../../store/reports/report-details.ts';
import type { Call } from '../../request/call.ts';
import { actorOf } from '../audit/decisions.ts';
import { departmentTree } from '../departments/department-choices.ts';
import { inParts, listFiles } from '../list-files.ts';
import { READERS, SEES_PEOPLE } from '../roles.ts';
import { type DepartmentLine, departmentLines } from './groups.ts';
import { askedFor } from './insights.ts';
import {
  readGiven,
  readMedians,
  readParticipation,
  readReport,
  readWithout,
  type Scope,
} from './report.ts';

/** @throws EngagedError `not_found` for a manager of no department */
function requireScope(call: Call): Scope {
  const scope = askedFor(call);
  if (!scope) throw failure('department_not_found');
  return scope;
}

/** Rows that are read at once. */
const once = async function* <Row>(rows: readonly Row[]) {
  yield rows;
};

/** The periods of a report, in the columns of the command line. */
export const periodFiles = listFiles<'/insights', Participation>({
  path: '/insights',
  roles: SEES_PEOPLE,
  columns: PARTICIPATION_COLUMNS.map((column) => ({
    name: () => column,
    value: (row) => row[column],
  })),
  open: async (call) => {
    const scope = requireScope(call);
    const rows = await readParticipation(call, scope);
    const file = `${call.t.files.names.participation[scope.unit]}-${call.t.format.isoDay(call.now)}`;
    return { file, sheet: call.t.insights.periodsSheet, parts: once(rows) };
  },
});

/** What was given, by reason or by who gave it, of the company. */
export const givenByFiles = listFiles<'/insights/given', Given>({
  path: '/insights/given',
  roles: READERS,
  columns: [
    {
      name: (t) => t.insights.given,
      value: ({ name }, call) => {
        const isByReason = requireScope(call).given === 'reason';
        const { otherReasons, otherGivers } = call.t.insights;
        if (name === null) return isByReason ? otherReasons : otherGivers;
        return isByReason ? name : actorOf(call, name);
      },
    },
    { name: (t) => t.insights.xp, value: ({ xp }) => xp },
    { name: (t) => t.insights.coins, value: ({ coins }) => coins },
    { name: (t) => t.insights.people, value: ({ people }) => people },
  ],
  open: async (call) => {
    const report = await readReport(call, requireScope(call));
    const rows = await readGiven(call, report);
    const { period } = report.about;
    const file = `${call.t.files.names.ways[report.given]}-${period}`;
    return { file, sheet: call.t.insights.ways[report.given], parts: once(rows) };
  },
});

/** The departments of a report beside each other. */
export const departmentFiles = listFiles<'/insights/departments', DepartmentLine>({
  path: '/insights/departments',
  roles: SEES_PEOPLE,
  columns: [
    { name: (t) => t.insights.departmentHead, value: ({ department }) => department.name },
    { name: (t) => t.files.departmentExternalId, value: (row) => row.department.externalId },
    { name: (t) => t.insights.people, value: ({ people }) => people },
    {
      name: (t) => t.insights.participationPercent,
      value: ({ share }) => share,
    },
    { name: (t) => t.insights.changePoints, value: ({ change }) => change },
    { name: (t) => t.insights.median, value: ({ median }) => median },
  ],
  open: async (call) => {
    const report = await readReport(call, requireScope(call));
    const rows = departmentLines(report, await readMedians(call, report));
    const file = `departments-${report.about.period}`;
    return { file, sheet: call.t.insights.departmentHead, parts: once(rows) };
  },
});

/** People that the ranker thread looks for at a time: it counts all of them each time. */
const PART = 1_000;

/** Who received nothing in 90 days. */
export const withoutFiles = listFiles<'/insights/without', WithoutRow>({
  path: '/insights/without',
  roles: READERS,
  columns: [
    { name: (t) => t.people.name, value: ({ name }) => name },
    { name: (t) => t.people.email, value: ({ email }) => email },
    {
      name: (t) => t.people.department,
      value: ({ departmentNumber: at }, call) =>
        departmentTree(call).find(({ row }) => row.number === at)?.row.name ?? null,
    },
    { name: (t) => t.files.personId, value: ({ id }) => id },
  ],
  open: (call) => {
    const scope = requireScope(call);
    return {
      file: `${call.t.files.names.nothingReceived}-${call.t.format.isoDay(call.now)}`,
      sheet: call.t.insights.without,
      parts: inParts(0, async (after) => {
        const { people: rows } = await readWithout(call, scope, { after, count: PART });
        return { rows, next: rows.length < PART ? null : (rows.at(-1)?.number ?? null) };
      }),
    };
  },
});
