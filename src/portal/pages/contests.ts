import { stateOf } from '../../domain/contest.ts';
import { ROLES } from '../../domain/portal-role.ts';
import { type Html, html } from '../../http/html.ts';
import { prizesOf } from '../../service/contests/contests.ts';
import type { ContestRow } from '../../store/contests.ts';
import * as contests from '../../store/contests.ts';
import type { Call, Page } from '../page.ts';
import { daysOf, prizeNames, stateChip } from '../parts/contests.ts';
import { number } from '../parts/format.ts';
import { icon } from '../parts/icons.ts';
import { nextPager, PAGE_SIZE, placeIn } from '../parts/pager.ts';
import { mayEdit } from '../roles.ts';

const PATH = '/contests';

/** All contests, the newest first. */
export const contestsPage: Page = {
  path: PATH,
  roles: ROLES,
  isOfCompany: true,
  show: (call) => {
    const { services, company, query, href, session } = call;
    const before = placeIn(query) ?? Number.MAX_SAFE_INTEGER;
    const list = { companyId: company.companyId, before, count: PAGE_SIZE + 1 };
    const rows = services.db.all(contests.list, list);
    const isEditor = mayEdit(session.role);
    return {
      title: 'Contests',
      body: html`<div class="head"><div><h1>Contests</h1><p class="lead">Who earns the most XP on some days, with prizes for the first ranks.</p></div>${isEditor ? html`<div class="row"><a class="btn pri" href="${href(`${PATH}/new`)}">New contest</a></div>` : ''}</div>
${rows.length === 0 ? nothing(isEditor) : table(call, rows)}`,
    };
  },
};

const nothing = (isEditor: boolean): Html =>
  html`<section class="panel empty">${icon('medal', 40)}<h2>No contests yet</h2>${isEditor ? html`<p>Choose the days, who takes part, and the prizes. A few days after the end the service keeps the ranking and grants the prizes by itself.</p><code class="command" tabindex="0">engaged contest create --help</code>` : html`<p>When there is one, it stands here with its ranking.</p>`}</section>`;

function table(call: Call, rows: readonly ContestRow[]): Html {
  const { href, now } = call;
  const shown = rows.slice(0, PAGE_SIZE);
  const nameOf = prizeNames(call);
  const lines = shown.map((row) => {
    const prizes = [...new Set(prizesOf(row).map(nameOf))].join(', ');
    return html`<tr><td><a class="strong" href="${href(`${PATH}/${row.id}`)}">${row.name}</a><span class="sub nar">${daysOf(row)}</span></td><td>${stateChip(stateOf(row, now))}</td><td class="opt muted">${daysOf(row)}</td><td class="opt">${prizes || '–'}</td><td class="n opt">${row.people === null ? '–' : number(row.people)}</td></tr>
`;
  });
  const own = href(PATH);
  const more = nextPager({
    next: rows.length > PAGE_SIZE ? `${own}?before=${shown.at(-1)?.entry ?? 0}` : undefined,
    first: call.query.has('before') ? own : undefined,
  });
  return html`<section class="panel"><table aria-label="Contests"><thead><tr><th scope="col">Name</th><th scope="col">State</th><th scope="col" class="opt">Days</th><th scope="col" class="opt">Prizes</th><th scope="col" class="n opt">People</th></tr></thead><tbody>
${lines}</tbody></table>${more}</section>`;
}
