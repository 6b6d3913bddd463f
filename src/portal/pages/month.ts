import { notFound } from '../../domain/errors.ts';
import { formatMonth, type Month, monthStart } from '../../domain/period.ts';
import { ROLES } from '../../domain/portal-role.ts';
import { isReconstructed } from '../../domain/standings/due-months.ts';
import { type Html, html } from '../../http/html.ts';
import { LEADERBOARD_CSV_HEAD, type standingsCsv } from '../../service/leaderboard-csv.ts';
import { listDueMonths } from '../../service/months/closed-months.ts';
import { standingsOf } from '../../service/months/show-month.ts';
import { findPlace, standingsPage, type Version } from '../../service/months/standings.ts';
import type * as store from '../../store/closed-months.ts';
import type { Action, Call, Page } from '../page.ts';
import { monthLink, requireMonthOf } from '../parts/closed-month.ts';
import { confirmForm, requireConfirmed } from '../parts/confirm.ts';
import { CSV, csvButton } from '../parts/csv.ts';
import { findPerson } from '../parts/decisions.ts';
import { filterForm, searchOf } from '../parts/filters.ts';
import { countIn, note, Refused, summary } from '../parts/form.ts';
import { count, day, longDay, monthName, number, timeElement } from '../parts/format.ts';
import { nextPager, PAGE_SIZE, placeIn } from '../parts/pager.ts';
import { named } from '../parts/person.ts';
import {
  type ChosenDepartment,
  chosenDepartment,
  foundList,
  searchByName,
  seesEverybody,
  standingFilters,
  standingsTable,
  toStanding,
} from '../parts/standings.ts';
import { EDITORS, mayEdit, READERS } from '../roles.ts';
import { stateChips } from './months.ts';

const PATH = '/months/:id';

const WINNERS = 3;

/** How many people stand before one who was looked for. */
const BEFORE = 10;

/** One month: who won it, everybody's place, its versions, and what can be done about it. */
export const monthPage: Page = {
  path: PATH,
  roles: ROLES,
  isOfCompany: true,
  show: async (call) => {
    const { now, href, services, company } = call;
    const { month, version, versions } = await requireMonthOf(call);
    const name = monthName(monthStart(month), now);
    const board = await services.boards.standing(company.companyId, now);
    return {
      title: name,
      current: '/months',
      body: html`<div class="head"><div><p class="crumb"><a href="${href('/months')}">Closed months</a></p><h1>${name} ${stateChips(version)}</h1>
<p class="lead">${version ? html`Closed on ${longDay(version.closedAt)}, with ${count(version.people, 'person', 'people')}. XP recorded later counts for the month, but not here.` : openText(call, month)}</p></div>${version && seesEverybody(call) ? html`<div class="row"><a class="btn" href="${monthLink(call, version, {}, '/compare')}">Compare with today</a>${csvButton(monthLink(call, version, { department: chosenDepartment(call) }, '/standings.csv'))}</div>` : ''}</div>
<div class="stack">${summary('Nothing was changed.', call.refusal)}${version ? about(version) : ''}
${version ? await standings(call, version) : ''}${seesEverybody(call) ? versionList(call, versions) : ''}${decisions(call, month, versions, board.size)}</div>`,
    };
  },
};

function openText({ services, company, now }: Call, month: Month): string {
  const { companyId } = company;
  return listDueMonths(services.db, companyId, { now, graceMs: 0 }).includes(month)
    ? 'The month has ended. The service closes it by itself a few days later, so that late XP still counts.'
    : 'People have XP in this month, but nobody had joined before its end. The service leaves it open.';
}

/** The standings of a month as a file. */
export const monthFile: Page = {
  path: `${PATH}/standings.csv`,
  roles: READERS,
  isOfCompany: true,
  type: CSV,
  show: async (call) => {
    const { version } = await requireMonthOf(call);
    if (!version) throw notFound('This month is not closed');
    const departments = numbersOf(chosenDepartment(call));
    const key = { companyId: call.company.companyId, ...version };
    const { ranker } = call.services;
    return {
      file: `leaderboard-${formatMonth(version.month)}${version.reopenedAt === null ? '' : `-version-${version.version}`}.csv`,
      chunks: (async function* () {
        yield LEADERBOARD_CSV_HEAD;
        for (let after: number | null = 0; after !== null; ) {
          const part: ReturnType<typeof standingsCsv> = await ranker.standingsCsv({
            ...{ version: key, departments, after },
          });
          yield part.text;
          after = part.nextAfter;
        }
      })(),
    };
  },
};

type MonthVersion = Version & { month: Month };

const numbersOf = (department: ChosenDepartment | undefined): number[] | null =>
  department ? [...department.numbers] : null;

function about({ month, closedAt, reopenedAt, version }: store.ClosedMonthRow): Html {
  const reconstructed = isReconstructed(month, closedAt)
    ? note(
        'warn',
        html`<b>Reconstructed.</b> The month was closed more than 14 days after its end. Its XP is right; departments, levels and who was active are those of ${day(closedAt)}.`,
      )
    : '';
  const old =
    reopenedAt === null
      ? ''
      : note(
          'warn',
          html`<b>Version ${version} is not in force.</b> The month was reopened on ${day(reopenedAt)}.`,
        );
  return html`${reconstructed}${old}`;
}

async function standings(call: Call, row: store.ClosedMonthRow): Promise<Html> {
  const { services, company, query, href } = call;
  const { db } = services;
  const version = { companyId: company.companyId, ...row };
  const department = chosenDepartment(call);
  const departments = numbersOf(department);
  const search = searchOf(query).trim();
  const top = standingsOf(db, version, { departments, top: WINNERS }).filter(({ xp }) => xp > 0);
  const hidden: Record<string, string> = query.has('version')
    ? { version: String(row.version) }
    : {};
  const filters = filterForm(
    href(`/months/${formatMonth(row.month)}`),
    standingFilters(call, department?.id),
    hidden,
  );
  const winners = html`<ol class="tiles" aria-label="Winners">${top.map((one) => html`<li><span class="small muted">${number(one.rank)}</span><p class="strong">${named({ name: one.name, email: null })}</p><p class="tiny muted">${one.department?.name ?? ''}</p><p class="num">${number(one.xp)} XP</p></li>`)}</ol>`;
  return html`${top.length === 0 ? '' : winners}${filters}${
    search === ''
      ? standingsPanel(call, version, department)
      : await found(call, version, { search, department })
  }`;
}

function standingsPanel(
  call: Call,
  version: MonthVersion,
  department: ChosenDepartment | undefined,
): Html {
  const { services, query } = call;
  const person = query.get('person') ?? '';
  const rank = person === '' ? undefined : placeOf(call, version, person);
  const after =
    rank === undefined ? (placeIn(query, 'after') ?? 0) : Math.max(0, rank - 1 - BEFORE);
  const { rows, nextAfter } = standingsPage(services.db, version, {
    ...{ departments: numbersOf(department), after, limit: PAGE_SIZE },
  });
  if (rows.length === 0) {
    return html`<section class="panel empty"><h2>Nobody is here</h2><p>${department ? html`Nobody was in ${department.name} or below when the month was closed, and is active now.` : 'Nobody of this month is active now.'}</p><p class="row"><a class="btn" href="${monthLink(call, version, {})}">Whole company</a></p></section>`;
  }
  return html`<section class="panel">${standingsTable(
    call,
    rows.map((row) => toStanding(JSON.parse(row))),
    { label: 'Standings', found: person },
  )}${nextPager({
    next:
      nextAfter === null
        ? undefined
        : monthLink(call, version, { department, more: `after=${nextAfter}` }),
    first: after === 0 ? undefined : monthLink(call, version, { department }),
    note: 'People who are not active any more are left out.',
  })}</section>`;
}

function placeOf({ services, company, session }: Call, version: MonthVersion, person: string) {
  const id = person === 'me' ? session.employeeId : person;
  const row = id === null ? undefined : findPerson(services.db, company.companyId, id);
  return row && findPlace(services.db, version, row.number)?.rank;
}

async function found(
  call: Call,
  version: MonthVersion,
  { search, department }: { search: string; department: ChosenDepartment | undefined },
): Promise<Html> {
  const { db } = call.services;
  const numbers = await searchByName(call, search, undefined);
  const ranks = numbers
    .flatMap((one) => findPlace(db, version, one) ?? [])
    .filter((one) => !department || department.numbers.has(one.departmentNumber))
    .map(({ rank }) => rank)
    .sort((a, b) => a - b);
  const rows = ranks.flatMap((rank) =>
    standingsPage(db, version, { departments: null, after: rank - 1, limit: 1 }).rows.map((row) =>
      toStanding(JSON.parse(row)),
    ),
  );
  return foundList(rows, {
    ...{ search, department },
    link: (more) => monthLink(call, version, { department, more }),
  });
}

function versionList(call: Call, versions: readonly store.ClosedMonthRow[]): Html {
  const { now, href } = call;
  if (versions.length < 2) return html``;
  const rows = versions.map((one) => {
    const base = `${href(`/months/${formatMonth(one.month)}`)}`;
    return html`<tr><td><a class="strong whole" href="${base}?version=${one.version}">Version ${one.version}</a></td><td>${stateChips({ ...one, version: 1 })}</td><td class="opt muted">${timeElement(one.closedAt, now)}</td><td class="opt muted">${one.reopenedAt === null ? '' : timeElement(one.reopenedAt, now)}</td><td class="n opt">${number(one.people)}</td><td class="n"><a href="${base}/compare?version=${one.version}">Compare<span class="vh"> version ${one.version} with today</span></a></td></tr>
`;
  });
  return html`<section class="panel" aria-labelledby="versions"><header><h2 id="versions">Versions</h2></header><table aria-labelledby="versions"><thead><tr><th scope="col">Version</th><th scope="col">State</th><th scope="col" class="opt">Closed</th><th scope="col" class="opt">Reopened</th><th scope="col" class="n opt">People</th><th scope="col"><span class="vh">Comparison</span></th></tr></thead><tbody>
${rows}</tbody></table></section>`;
}

function decisions(
  call: Call,
  month: Month,
  versions: readonly store.ClosedMonthRow[],
  people: number,
): Html {
  const { session, href, refusal } = call;
  if (!mayEdit(session.role)) return html``;
  const base = href(`/months/${formatMonth(month)}`);
  const inForce = versions.find(({ reopenedAt }) => reopenedAt === null);
  if (inForce) {
    return html`<section class="panel danger"><header><h2>Reopen the month</h2></header><div class="pad small"><p class="muted">The standings are gone, here and from the API, until the month is closed again: by you, or by the service a few days later. Version ${inForce.version} stays on record.</p>
${confirmForm({ action: `${base}/reopen`, name: 'reopen', people: inForce.people, button: 'Reopen the month', fields: { version: String(inForce.version) } }, refusal)}</div></section>`;
  }
  return html`<section class="panel"><header><h2>Close the month now</h2></header><div class="pad small"><p class="muted">Ranks, XP, levels and departments of everybody who is active are kept and do not change any more.</p>
${confirmForm({ action: `${base}/close`, name: 'close', people, button: 'Close the month' }, refusal)}</div></section>`;
}

export const monthActions: readonly Action[] = [
  {
    path: `${PATH}/close`,
    roles: EDITORS,
    page: monthPage,
    submit: async (call, form) => {
      const { services, company, now, href } = call;
      const board = await services.boards.standing(company.companyId, now);
      const { month } = await requireMonthOf(call);
      requireConfirmed(form, 'close', board.size);
      const closed = await call.change('closeMonth', { month });
      return {
        to: href(`/months/${closed.month}`),
        done: html`<b>${monthName(monthStart(month), now)} is closed,</b> with ${count(closed.people, 'person', 'people')}.`,
      };
    },
  },
  {
    path: `${PATH}/reopen`,
    roles: EDITORS,
    page: monthPage,
    submit: async (call, form) => {
      const { now, href } = call;
      const { month, versions } = await requireMonthOf(call);
      const sent = countIn(form, 'version');
      const version = versions.find((one) => one.version === sent);
      if (!version) throw new Refused('The month has another version now. Look at it first.');
      requireConfirmed(form, 'reopen', version.people);
      const reopened = await call.change('reopenMonth', { month, version: version.version });
      return {
        to: href(`/months/${reopened.month}`),
        done: html`<b>${monthName(monthStart(month), now)} is reopened.</b> Version ${reopened.version} stays on record.`,
      };
    },
  },
];
