import { type Html, html } from '../../../http/response/html.ts';
import { INTERRUPTED } from '../../../service/roster/runs/run-summary.ts';
import type { RunWithFollowUps } from '../../../service/roster/runs/runs.ts';
import type { RunParts } from '../../../service/roster/runs/show-run.ts';
import type { Messages } from '../../languages/en.ts';
import type { Call } from '../../request/call.ts';
import { listPanel } from '../../view/list-panel.ts';
import { strong } from '../../view/marks.ts';
import { note } from '../../view/note.ts';
import { pageHead } from '../../view/page-head.ts';
import { PAGE_SIZE } from '../../view/pager.ts';
import { stat, stats } from '../../view/stats.ts';
import { actorOf } from '../audit/decisions.ts';
import { definePage } from '../page.ts';
import { READERS } from '../roles.ts';
import { changeColumns } from './changes.ts';
import { keptColumns, missingColumns } from './missing.ts';
import { runActions, runDecisions } from './run-decisions.ts';
import { CHANGES, countsOf, HELD_BACK, outcomeChip, partsOf, runOf, runTitle } from './run-view.ts';

/** One run: what it changed person by person, who was held back, and what can be done about it. */
export const syncPage = definePage({
  path: '/syncs/:id',
  roles: READERS,
  isOfCompany: true,
  actions: runActions,
  show: async (call) => {
    const { t, now, href } = call;
    const run = runOf(call);
    const parts = await partsOf(call, run);
    const title = runTitle(t, run, now);
    const head = pageHead({
      title,
      above: { href: href('/syncs'), label: t.syncs.title },
      lead: html`${actorOf(call, run.actor)} ${outcomeChip(t, run)}`,
    });
    return {
      title,
      current: '/syncs',
      body: html`${head}
<div class="stack">${followUps(call, run)}${failure(t, run)}
${counts(t, run)}${heldBack(call, run, parts)}${kept(call, run, parts)}${changes(call, run, parts)}${runDecisions(call, run, parts)}</div>`,
    };
  },
});

function followUps({ t: { syncs, format }, href, now }: Call, run: RunWithFollowUps): Html[] {
  const linkTo = (id: string) => (label: string) =>
    html`<a href="${href(`/syncs/${id}`)}">${label}</a>`;
  const about =
    run.subject_id === null || run.kind === 'sync'
      ? []
      : [note('ok', syncs.about[run.kind]({ run: linkTo(run.subject_id) }))];
  const later = run.follow_ups.map(({ id, kind, started_at, outcome }) => {
    const say = outcome === 'failed' ? syncs.followedInPart : syncs.followed;
    const what = kind === 'revert' ? 'revert' : 'approval';
    const when = format.moment(Date.parse(started_at), now);
    return note(outcome === 'failed' ? 'bad' : 'ok', say[what]({ run: linkTo(id), when }));
  });
  return [...about, ...later];
}

function failure({ syncs }: Messages, { kind, result }: RunWithFollowUps): Html {
  if (!('failure' in result)) return html``;
  const reason = html`<code>${result.failure}</code>`;
  return note(
    'bad',
    result.failure === INTERRUPTED
      ? syncs.interruptions[kind]({ strong })
      : syncs.syncFailed({ strong, reason }),
  );
}

function counts(t: Messages, { kind, result }: RunWithFollowUps): Html {
  const all = countsOf(result);
  if (!all) return html``;
  const { created, updated, unchanged = null, failed = null, deactivated } = all;
  const rows = 'rows' in result ? result.rows : undefined;
  const isSync = kind === 'sync';
  const { syncs } = t;
  return stats(t, [
    ...(rows === undefined ? [] : [stat(syncs.rows, rows)]),
    ...(isSync ? [stat(syncs.created, created)] : []),
    stat(syncs.updated, updated),
    ...(isSync ? [stat(syncs.unchanged, unchanged)] : []),
    ...(isSync ? [stat(syncs.failed, failed, { isBad: (failed ?? 0) > 0 })] : []),
    stat(syncs.deactivated, deactivated),
  ]);
}

function heldBack(call: Call, run: RunWithFollowUps, parts: RunParts): Html {
  const { syncs } = call.t;
  const { candidates, total } = parts.heldBack;
  const { result } = run;
  const isByRows =
    'deactivation_skipped_reason' in result &&
    result.deactivation_skipped_reason === 'rejected_rows';
  if (isByRows) return note('warn', syncs.rowsFailed({ strong }));
  if (total === 0) return html``;
  const list = listPanel(call, {
    ...{ id: HELD_BACK, title: syncs.heldBack, beside: syncs.heldBackText },
    ...{ total, columns: missingColumns(call), rows: () => candidates },
    path: call.href(`/syncs/${run.id}`),
  });
  return run.is_approved
    ? list
    : html`${note('bad', syncs.overLimit({ strong, count: total }))}${list}`;
}

/** The people whom the roster lacked and who were kept. */
function kept(call: Call, { id, result }: RunWithFollowUps, { kept: people }: RunParts): Html {
  const total =
    'created' in result ? (result.kept_renumbered ?? 0) + (result.kept_with_role ?? 0) : 0;
  return listPanel(call, {
    ...{ id: 'kept', title: call.t.kept.title, columns: keptColumns(call) },
    ...{ total: people.length === 0 ? 0 : Math.max(total, people.length), listed: people.length },
    rows: (page) => people.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
    path: call.href(`/syncs/${id}`),
  });
}

function changes(call: Call, { id, result }: RunWithFollowUps, { changed }: RunParts): Html {
  const { syncs } = call.t;
  const { people, total } = changed;
  return listPanel(call, {
    ...{ id: CHANGES, title: call.t.changes.title, total },
    ...('created' in result && result.created > 0
      ? { beside: syncs.changedAndCreated({ count: total }) }
      : {}),
    ...{ columns: changeColumns(call, { isPlan: false }), rows: () => people },
    path: call.href(`/syncs/${id}`),
  });
}
