import type { Board } from '../../domain/board/board.ts';
import { DAY_MS } from '../../domain/duration.ts';
import { formatBytes } from '../../domain/number-text.ts';
import { ROLES } from '../../domain/portal-role.ts';
import { type Html, html } from '../../http/html.ts';
import type { AuditEntry } from '../../service/audit.ts';
import { listRuns, type Run } from '../../service/roster/runs.ts';
import * as lastJobs from '../../store/last-jobs.ts';
import { isPostgresAddress } from '../../store/postgres/address.ts';
import type { Call, Page } from '../page.ts';
import { actorOf, describeDecision, listDecisions } from '../parts/decisions.ts';
import {
  count,
  day,
  duration,
  longDay,
  moment,
  monthName,
  number,
  timeElement,
} from '../parts/format.ts';
import { type Icon, icon } from '../parts/icons.ts';
import { nobodyActive } from '../parts/no-people.ts';
import { runSentence } from '../parts/runs.ts';
import { stat, stats } from '../parts/stats.ts';
import { totalsOf } from '../parts/totals.ts';
import {
  findBlockedRun,
  findKept,
  findPending,
  listExpiringKeys,
  listLostWebhooks,
} from '../waiting.ts';

/** How many of the latest decisions and runs are shown. */
const LATEST = 8;

/** A backup older than this is worth a warning. */
const BACKUP_DAYS = 7;

/** Where a sign-in leads: what waits for a decision, what happened lately, and health. */
export const homePage: Page = {
  path: '',
  roles: ROLES,
  isOfCompany: true,
  show: async (call) => {
    const { session, services, company, now } = call;
    if (session.role === 'manager') return { to: '/portal/people' };
    if (session.role === 'none') return { to: '/portal/me' };
    const board = await services.boards.ranking(company.companyId, 'this_month', now);
    const runs = listRuns(services.db, company.companyId, LATEST);
    const decisions = await listDecisions(call, { omitSignIns: true, count: 4 * LATEST });
    return {
      title: 'Home',
      body: html`<div class="head"><div><h1>Home</h1><p class="lead">${longDay(now)} · ${count(board.size, 'active person', 'active people')}</p></div></div>
<div class="stack">${board.size === 0 ? await nobodyActive(call) : ''}
${waitingPanel(call)}
${board.size === 0 ? '' : statsPanel(call, board)}
<div class="cols">${latestPanel(call, runs, decisions)}${healthPanel(call, runs)}</div></div>`,
    };
  },
};

type Waiting = {
  icon: Icon;
  isBad?: boolean;
  title: Html;
  text: Html;
  time: string;
  action?: Html;
};

function waitingPanel(call: Call): Html {
  const items = listWaiting(call);
  if (items.length === 0) {
    return html`<section class="panel"><header><h2>Nothing waits for a decision</h2>${icon('check')}</header></section>`;
  }
  const rows = items.map(
    (
      item,
    ) => html`<li><span class="tile${item.isBad ? ' bad' : ''}">${icon(item.icon)}</span><div class="grow"><p class="strong">${item.title}</p><p class="small muted">${item.text}</p></div><span class="small muted num">${item.time}</span>${item.action}</li>
`,
  );
  return html`<section class="panel" aria-labelledby="waiting"><header><h2 id="waiting">Waiting for a decision</h2><span class="count">${items.length}</span></header><ul class="list">
${rows}</ul></section>`;
}

function listWaiting(call: Call): Waiting[] {
  const { now, href, services, company } = call;
  const blocked = findBlockedRun(services.db, company.companyId);
  const kept = findKept(services.db, company.companyId);
  const pending = findPending(services.db, company.companyId);
  return [
    ...(blocked
      ? [
          {
            icon: 'sync' as const,
            isBad: true,
            title: html`A roster sync is blocked`,
            text: html`${count(blocked.people, 'person', 'people')} would be deactivated, more than the limit allows. Everything else was applied.`,
            time: '',
            action: html`<a class="btn s" href="${href(`/syncs/${blocked.id}`)}">See who they are</a>`,
          },
        ]
      : []),
    ...(kept
      ? [
          {
            icon: 'people' as const,
            title: html`${count(kept.count, 'person is', 'people are')} not in the roster and kept`,
            text: html`Their address has another number there, or they have a role. Decide who stays.`,
            time: duration(now - (kept.since ?? now)),
            action: html`<a class="btn s" href="${href('/kept')}">See who is kept</a>`,
          },
        ]
      : []),
    ...(pending
      ? [
          {
            icon: 'gift' as const,
            title: html`${count(pending.count, 'redemption', 'redemptions')}`,
            text: html`Somebody spent coins and waits for an answer.`,
            time: duration(now - (pending.since ?? now)),
            action: html`<a class="btn s" href="${href('/redemptions')}">Decide</a>`,
          },
        ]
      : []),
    ...listLostWebhooks(call).map(({ id, url, disabledAt, disabledBy }) => ({
      action: html`<a class="btn s" href="${href(`/webhooks/${id}`)}">See the webhook</a>`,
      icon: 'alert' as const,
      title: html`The webhook to ${URL.parse(url)?.host ?? 'its receiver'} is disabled`,
      text: html`${disabledBy === 'receiver' ? 'The receiver is gone' : 'Deliveries failed for days'}.`,
      time: duration(now - (disabledAt ?? now)),
    })),
    ...listExpiringKeys(call).map(({ name, expiresAt, keyId }) => ({
      icon: 'key' as const,
      title: html`Key “${name}” ends on ${day(expiresAt)}`,
      text: html`Rotate it before it ends.`,
      time: expiresAt > now ? `${duration(expiresAt - now)} left` : 'ended',
      action: html`<a class="btn s" href="/portal/keys/${keyId}">See the key</a>`,
    })),
  ];
}

function statsPanel({ now }: Call, board: Board): Html {
  const { xp, withXp } = totalsOf(board, null);
  const best = board.page(0, 1)[0]?.xp ?? 0;
  const month = monthName(now, now);
  return stats([
    stat(`XP in ${month}`, xp),
    stat(`People with XP in ${month}`, withXp, { more: `of ${number(board.size)}` }),
    stat('Most XP of one person', best),
    stat('Departments with people', board.departments().length),
  ]);
}

function latestPanel(call: Call, runs: readonly Run[], decisions: readonly AuditEntry[]): Html {
  const { now, href } = call;
  const made = decisions
    // A run says more itself.
    .filter(({ action }) => !action.startsWith('sync.'))
    .slice(0, LATEST)
    .map((entry) => ({ at: Date.parse(entry.at), text: describeDecision(call, entry) }));
  const syncs = runs.map((run) => ({
    at: Date.parse(run.started_at),
    text: html`<b>${actorOf(call, run.actor)}</b> <a href="${href(`/syncs/${run.id}`)}">${run.kind === 'sync' ? 'synced the roster' : run.kind === 'revert' ? 'reverted a roster' : 'approved a roster'}</a>: ${runSentence(run)}`,
  }));
  const latest = [...made, ...syncs].sort((a, b) => b.at - a.at).slice(0, LATEST);
  return html`<section class="panel" aria-labelledby="latest"><header><h2 id="latest">Lately</h2></header>
${latest.length === 0 ? html`<p class="pad muted">What people and systems change stands here.</p>` : html`<ul class="list">${latest.map(({ at, text }) => html`<li>${timeElement(at, now)}<span class="grow">${text}</span></li>`)}</ul>`}</section>`;
}

function healthPanel({ services, now, company, host }: Call, runs: readonly Run[]): Html {
  const { db } = services;
  const backup = db.one(lastJobs.findBackup, {});
  const backupAt = backup?.lastBackupAt ?? null;
  // Whoever runs a database backs it up.
  const isBackedUpHere = !company.isSandbox && !isPostgresAddress(host.data);
  const isBackupOld =
    isBackedUpHere && now - (backupAt ?? backup?.createdAt ?? now) > BACKUP_DAYS * DAY_MS;
  const lastRoster = runs.find(({ kind, outcome }) => kind === 'sync' && outcome !== 'failed');
  const size = db.size();
  return html`<section class="panel" aria-labelledby="health"><header><h2 id="health">Health</h2>${isBackupOld ? html`<span class="chip warn">needs attention</span>` : html`<span class="chip ok">no problems</span>`}</header><div class="pad"><dl class="facts">
<dt>Last roster</dt><dd>${lastRoster ? moment(Date.parse(lastRoster.finished_at), now) : 'none yet'}</dd>
${!isBackedUpHere ? '' : html`<dt>Last backup</dt><dd>${backupAt === null ? 'none yet' : `${moment(backupAt, now)} · ${formatBytes(backup?.lastBackupBytes ?? 0)}`}${isBackupOld ? html` <span class="chip warn">old</span>` : ''}</dd>`}
<dt>Data</dt><dd>${formatBytes(size)}</dd>
<dt>Clock</dt><dd>${moment(now, now).replace('today, ', '')} UTC</dd>
</dl></div></section>`;
}
