import { UNITS } from '../../../domain/report-period.ts';
import { type Html, html } from '../../../http/response/html.ts';
import { privacyOf } from '../../../service/company/privacy.ts';
import { filterForm } from '../../forms/filters.ts';
import { defineForm } from '../../forms/form.ts';
import { hidden, optional, pick } from '../../forms/kinds.ts';
import { readFilter } from '../../forms/read-form.ts';
import type { Call } from '../../request/call.ts';
import { fileLinks } from '../../view/file-links.ts';
import { pageHead } from '../../view/page-head.ts';
import { emptyPanel } from '../../view/panel.ts';
import { tabs } from '../../view/table.ts';
import { treeChoices } from '../departments/department-choices.ts';
import { definePage } from '../page.ts';
import { mayEdit, SEES_PEOPLE, seesPeople } from '../roles.ts';
import { coinsPanel, participationPanel } from './charts.ts';
import { departmentsPanel, givenPanel, withoutPanel } from './groups.ts';
import { figures, inWords } from './in-words.ts';
import {
  GIVEN_BY,
  RANGES,
  type Report,
  readDetails,
  readReport,
  type Scope,
  scopeOf,
} from './report.ts';

const PATH = '/insights';

/** Whether people take part: of the company, or of a department with those below it; a manager sees their own. */
export const insightsPage = definePage({
  path: PATH,
  roles: SEES_PEOPLE,
  isOfCompany: true,
  nav: {
    label: (t) => t.insights.title,
    icon: 'chart',
    key: 'f',
  },
  show: async (call) => {
    const { insights } = call.t;
    const scope = askedFor(call);
    if (!scope) {
      const { noDepartment, noDepartmentText } = insights;
      const nothing = emptyPanel({ icon: 'chart', title: noDepartment, text: noDepartmentText });
      return {
        title: insights.title,
        body: html`${pageHead({ title: insights.title })}
${nothing}`,
      };
    }
    const report = await readReport(call, scope);
    return {
      title: insights.title,
      body: html`${headOf(call, report)}
${filtersOf(call, scope)}
<div class="stack insights">${await contentOf(call, report)}</div>`,
    };
  },
});

const filterFields = defineForm({
  ...{ id: 'filters', layout: 'bar' },
  fields: { by: hidden(), months: hidden(), given: hidden(), department: optional(pick()) },
  texts: ({ insights }) => ({
    button: insights.show,
    fields: { department: insights.department },
  }),
});

/** What an address asks for and its reader may see. */
export const askedFor = (call: Call): Scope | undefined => {
  const { by, months, given, department } = readFilter(filterFields, call.query);
  const unit = UNITS.find((one) => one === by);
  const range = RANGES.find((one) => String(one) === months);
  const way = GIVEN_BY.find((one) => one === given);
  const ways = {
    ...(unit && { by: unit }),
    ...(range && { months: range }),
    ...(way && { given: way }),
  };
  return scopeOf(call, { ...ways, department: department ?? null });
};

/** The address of the same report. @param part a further part of the query */
function link(
  { href }: Call,
  { unit, months, given, department }: Scope,
  part: string,
  path: string = PATH,
): string {
  const query = new URLSearchParams({
    ...(unit !== 'month' && { by: unit }),
    ...(months !== 12 && { months: String(months) }),
    ...(given !== 'reason' && { given }),
    ...(department && { department: department.id }),
  }).toString();
  const parts = [query, part].filter((one) => one !== '').join('&');
  return href(path) + (parts === '' ? '' : `?${parts}`);
}

function headOf(call: Call, report: Report): Html {
  const { t, company } = call;
  const { insights } = t;
  const { department, periods } = report;
  const [first, last] = [periods[0], periods.at(-1)];
  const has = {
    ...{ company: company.name, from: first?.name ?? '', to: last?.name ?? '' },
    count: last?.active_people ?? 0,
  };
  return pageHead({
    title: insights.title,
    lead: department
      ? insights.leadOf({ department: department.name, ...has })
      : insights.lead(has),
    tools: filesOf(call, report, PATH),
  });
}

const filesOf = (call: Call, scope: Scope, path: string): Html =>
  html`<span class="row unprinted">${fileLinks(call.t, (file) => link(call, scope, '', file), path)}</span>`;

function filtersOf(call: Call, scope: Scope): Html {
  const { t, href, session } = call;
  const { insights } = t;
  const { unit, months, given, department, choices } = scope;
  const ranges = RANGES.map((one) => ({
    href: link(call, { ...scope, months: one }, ''),
    label: insights.rangeOf({ months: one }),
    isCurrent: one === months,
  }));
  const units = UNITS.map((one) => ({
    href: link(call, { ...scope, unit: one }, ''),
    label: insights.units[one],
    isCurrent: one === unit,
  }));
  const above = html`${tabs(insights.range, ranges)}${tabs(insights.by, units)}`;
  const all = session.role === 'manager' ? insights.ownDepartment : insights.wholeCompany;
  return filterForm(t, filterFields, {
    ...{ action: href(PATH), above },
    left: [
      ...(unit === 'month' ? (['by'] as const) : []),
      ...(months === 12 ? (['months'] as const) : []),
      ...(given === 'reason' ? (['given'] as const) : []),
    ],
    values: { by: unit, months: String(months), given, department: department?.id ?? null },
    options: { department: treeChoices(all, choices) },
  });
}

async function contentOf(call: Call, report: Report): Promise<Html> {
  const { insights } = call.t;
  const { about, periods } = report;
  const isHidden = about.active_people > 0 && about.participation === null;
  if (isHidden) {
    const { smallestGroup: count } = call.services.db.do(privacyOf(call.company.companyId));
    const title = insights.tooSmall({ count });
    return emptyPanel({ icon: 'chart', title, text: insights.tooSmallText });
  }
  if (periods.every(({ participants }) => !participants)) return nobody(call, report);
  const details = await readDetails(call, report);
  const linkTo = (part: string) => link(call, report, part);
  return html`${inWords(call, report, details)}
${figures(call, report)}
<div class="cols even">${participationPanel(call, report)}
${coinsPanel(call, report)}</div>
${givenPanel(call, report, { details, ways: waysOf(call, report) })}
${departmentsPanel(call, report, { details, link: linkTo, files: filesOf(call, report, `${PATH}/departments`) })}
${withoutPanel(call, { details, link: linkTo, files: filesOf(call, report, `${PATH}/without`) })}`;
}

/** The ways in which what was given is listed, and its files. */
function waysOf(call: Call, report: Report): Html {
  const { insights } = call.t;
  const links = GIVEN_BY.map((given) => ({
    href: `${link(call, { ...report, given }, '')}#given`,
    label: insights.ways[given],
    isCurrent: given === report.given,
  }));
  return html`<span class="row unprinted">${tabs(insights.given, links)}${filesOf(call, report, `${PATH}/given`)}</span>`;
}

/** Nobody has taken part: what leads there. */
function nobody(call: Call, { about }: Report): Html {
  const { t, href, session } = call;
  const { insights } = t;
  const links = mayEdit(session.role)
    ? [
        { href: href('/given/new'), label: insights.giveToMany },
        { href: href('/invitations'), label: insights.invite },
      ]
    : [
        ...(seesPeople(call) ? [{ href: href('/people'), label: insights.seePeople }] : []),
        { href: href('/leaderboards'), label: insights.seeLeaderboard },
      ];
  const text = insights.nobodyText({ count: about.active_people });
  return emptyPanel({ icon: 'chart', title: insights.nobody, text, links });
}
