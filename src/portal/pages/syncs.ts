import { type Html, html } from '../../http/html.ts';
import { listRunsBefore, type Run } from '../../service/roster/runs.ts';
import type { Call, Page } from '../page.ts';
import { actorOf } from '../parts/decisions.ts';
import { number, timeElement } from '../parts/format.ts';
import { icon } from '../parts/icons.ts';
import { importWays } from '../parts/no-people.ts';
import { nextPager, PAGE_SIZE } from '../parts/pager.ts';
import { countsOf, outcomeChip, runSentence } from '../parts/runs.ts';
import { READERS } from '../roles.ts';

const KINDS = { sync: '', revert: 'revert', approval: 'approval' } as const;

/** The history of roster syncs, newest first. */
export const syncsPage: Page = {
  path: '/syncs',
  roles: READERS,
  isOfCompany: true,
  show: (call) => {
    const { services, company, query } = call;
    const before = query.get('before') ?? '';
    const runs = listRunsBefore(services.db, company.companyId, { before, count: PAGE_SIZE + 1 });
    return {
      title: 'Syncs',
      body: html`<div class="head"><div><h1>Syncs</h1><p class="lead">Every roster that came in, what it changed, and what was done about it.</p></div></div>
${runs.length === 0 ? noRuns(call, before !== '') : table(call, runs)}`,
    };
  },
};

const noRuns = (
  { session, href }: Call,
  isOlder: boolean,
): Html => html`<section class="panel empty">${icon('sync', 40)}<h2>${isOlder ? 'No older syncs' : 'No roster has come in yet'}</h2>
<p>A roster comes from a file that you upload, or from your HR system directly. Each one then stands here and can be reverted.</p>
${importWays(session.role, href('/roster'))}</section>`;

function table(call: Call, runs: readonly Run[]): Html {
  const shown = runs.slice(0, PAGE_SIZE);
  const own = call.href('/syncs');
  const more = nextPager({
    next: runs.length > PAGE_SIZE ? `${own}?before=${shown.at(-1)?.id}` : undefined,
    first: call.query.has('before') ? own : undefined,
  });
  return html`<section class="panel"><table aria-label="Syncs"><thead><tr><th scope="col">Time</th><th scope="col">Outcome</th><th scope="col" class="opt">By</th><th scope="col" class="n opt">Created</th><th scope="col" class="n opt">Updated</th><th scope="col" class="n opt">Unchanged</th><th scope="col" class="n opt">Failed</th><th scope="col" class="n opt">Deactivated</th></tr></thead><tbody>
${shown.map((run) => row(call, run))}</tbody></table>${more}</section>`;
}

function row(call: Call, run: Run): Html {
  const counts = countsOf(run.result);
  const cell = (value: number | undefined) =>
    html`<td class="n opt${value === 0 ? ' muted' : ''}">${value === undefined ? '–' : number(value)}</td>`;
  const kind = KINDS[run.kind];
  return html`<tr><td><a class="strong" href="${call.href(`/syncs/${run.id}`)}">${timeElement(Date.parse(run.started_at), call.now)}</a>${kind === '' ? '' : html` <span class="chip">${kind}</span>`}<span class="nar sub">${runSentence(run)}</span></td>
<td>${outcomeChip(run)}</td><td class="opt muted">${actorOf(call, run.actor)}</td>
${cell(counts?.created)}${cell(counts?.updated)}${cell(counts?.unchanged)}${cell(counts?.failed)}${cell(counts?.deactivated)}</tr>
`;
}
