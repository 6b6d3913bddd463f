import { type Html, html } from '../../../http/response/html.ts';
import type { Objection } from '../../../service/roster/follow-up/approve-run.ts';
import { INTERRUPTED } from '../../../service/roster/runs/run-summary.ts';
import { type RunWithFollowUps, requireRun } from '../../../service/roster/runs/runs.ts';
import type { RunParts } from '../../../service/roster/runs/show-run.ts';
import { Refused } from '../../forms/refused.ts';
import type { Action, Call, Page } from '../../page.ts';
import { personRow } from '../../parts/changes.ts';
import { confirmForm, requireConfirmed } from '../../parts/confirm.ts';
import { actorOf } from '../../parts/decisions.ts';
import { summary } from '../../parts/form.ts';
import { count, moment, number } from '../../parts/format.ts';
import { icon } from '../../parts/icons.ts';
import { keptColumns, keptRow } from '../../parts/kept.ts';
import { PAGE_SIZE, pageOf, pager } from '../../parts/pager.ts';
import { named } from '../../parts/person.ts';
import { countsOf, outcomeChip, runTitle } from '../../parts/runs.ts';
import { stat, stats } from '../../parts/stats.ts';
import { EDITORS, mayEdit, READERS } from '../../roles.ts';
import { note } from '../../view/note.ts';

const PATH = '/syncs/:id';

/** One run: what it changed person by person, who was held back, and what can be done about it. */
export const syncPage: Page = {
  path: PATH,
  roles: READERS,
  isOfCompany: true,
  show: async (call) => {
    const { now, href } = call;
    const run = findRun(call);
    const parts = await partsOf(call, run);
    return {
      title: runTitle(call.t, run, now),
      current: '/syncs',
      body: html`<div class="head"><div><p class="crumb"><a href="${href('/syncs')}">Syncs</a></p><h1>${runTitle(call.t, run, now)}</h1>
<p class="lead">${actorOf(call, run.actor)} ${outcomeChip(call.t, run)}</p></div></div>
<div class="stack">${followUps(call, run)}${failure(run)}${summary('Nothing was changed.', call.refusal)}
${counts(run)}${heldBack(call, run, parts)}${kept(call, run, parts)}${changes(call, run, parts)}${decisions(call, run, parts)}</div>`,
    };
  },
};

const findRun = ({ services, company, params }: Call): RunWithFollowUps =>
  requireRun(services.db, company.companyId, params.id);

function followUps({ href, now }: Call, run: RunWithFollowUps): Html[] {
  const link = (id: string, text: string) => html`<a href="${href(`/syncs/${id}`)}">${text}</a>`;
  const about =
    run.subject_id === null
      ? []
      : [
          note(
            'ok',
            html`This ${run.kind === 'revert' ? 'reverted' : 'approved'} ${link(run.subject_id, 'another run')}.`,
          ),
        ];
  const later = run.follow_ups.map(({ id, kind, started_at, outcome }) =>
    note(
      outcome === 'failed' ? 'bad' : 'ok',
      html`${link(id, kind === 'revert' ? 'Reverted' : 'Approved')}${outcome === 'failed' ? ' in part' : ''} ${moment(Date.parse(started_at), now)}.`,
    ),
  );
  return [...about, ...later];
}

const INTERRUPTIONS = {
  sync: html`<b>The import was interrupted.</b> What it had applied until then is listed here. Apply the same file again to finish it, or revert this run.`,
  revert: html`<b>The revert was interrupted.</b> What it had taken back until then is listed here. Revert the other run again to finish it, or revert this one.`,
  approval: html`<b>The approval was interrupted.</b> Whom it had deactivated until then is listed here. Approve the other run again to finish it, or revert this one.`,
};

function failure({ kind, result }: RunWithFollowUps): Html {
  if (!('failure' in result)) return html``;
  if (result.failure === INTERRUPTED) return note('bad', INTERRUPTIONS[kind]);
  return note(
    'bad',
    html`<b>The sync failed and changed nothing.</b> The reason: <code>${result.failure}</code>`,
  );
}

function counts({ kind, result }: RunWithFollowUps): Html {
  const all = countsOf(result);
  if (!all) return html``;
  const isSync = kind === 'sync';
  const rows = 'rows' in result ? result.rows : undefined;
  return stats([
    ...(rows === undefined ? [] : [stat('Rows', rows)]),
    ...(isSync ? [stat('Created', all.created)] : []),
    stat('Updated', all.updated),
    ...(isSync
      ? [
          stat('Unchanged', all.unchanged ?? null),
          stat('Failed', all.failed ?? null, { isBad: (all.failed ?? 0) > 0 }),
        ]
      : []),
    stat('Deactivated', all.deactivated),
  ]);
}

/** The pages of the two lists that the query asks for. */
const pagesOf = ({ query }: Call) => ({ changed: pageOf(query), heldBack: pageOf(query, 'held') });

/** The parts of the two lists that the query asks for. */
function partsOf(call: Call, { id, started_at }: RunWithFollowUps): Promise<RunParts> {
  const { services, company } = call;
  const { changed, heldBack } = pagesOf(call);
  const part = (page: number) => ({ offset: (page - 1) * PAGE_SIZE, count: PAGE_SIZE });
  return services.ranker.listRunParts({
    ...{ companyId: company.companyId, run: { id, started_at } },
    ...{ changed: part(changed), heldBack: part(heldBack) },
  });
}

function heldBack(call: Call, run: RunWithFollowUps, parts: RunParts): Html {
  const { href } = call;
  const { candidates, total } = parts.heldBack;
  const { result } = run;
  const isByRows =
    'deactivation_skipped_reason' in result &&
    result.deactivation_skipped_reason === 'rejected_rows';
  if (isByRows) {
    return note(
      'warn',
      html`<b>Nobody was deactivated.</b> Rows of the roster failed, and they may be the very people who seem to be missing. Correct them and send the roster again.`,
    );
  }
  if (total === 0) return html``;
  const rows = candidates.map(
    (
      person,
    ) => html`<tr><td><a class="strong" href="${href(`/people/${person.employee_id}`)}">${named(call.t, person)}</a><span class="nar sub">${person.department ?? ''}</span></td><td class="opt muted num id">${person.external_id ?? ''}</td><td class="opt">${person.department ?? ''}</td><td class="opt muted">${person.job_title ?? ''}</td></tr>
`,
  );
  return html`${run.is_approved ? '' : note('bad', html`<b>Nobody was deactivated.</b> ${count(total, 'person', 'people')} with an external ID ${total === 1 ? 'is' : 'are'} not in the roster, more than the limit allows. An incomplete roster looks like this. Everything else was applied.`)}
<section class="panel" aria-labelledby="held"><header><h2 id="held">Candidates for deactivation</h2><span class="small muted">Admins and people with a portal role are never among them</span></header>
<table aria-labelledby="held"><thead><tr><th scope="col">Person</th><th scope="col" class="opt">External ID</th><th scope="col" class="opt">Department</th><th scope="col" class="opt">Job title</th></tr></thead><tbody>
${rows}</tbody></table>${pager(call.t, total, pagesOf(call).heldBack, { name: 'held', link: (query) => `${href(`/syncs/${run.id}`)}?${query}#held` })}</section>`;
}

/** The people whom the roster lacked and who were kept. */
function kept(call: Call, run: RunWithFollowUps, { kept: people }: RunParts): Html {
  if (people.length === 0) return html``;
  const { result } = run;
  const total =
    'created' in result
      ? (result.kept_renumbered ?? 0) + (result.kept_with_role ?? 0)
      : people.length;
  const page = pageOf(call.query, 'kept');
  const shown = people.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  const unlisted = total - people.length;
  return html`<section class="panel" aria-labelledby="kept"><header><h2 id="kept">Not in the roster, and kept</h2><span class="small muted">${number(total)}</span></header>
<table aria-labelledby="kept"><thead><tr>${keptColumns(call.t)}</tr></thead><tbody>
${shown.map((person) => keptRow(call, person))}</tbody></table>${unlisted > 0 ? html`<footer>The first ${number(people.length)} are listed; ${number(unlisted)} more are not.</footer>` : ''}${pager(call.t, people.length, page, { name: 'kept', link: (query) => `${call.href(`/syncs/${run.id}`)}?${query}#kept` })}</section>`;
}

function changes(call: Call, run: RunWithFollowUps, parts: RunParts): Html {
  const { href } = call;
  const { people, total } = parts.changed;
  if (total === 0) return html``;
  return html`<section class="panel" aria-labelledby="changes"><header><h2 id="changes">Changes, person by person</h2><span class="small muted">${number(total)}${'created' in run.result && run.result.created > 0 ? ' · created people as they are now' : ''}</span></header>
<table aria-labelledby="changes"><thead><tr><th scope="col">Person</th><th scope="col">Change</th></tr></thead><tbody>
${people.map((person) => personRow(call.t, person, href(`/people/${person.employee_id}`)))}</tbody></table>${pager(call.t, total, pagesOf(call).changed, { link: (query) => `${href(`/syncs/${run.id}`)}?${query}#changes` })}</section>`;
}

function decisions(call: Call, run: RunWithFollowUps, parts: RunParts): Html {
  const { session, href, refusal } = call;
  if (!mayEdit(session.role)) return html``;
  const base = href(`/syncs/${run.id}`);
  const held = parts.heldBack.total;
  const changed = parts.changed.total;
  const isWaiting = held > 0 && run.superseded_by === null && !run.is_approved;
  const approve = html`<section class="panel"><header><h2>The roster was incomplete</h2></header><div class="pad small"><p class="muted">This is the usual reason. Send the whole roster; this run then needs no decision any more.</p><p><a class="btn pri" href="${href('/roster')}">${icon('upload')}Upload the whole roster</a></p></div></section>
<section class="panel danger"><header><h2>They have really left</h2></header><div class="pad small"><p class="muted">${count(held, 'person', 'people')} can no longer sign in or redeem. XP, coins and badges are kept, and the approval can be reverted.</p>
${confirmForm({ action: `${base}/approve`, name: 'approve', people: held, button: `Deactivate ${count(held, 'person', 'people')}`, isHarm: true }, refusal)}</div></section>`;
  const isReverted = run.follow_ups.some(
    ({ kind, outcome }) => kind === 'revert' && outcome === 'applied',
  );
  const revert = html`<section class="panel" id="revert"><header><h2>Revert this run</h2></header><div class="pad small"><p class="muted">${count(changed, 'person gets', 'people get')} back what they had before; people whom the run created are deactivated. What has changed since is kept. The revert can be reverted.</p>
${confirmForm({ action: `${base}/revert`, name: 'revert', people: changed, button: `Revert ${count(changed, 'person', 'people')}` }, refusal)}</div></section>`;
  return html`${isWaiting ? html`<div class="cols even stretch">${approve}</div>` : ''}${changed > 0 && !isReverted ? revert : ''}`;
}

const REASONS: Readonly<Record<Objection['reason'], string>> = {
  deactivated_since: 'was deactivated since',
  external_id_changed: 'has another external ID now',
  is_admin: 'is an admin now',
  has_portal_role: 'has a portal role now',
  named_since: 'is in a later roster',
  missing_since: 'is missing from a later roster only',
  rows_rejected_since: 'Rows of a later roster failed',
  interrupted_since: 'A later import was interrupted',
};

const describeObjection = ({ name, external_id, reason }: Objection): string =>
  reason === 'rows_rejected_since' || reason === 'interrupted_since'
    ? REASONS[reason]
    : `${name ?? external_id ?? 'Somebody'} ${REASONS[reason]}`;

export const syncActions: readonly Action[] = [
  {
    path: `${PATH}/approve`,
    roles: EDITORS,
    page: syncPage,
    submit: async (call, form) => {
      const { change, href } = call;
      const run = findRun(call);
      const { heldBack } = await partsOf(call, run);
      requireConfirmed(form, 'approve', heldBack.total);
      const approval = await change('approveRun', { run: run.id }, heldBack.total);
      if (!approval.approved) {
        const [first, ...others] = approval.objections.map(describeObjection);
        const more =
          others.length === 0
            ? ''
            : `, and ${count(others.length, 'other reason', 'other reasons')}`;
        throw new Refused(`Something has changed since: ${first}${more}.`);
      }
      return {
        to: href(`/syncs/${run.id}`),
        done: html`<b>${count(approval.deactivated, 'person is', 'people are')} deactivated.</b> The approval is a run of its own, which can be reverted.`,
      };
    },
  },
  {
    path: `${PATH}/revert`,
    roles: EDITORS,
    page: syncPage,
    submit: async (call, form) => {
      const { change, href } = call;
      const run = findRun(call);
      const { changed } = await partsOf(call, run);
      requireConfirmed(form, 'revert', changed.total);
      const { run_id, result } = await change('revertRun', { run: run.id }, changed.total);
      const left = Object.values(result.skipped).reduce((sum, one) => sum + one, 0);
      return {
        to: href(`/syncs/${run_id}`),
        done: html`<b>The run is reverted.</b> ${left === 0 ? 'Nothing was left out.' : `${count(left, 'field', 'fields')} changed since and ${left === 1 ? 'was' : 'were'} left.`}`,
      };
    },
  },
];
