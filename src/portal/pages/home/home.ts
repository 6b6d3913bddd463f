import type { Board } from '../../../domain/board/board.ts';
import { DAY_MS } from '../../../domain/duration.ts';
import { ROLES } from '../../../domain/portal-role.ts';
import { type Html, html } from '../../../http/response/html.ts';
import type { AuditEntry } from '../../../service/audit/audit.ts';
import { listWaiting } from '../../../service/company/waiting.ts';
import { listRuns, type Run } from '../../../service/roster/runs/runs.ts';
import * as lastJobs from '../../../store/operations/last-jobs.ts';
import { isPostgresAddress } from '../../../store/postgres/address.ts';
import type { Call } from '../../request/call.ts';
import { linesOf } from '../../view/cells.ts';
import { icon } from '../../view/icons.ts';
import { pageHead } from '../../view/page-head.ts';
import { explained, facts, listing, panel } from '../../view/panel.ts';
import { stat, stats } from '../../view/stats.ts';
import { timeElement } from '../../view/time.ts';
import { waitingInWords } from '../../view/waiting.ts';
import { actorOf, describeDecision, listDecisions } from '../audit/decisions.ts';
import { totalsOf } from '../boards/board-view.ts';
import { definePage } from '../page.ts';
import { nobodyActive } from '../people/no-people.ts';
import { READERS, seesPeople } from '../roles.ts';
import { runSentence } from '../roster/run-view.ts';

/** How many of the latest decisions and runs are shown. */
const LATEST = 8;

/** A backup older than this is worth a warning. */
const BACKUP_DAYS = 7;

/** Where a sign-in leads: what waits for a decision, what happened lately, and health. */
export const homePage = definePage({
  path: '',
  roles: ROLES,
  isOfCompany: true,
  nav: {
    label: (t) => t.home.title,
    icon: 'home',
    key: 'h',
    roles: READERS,
  },
  show: async (call) => {
    const { t, session, services, company, now } = call;
    if (session.role === 'manager')
      return { to: seesPeople(call) ? '/portal/people' : '/portal/insights' };
    if (session.role === 'none') return { to: '/portal/me' };
    const board = await services.boards.ranking(company.companyId, 'this_month', now);
    const runs = listRuns(services.db, company.companyId, LATEST);
    const decisions = await listDecisions(call, { omitSignIns: true, count: 4 * LATEST });
    return {
      title: t.home.title,
      body: html`${pageHead({ title: t.home.title, lead: t.home.lead({ day: t.format.longDay(now), count: board.size }) })}
<div class="stack">${board.size === 0 ? await nobodyActive(call) : ''}
${waitingPanel(call)}
${board.size === 0 ? '' : statsPanel(call, board)}
<div class="cols">${latestPanel(call, runs, decisions)}${healthPanel(call, runs)}</div></div>`,
    };
  },
});

function waitingPanel(call: Call): Html {
  const { t, now, href, services, company } = call;
  const { home } = t;
  const items = listWaiting(services.db, company.companyId, now);
  if (items.length === 0) {
    return listing(html`<header><h2>${home.nothingWaits}</h2>${icon('check')}</header>`);
  }
  const rows = items
    .map((one) => waitingInWords(t, one, now))
    .map(
      ({ path, label, ...item }) =>
        html`<li><span class="tile${item.isBad ? ' bad' : ''}">${icon(item.icon)}</span><div class="grow"><p class="strong">${item.title}</p>${explained(item.text)}</div><span class="small muted num">${item.time}</span><a class="btn s" href="${href(path)}">${label}</a></li>
`,
    );
  const beside = html`<span class="count">${items.length}</span>`;
  return panel({ id: 'waiting', title: home.waiting, beside, isFull: true }, linesOf(rows));
}

function statsPanel({ t, now }: Call, board: Board): Html {
  const { home } = t;
  const { xp, withXp } = totalsOf(board, null);
  const best = board.page(0, 1)[0]?.xp ?? 0;
  const month = t.format.month(now, now);
  return stats(t, [
    stat(home.xpIn({ month }), xp),
    stat(home.withXpIn({ month }), withXp, { more: home.of({ count: board.size }) }),
    stat(home.mostXp, best),
    stat(home.departmentsWithPeople, board.departments().length),
  ]);
}

function latestPanel(call: Call, runs: readonly Run[], decisions: readonly AuditEntry[]): Html {
  const { t, now, href } = call;
  const made = decisions
    // A run says more itself.
    .filter(({ action }) => !action.startsWith('sync.'))
    .slice(0, LATEST)
    .map((entry) => ({ at: Date.parse(entry.at), text: describeDecision(call, entry) }));
  const syncs = runs.map((run) => ({
    at: Date.parse(run.started_at),
    text: t.home.rosters[run.kind]({
      actor: html`<b>${actorOf(call, run.actor)}</b>`,
      link: (label) => html`<a href="${href(`/syncs/${run.id}`)}">${label}</a>`,
      result: runSentence(t, run),
    }),
  }));
  const latest = [...made, ...syncs].sort((a, b) => b.at - a.at).slice(0, LATEST);
  const lines = latest.map(
    ({ at, text }) => html`<li>${timeElement(t, at, now)}<span class="grow">${text}</span></li>`,
  );
  return panel(
    { id: 'latest', title: t.home.lately, isFull: true },
    linesOf(lines, t.home.nothingLately),
  );
}

function healthPanel({ t, services, now, company, host }: Call, runs: readonly Run[]): Html {
  const { db } = services;
  const { home } = t;
  const backup = db.one(lastJobs.findBackup, {});
  const backupAt = backup?.lastBackupAt ?? null;
  // Whoever runs a database backs it up.
  const isBackedUpHere = !company.isSandbox && !isPostgresAddress(host.data);
  const isBackupOld =
    isBackedUpHere && now - (backupAt ?? backup?.createdAt ?? now) > BACKUP_DAYS * DAY_MS;
  const lastRoster = runs.find(({ kind, outcome }) => kind === 'sync' && outcome !== 'failed');
  const backupText =
    backupAt === null
      ? home.noneYet
      : `${t.format.moment(backupAt, now)} · ${t.format.size(backup?.lastBackupBytes ?? 0)}`;
  const old = isBackupOld ? html` <span class="chip warn">${home.isOld}</span>` : '';
  return panel(
    {
      ...{ id: 'health', title: home.health },
      beside: isBackupOld
        ? html`<span class="chip warn">${home.needsAttention}</span>`
        : html`<span class="chip ok">${home.noProblems}</span>`,
    },
    facts([
      [
        home.lastRoster,
        lastRoster ? t.format.moment(Date.parse(lastRoster.finished_at), now) : home.noneYet,
      ],
      [home.lastBackup, isBackedUpHere ? html`${backupText}${old}` : null],
      [home.data, t.format.size(db.size())],
      [home.clock, t.format.clock(now)],
    ]),
  );
}
