import { type Html, html } from '../../../http/response/html.ts';
import { listRunsBefore, type Run } from '../../../service/roster/runs/runs.ts';
import type { Call } from '../../request/call.ts';
import { figure, strongLink, sub } from '../../view/cells.ts';
import { pageHead } from '../../view/page-head.ts';
import { nextPager, PAGE_SIZE } from '../../view/pager.ts';
import { emptyPanel, listing } from '../../view/panel.ts';
import { type Column, table } from '../../view/table.ts';
import { timeElement } from '../../view/time.ts';
import { actorOf } from '../audit/decisions.ts';
import { definePage } from '../page.ts';
import { importWays } from '../people/no-people.ts';
import { READERS } from '../roles.ts';
import { countsOf, outcomeChip, runSentence } from './run-view.ts';

/** The history of roster syncs, newest first. */
export const syncsPage = definePage({
  path: '/syncs',
  roles: READERS,
  isOfCompany: true,
  nav: {
    label: (t) => t.syncs.title,
    icon: 'sync',
    key: 's',
    group: 'people',
  },
  show: (call) => {
    const { services, company, query } = call;
    const before = query.get('before') ?? '';
    const runs = listRunsBefore(services.db, company.companyId, { before, count: PAGE_SIZE + 1 });
    const { title, lead } = call.t.syncs;
    return {
      title,
      body: html`${pageHead({ title, lead })}
${runs.length === 0 ? noRuns(call, before !== '') : list(call, runs)}`,
    };
  },
});

const noRuns = ({ t, session, href }: Call, isOlder: boolean): Html =>
  emptyPanel({
    ...{ icon: 'sync', text: t.syncs.noneText },
    title: isOlder ? t.syncs.noneOlder : t.syncs.none,
    ways: importWays(t, session.role, href('/roster')),
  });

function list(call: Call, runs: readonly Run[]): Html {
  const { t, now, href, query } = call;
  const { syncs } = t;
  const shown = runs.slice(0, PAGE_SIZE);
  const own = href('/syncs');
  const more = nextPager(t, {
    next: runs.length > PAGE_SIZE ? `${own}?before=${shown.at(-1)?.id}` : undefined,
    first: query.has('before') ? own : undefined,
  });
  const count = (
    head: string,
    of: (counts: NonNullable<ReturnType<typeof countsOf>>) => number | undefined,
  ): Column<Run> => ({
    ...{ head, isNumber: true, shown: 'tablet' },
    cell: ({ result }) => {
      const counts = countsOf(result);
      return figure(t, counts && of(counts));
    },
  });
  const rows = table<Run>({
    ...{ label: syncs.title, rows: shown },
    columns: [
      {
        head: syncs.time,
        cell: (run) =>
          html`${strongLink(href(`/syncs/${run.id}`), timeElement(t, Date.parse(run.started_at), now))}${run.kind === 'sync' ? '' : html` <span class="chip">${syncs.kinds[run.kind]}</span>`}${sub(runSentence(t, run), 'phones')}`,
      },
      { head: syncs.outcome, cell: (run) => outcomeChip(t, run) },
      {
        ...{ head: syncs.by, shown: 'tablet', isMuted: true },
        cell: (run) => actorOf(call, run.actor),
      },
      count(syncs.created, ({ created }) => created),
      count(syncs.updated, ({ updated }) => updated),
      count(syncs.unchanged, ({ unchanged }) => unchanged),
      count(syncs.failed, ({ failed }) => failed),
      count(syncs.deactivated, ({ deactivated }) => deactivated),
    ],
  });
  return listing(rows, more);
}
