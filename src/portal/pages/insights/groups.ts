import { type Html, html } from '../../../http/response/html.ts';
import { privacyOf } from '../../../service/company/privacy.ts';
import type { Given } from '../../../service/reports/given.ts';
import type { DepartmentRow } from '../../../store/departments/departments.ts';
import type { Call } from '../../request/call.ts';
import { figure, sub } from '../../view/cells.ts';
import { progress, smallChart } from '../../view/chart.ts';
import { isolated, spoken } from '../../view/marks.ts';
import { nextPager, PAGE_SIZE, pageNumber, pager, placeIn } from '../../view/pager.ts';
import { panel } from '../../view/panel.ts';
import { personEntry } from '../../view/person.ts';
import { type Column, table } from '../../view/table.ts';
import { actorOf } from '../audit/decisions.ts';
import { seesEverybody } from '../boards/standings.ts';
import { departmentTree } from '../departments/department-choices.ts';
import { mayEdit } from '../roles.ts';
import { points } from './in-words.ts';
import type { Details, Report } from './report.ts';

/** Departments of one page, so that a printed page has room for them. */
const DEPARTMENTS_SIZE = 20;

const shareBar = (text: string, share: number): Html =>
  html`<span class="share">${progress(share)}<span class="num">${text}</span></span>`;

/** XP by reason, or XP and coins by who gave, of the company. */
export function givenPanel(
  call: Call,
  report: Report,
  { details, ways }: { details: Details; ways: Html },
): Html {
  const { t } = call;
  const { about, given: by } = report;
  const { insights, format } = t;
  const { given } = details;
  if (given.length === 0 && by === 'reason') return html``;
  const isByReason = by === 'reason';
  const total = Math.max(
    1,
    given.reduce((sum, { xp }) => sum + xp, 0),
  );
  const period = about.name;
  const title = isByReason ? insights.byReason({ period }) : insights.byGiver({ period });
  const overTime = reasonsOverTime(call, report, details);
  const others = isByReason ? insights.otherReasons : insights.otherGivers;
  const list = table<Given>({
    ...{ label: title, rows: given },
    columns: [
      {
        head: isByReason ? insights.reason : insights.giver,
        cell: ({ name }) =>
          name === null
            ? html`<span class="muted">${others}</span>`
            : isolated(isByReason ? name : actorOf(call, name)),
      },
      ...(overTime?.columns ?? []),
      {
        ...{ head: insights.share, className: 'wide' },
        cell: ({ xp }) => shareBar(format.percent(xp / total), xp / total),
      },
      { head: insights.xp, isNumber: true, cell: ({ xp }) => figure(t, xp) },
      ...(isByReason
        ? []
        : [{ head: insights.coins, isNumber: true, cell: ({ coins }: Given) => figure(t, coins) }]),
      {
        ...{ head: insights.people, isNumber: true, shown: 'tablet' as const },
        cell: ({ people }) => figure(t, people),
      },
    ],
  });
  const { smallestGroup: count } = call.services.db.do(privacyOf(call.company.companyId));
  const text = isByReason
    ? html`${insights.reasonsText({ count })} ${overTime?.text}`
    : insights.giversText({ count });
  const footer = given.length === 0 ? insights.nobodyGiven : text;
  return panel({ id: 'given', title, isFull: true, beside: ways, footer }, list);
}

/** A small chart beside each reason, all on one scale; undefined where they are not read by period. */
function reasonsOverTime({ t }: Call, { periods }: Report, { given, givenByPeriod }: Details) {
  if (givenByPeriod.length === 0) return undefined;
  const { insights } = t;
  const xpOf = (reason: string | null) =>
    periods.map(({ name }, at) => {
      const found = givenByPeriod[at]?.find((one) => one.name === reason);
      return { name, label: '', value: found?.xp ?? null };
    });
  const named = given.flatMap(({ name }) => name ?? []);
  const most = Math.max(1, ...named.flatMap(xpOf).map(({ value }) => value ?? 0));
  const [first, last] = [periods[0]?.short ?? '', periods.at(-1)?.name ?? ''];
  const chartOf = (reason: string): Html =>
    smallChart(
      t,
      insights.reasonOverTime({ reason, from: periods[0]?.name ?? '', to: last }),
      xpOf(reason),
      most,
    );
  const column: Column<Given> = {
    ...{ head: insights.fromTo({ from: first, to: periods.at(-1)?.short ?? '' }) },
    shown: 'tablet',
    cell: ({ name }) => (name === null ? '' : chartOf(name)),
  };
  return { columns: [column], text: insights.smallCharts({ most, period: last }) };
}

/** A department in a report. */
export type DepartmentLine = {
  department: DepartmentRow;
  people: number;
  /** In percentages; null where it is not shown. */
  share: number | null;
  change: number | null;
  median: number | null;
};

/** The departments of a report, the highest share first. */
export function departmentLines(
  { within, departments, about, before }: Report,
  medians: Details['medians'],
): DepartmentLine[] {
  const byNumber = Map.groupBy(departments, ({ departmentNumber }) => departmentNumber);
  const medianOf = new Map(medians.map((one) => [one.departmentNumber, one.xp]));
  const rows = within.flatMap((department): DepartmentLine[] => {
    const numbers = byNumber.get(department.number) ?? [];
    const shareIn = (period: number | undefined) => {
      const found = numbers.find((one) => one.period === period);
      return found?.participants == null ? null : points(found.participants / found.people);
    };
    const now = numbers.find(({ period }) => period === about.number);
    if (!now) return [];
    const [share, was] = [shareIn(about.number), shareIn(before?.number)];
    const median = medianOf.get(department.number) ?? null;
    const change = share === null || was === null ? null : share - was;
    return [{ department, people: now.people, share, change, median }];
  });
  return rows.sort((a, b) => (b.share ?? -1) - (a.share ?? -1) || b.people - a.people);
}

function changeCell({ insights, format }: Call['t'], change: number | null): string | Html {
  if (change === null) return '–';
  if (change === 0) return spoken('–', insights.unchanged);
  const count = Math.abs(change);
  const [mark, say] = change > 0 ? ['▲', insights.risen] : ['▼', insights.fallen];
  const style = change > 0 ? 'up' : 'muted';
  return html`<span class="${style}">${spoken(`${mark} ${format.number(count)}`, say({ points: count }))}</span>`;
}

/** The departments of a report beside each other, the highest share first. */
export function departmentsPanel(
  call: Call,
  report: Report,
  { details, link, files }: { details: Details; link: (part: string) => string; files: Html },
): Html {
  const { t } = call;
  const { insights, format } = t;
  const { about, before, unit } = report;
  const rows = departmentLines(report, details.medians);
  if (rows.length === 0) return html``;
  const page = pageNumber(call.query, 'departments');
  const title = insights.byDepartment({ period: about.name });
  const { smallestGroup: smallest } = call.services.db.do(privacyOf(call.company.companyId));
  const hidden = ({ people }: DepartmentLine) =>
    people < smallest ? insights.tooFew : insights.notShown;
  const list = table<DepartmentLine>({
    label: title,
    rows: rows.slice((page - 1) * DEPARTMENTS_SIZE, page * DEPARTMENTS_SIZE),
    columns: [
      {
        head: insights.departmentHead,
        cell: ({ department, people }) =>
          html`${isolated(department.name)}${sub(people < smallest ? '' : t.counts.people(people), 'phones')}`,
      },
      {
        ...{ head: insights.people, isNumber: true, shown: 'tablet' },
        cell: ({ people }) =>
          people < smallest ? insights.fewerThan({ count: smallest }) : figure(t, people),
      },
      {
        ...{ head: insights.tookPartHead, className: 'wide' },
        cell: (row) =>
          row.share === null
            ? html`<span class="muted">${hidden(row)}</span>`
            : html`${shareBar(format.percent(row.share / 100), row.share / 100)}${row.median === null ? '' : sub(insights.medianIs({ median: row.median }), 'phones')}`,
      },
      ...(before
        ? [
            {
              ...{ head: insights.changeHead({ period: before.short }), isNumber: true },
              cell: ({ change }: DepartmentLine) => changeCell(t, change),
            },
          ]
        : []),
      ...(unit === 'month'
        ? [
            {
              ...{ head: insights.median, isNumber: true, shown: 'tablet' as const },
              cell: ({ median }: DepartmentLine) => figure(t, median),
            },
          ]
        : []),
    ],
  });
  return panel(
    {
      ...{
        id: 'departments',
        title,
        isFull: true,
        footer: insights.departmentsText({ count: smallest }),
      },
      beside: html`<span class="row"><span class="small muted">${ofCompany(call, report, details)}</span>${files}</span>`,
    },
    [list, pager(t, rows.length, page, { name: 'departments', size: DEPARTMENTS_SIZE, link })],
  );
}

function ofCompany(call: Call, { about, department }: Report, { medians }: Details) {
  const { insights, format } = call.t;
  if (department !== null || about.participation === null || !seesEverybody(call)) return undefined;
  const share = format.percent(about.participation);
  const median = medians.find(({ departmentNumber }) => departmentNumber === null)?.xp ?? null;
  return median === null
    ? insights.companyIs({ share })
    : insights.companyMedian({ share, median });
}

/** Who received nothing in 90 days: for those who see everybody, and never on paper. */
export function withoutPanel(
  call: Call,
  { details, link, files }: { details: Details; link: (part: string) => string; files: Html },
): Html {
  const { t, href, session } = call;
  const { insights } = t;
  const { total, people } = details.nothing;
  if (total === 0) return html``;
  const names = new Map(departmentTree(call).map(({ row }) => [row.number, row.name]));
  const list = table<(typeof people)[number]>({
    ...{ label: insights.without, rows: people },
    columns: [
      {
        head: insights.person,
        cell: (person) => personEntry(t, person, href(`/people/${person.id}`)),
      },
      {
        ...{ head: insights.departmentHead, isMuted: true },
        cell: ({ departmentNumber: at }) => (at === null ? '' : isolated(names.get(at) ?? '')),
      },
    ],
  });
  const last = people.length < PAGE_SIZE ? undefined : people.at(-1);
  const pages = nextPager(t, {
    next: last && `${link(`after=${last.number}`)}#without`,
    first: placeIn(call.query, 'after') === undefined ? undefined : `${link('')}#without`,
    note: insights.withoutText,
  });
  const title = html`${insights.without} <span class="chip">${insights.hrOnly}</span>`;
  const ids = people.map(({ id }) => `person=${id}`).join('&');
  const give = html`<a class="btn s" href="${href('/given/new')}?${ids}">${insights.giveToThese({ count: people.length })}</a>`;
  const beside = html`<span class="row"><span class="small muted num">${t.format.number(total)}</span>${files}${mayEdit(session.role) ? give : ''}</span>`;
  const shown = panel({ id: 'without', title, isFull: true, beside }, [list, pages]);
  return html`<div class="unprinted">${shown}</div>`;
}
