import { type Prize, stateOf, type Ties } from '../../domain/contest.ts';
import { notFound } from '../../domain/errors.ts';
import { isUuid } from '../../domain/id.ts';
import { ROLES } from '../../domain/portal-role.ts';
import { type ContestRanking, rankingOf } from '../../http/contest-ranking.ts';
import { type Html, html } from '../../http/html.ts';
import {
  departmentNumbersOf,
  prizesOf,
  rulesOf,
  withheldOf,
} from '../../service/contests/contests.ts';
import { departmentsByNumber } from '../../service/departments.ts';
import { contestCsv } from '../../service/leaderboard-csv.ts';
import type { ContestRow } from '../../store/contests.ts';
import * as contests from '../../store/contests.ts';
import type { Action, Call, Page } from '../page.ts';
import { requireTyped, typedForm } from '../parts/confirm.ts';
import { contestFields, readContest } from '../parts/contest-form.ts';
import { daysOf, prizeNames, rankWords, stateChip, TIES_IN_WORDS } from '../parts/contests.ts';
import { CSV, csvButton } from '../parts/csv.ts';
import { findPerson } from '../parts/decisions.ts';
import { buttonForm, note, summary } from '../parts/form.ts';
import { clock, count, number, timeElement } from '../parts/format.ts';
import { icon } from '../parts/icons.ts';
import { nextPager, PAGE_SIZE, placeIn } from '../parts/pager.ts';
import { named } from '../parts/person.ts';
import { seesEverybody, standingsTable, toStanding } from '../parts/standings.ts';
import { EDITORS, mayEdit, READERS } from '../roles.ts';

const PATH = '/contests/:id';

/** One contest: its prizes, who is first, and what can be done about it. */
export const contestPage: Page = {
  path: PATH,
  roles: ROLES,
  isOfCompany: true,
  show: async (call) => {
    const { href, now, services, company, session } = call;
    const row = requireContestOf(call);
    const ranking = await rankingOf(services, { companyId: company.companyId, now }, row);
    const state = stateOf(row, now);
    const csv =
      ranking.size > 0 && seesEverybody(call)
        ? csvButton(href(`/contests/${row.id}/standings.csv`))
        : '';
    return {
      title: row.name,
      current: '/contests',
      body: html`<div class="head"><div><p class="crumb"><a href="${href('/contests')}">Contests</a></p><h1>${row.name} ${stateChip(state)}</h1>
<p class="lead">${daysOf(row)}, UTC. ${participants(call, row)}. ${explained(call, row, ranking)}</p></div>${csv}</div>
<div class="stack">${summary('Nothing was changed.', call.refusal)}${ownPlace(call, row, ranking)}
<div class="cols"><div class="stack">${standings(call, row, ranking)}</div>
<div class="stack">${prizesPanel(call, row, ranking)}${mayEdit(session.role) ? decisions(call, row, ranking) : ''}</div></div></div>`,
    };
  },
};

/** The ranking of a contest as a file. */
export const contestFile: Page = {
  path: `${PATH}/standings.csv`,
  roles: READERS,
  isOfCompany: true,
  type: CSV,
  show: async (call) => {
    const { services, company, now } = call;
    const row = requireContestOf(call);
    const ranking = await rankingOf(services, { companyId: company.companyId, now }, row);
    const chunks = contestCsv({
      page: async (options) => services.db.complete(() => ranking.page(options)),
    });
    return { file: `contest-${row.id}.csv`, chunks };
  },
};

/** @throws EngagedError `not_found` */
function requireContestOf({ services, company, params: { id } }: Call): ContestRow {
  const { companyId } = company;
  const row = isUuid(id) ? services.db.one(contests.findById, { companyId, id }) : undefined;
  if (row) return row;
  throw notFound('There is no such contest');
}

function participants({ services, company }: Call, row: ContestRow): Html {
  const numbers = departmentNumbersOf(row);
  if (numbers.length === 0) return html`Everybody takes part`;
  const byNumber = departmentsByNumber(services.db, company.companyId);
  return html`${numbers.flatMap((one) => byNumber.get(one)?.name ?? []).join(', ')} and below`;
}

function explained({ now }: Call, row: ContestRow, { size, rankedAt }: ContestRanking): Html {
  const people = count(size, 'person has', 'people have');
  switch (stateOf(row, now)) {
    case 'upcoming':
      return html`It has not started.`;
    case 'running':
      return html`${people} XP in it, as of ${clock(rankedAt ?? now)}.`;
    case 'ended':
      return html`It has ended, with ${count(size, 'person', 'people')} so far. The service closes it by itself a few days later, so that late XP still counts.`;
    case 'closed':
      return html`Closed ${timeElement(row.closedAt ?? 0, now)} with ${count(size, 'person', 'people')}. XP recorded later does not change it.`;
    case 'cancelled':
      return html`It was cancelled and grants nothing.`;
  }
}

function ownPlace(
  { services, company, session }: Call,
  row: ContestRow,
  ranking: ContestRanking,
): Html {
  const id = company.isSandbox ? null : session.employeeId;
  const me = id === null ? undefined : findPerson(services.db, company.companyId, id);
  const place = me && ranking.placeOf(me.number);
  if (!place) return html``;
  return note(
    'ok',
    html`${row.closedAt === null ? 'Your place' : 'Your place was'}: <b class="num">rank ${number(place.rank)}</b> with ${number(place.xp)} XP.`,
  );
}

function standings(call: Call, row: ContestRow, ranking: ContestRanking): Html {
  const { query, href } = call;
  const after = placeIn(query, 'after') ?? 0;
  const { rows, nextAfter } = ranking.page({ departments: null, after, limit: PAGE_SIZE });
  const own = href(`/contests/${row.id}`);
  if (rows.length === 0) {
    return html`<section class="panel empty">${icon('medal', 40)}<h2>Nobody ranks here</h2><p>${row.cancelledAt === null ? 'Everybody who earns XP on the days of the contest stands here.' : 'A cancelled contest has no ranking.'}</p>${after === 0 ? '' : html`<p class="row"><a class="btn" href="${own}">Back to the beginning</a></p>`}</section>`;
  }
  return html`<section class="panel">${standingsTable(
    call,
    rows.map((text) => toStanding(JSON.parse(text))),
    { label: 'Ranking' },
  )}${nextPager({
    next: nextAfter === null ? undefined : `${own}?after=${nextAfter}`,
    first: after === 0 ? undefined : own,
    note: TIES_IN_WORDS[row.ties as Ties],
  })}</section>`;
}

/** Most winners of a prize that are named beside it. */
const MOST_NAMED = 3;

/** Who has the ranks of a prize. */
function winnersOf({ page }: ContestRanking, { first_rank, last_rank }: Prize): Html {
  // Ranks before the first one of the prize may lie here where places are shared.
  const { rows } = page({ departments: null, after: first_rank - 1, limit: PAGE_SIZE });
  const people = rows.map((row) => toStanding(JSON.parse(row)));
  return html`${people
    .filter(({ rank }) => first_rank <= rank && rank <= last_rank)
    .slice(0, MOST_NAMED)
    .map((one) => html`<span class="sub">${named({ name: one.name, email: null })}</span>`)}`;
}

function prizesPanel(call: Call, row: ContestRow, ranking: ContestRanking): Html {
  const nameOf = prizeNames(call);
  const prizes = prizesOf(row);
  const withheld = seesEverybody(call) ? withheldOf(row) : [];
  const lines = prizes.map(
    (
      prize,
    ) => html`<li><span class="d">${rankWords(prize)}</span><span class="grow"><span class="strong">${nameOf(prize)}</span>${row.closedAt === null ? '' : winnersOf(ranking, prize)}</span></li>
`,
  );
  const refused =
    withheld.length === 0
      ? ''
      : html`<div class="pad small"><h3>Not granted</h3><ul>${withheld.slice(0, PAGE_SIZE).map((one) => html`<li>Rank ${one.rank}, ${nameOf(one)}: ${one.reason}</li>`)}</ul>${withheld.length > PAGE_SIZE ? html`<p class="muted">And ${number(withheld.length - PAGE_SIZE)} more.</p>` : ''}</div>`;
  return html`<section class="panel" aria-labelledby="prizes"><header><h2 id="prizes">Prizes</h2></header>${
    prizes.length === 0
      ? html`<p class="pad muted">None.</p>`
      : html`<ul class="list">
${lines}</ul>`
  }${refused}</section>`;
}

function decisions(call: Call, row: ContestRow, ranking: ContestRanking): Html {
  const { services, company, href, now, refusal } = call;
  const state = stateOf(row, now);
  if (state === 'closed' || state === 'cancelled') return html``;
  const base = href(`/contests/${row.id}`);
  const own = (path: string) => (refusal?.action.endsWith(path) ? refusal : undefined);
  const rules = rulesOf(services.db, company.companyId, row);
  const change = html`<section class="panel" aria-labelledby="change"><header><h2 id="change">Change</h2></header><div class="pad"><form method="post" action="${base}/change"><input type="hidden" name="was" value="${JSON.stringify(rules)}">
${contestFields(call, { rules, isFixed: state !== 'upcoming' }, own('/change'))}<p class="field"><button class="btn">Save</button></p></form></div></section>`;
  const close = html`<section class="panel" aria-labelledby="close"><header><h2 id="close">Close it now</h2></header><div class="pad small"><p class="muted">The ranking of ${count(ranking.size, 'person', 'people')} is kept and the prizes are granted. This cannot be undone.</p>${buttonForm(`${base}/close`, 'Close and grant prizes', { className: 'pri' })}</div></section>`;
  const cancel = html`<section class="panel danger" aria-labelledby="cancel"><header><h2 id="cancel">Cancel</h2></header><div class="pad small"><p class="muted">The contest then grants nothing and cannot be opened again. ${count(ranking.size, 'person has', 'people have')} XP in it.</p>${typedForm({ action: `${base}/cancel`, name: 'typed', what: 'its name', typed: row.name, button: 'Cancel the contest' }, own('/cancel'))}</div></section>`;
  return html`${state === 'ended' ? close : change}${cancel}`;
}

const action = (
  path: string,
  submit: (call: Call, row: ContestRow, form: URLSearchParams) => Promise<Html>,
): Action => ({
  path: `${PATH}${path}`,
  roles: EDITORS,
  page: contestPage,
  submit: async (call, form) => {
    const row = requireContestOf(call);
    const done = await submit(call, row, form);
    return { to: call.href(`/contests/${row.id}`), done };
  },
});

export const contestActions: readonly Action[] = [
  action('/change', async (call, row, form) => {
    const { services, company } = call;
    const rules = readContest(form, rulesOf(services.db, company.companyId, row));
    const input = { ...rules, contest: row.id, was: form.get('was') ?? '' };
    const { name } = await call.change('changeContest', input);
    return html`<b>${name} is changed.</b>`;
  }),
  action('/close', async (call, row) => {
    const closed = await call.change('closeContest', { contest: row.id });
    const { name, people, prizes_granted } = closed;
    return html`<b>${name} is closed</b> with ${count(people ?? 0, 'person', 'people')}, and ${count(prizes_granted, 'prize', 'prizes')} granted.`;
  }),
  action('/cancel', async (call, row, form) => {
    requireTyped(form, 'typed', row.name);
    const { name } = await call.change('cancelContest', { contest: row.id });
    return html`<b>${name} is cancelled.</b> It grants nothing.`;
  }),
];
