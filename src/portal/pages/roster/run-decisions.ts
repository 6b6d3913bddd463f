import { type Html, html } from '../../../http/response/html.ts';
import type { Objection } from '../../../service/roster/follow-up/approve-run.ts';
import type { RunWithFollowUps } from '../../../service/roster/runs/runs.ts';
import type { RunParts } from '../../../service/roster/runs/show-run.ts';
import { formAction } from '../../forms/action.ts';
import { requireCount } from '../../forms/confirm.ts';
import { defineForm } from '../../forms/form.ts';
import { typedCount } from '../../forms/kinds.ts';
import { Refused } from '../../forms/refused.ts';
import type { Messages } from '../../languages/en.ts';
import type { Call } from '../../request/call.ts';
import { icon } from '../../view/icons.ts';
import { strong } from '../../view/marks.ts';
import { explained, panel } from '../../view/panel.ts';
import { EDITORS, mayEdit } from '../roles.ts';
import { partsOf, runOf } from './run-view.ts';

const PATH = '/syncs/:id';

const approve = formAction({
  path: `${PATH}/approve`,
  roles: EDITORS,
  of: runOf,
  form: defineForm({
    ...{ id: 'approve', fields: { approve: typedCount() }, layout: 'inline' },
    texts: ({ syncs }) => ({ button: syncs.deactivate, fields: { approve: '' } }),
  }),
  submit: async (call, typed, { subject: run }) => {
    const { total } = (await partsOf(call, run)).heldBack;
    requireCount(call, 'approve', typed.approve, total);
    const approval = await call.change('approveRun', { run: run.id }, total);
    if (!approval.approved) throw new Refused(describeObjections(call.t, approval.objections));
    return { done: call.t.syncs.areDeactivated({ strong, count: approval.deactivated }) };
  },
});

const revert = formAction({
  path: `${PATH}/revert`,
  roles: EDITORS,
  of: runOf,
  form: defineForm({
    ...{ id: 'revert', fields: { revert: typedCount() }, layout: 'inline' },
    texts: ({ syncs }) => ({ button: syncs.revert, fields: { revert: '' } }),
  }),
  submit: async (call, typed, { subject: run }) => {
    const { total } = (await partsOf(call, run)).changed;
    requireCount(call, 'revert', typed.revert, total);
    const { run_id, result } = await call.change('revertRun', { run: run.id }, total);
    const { skipped, ...changed } = result;
    const left = sumOf(skipped);
    const { syncs } = call.t;
    const isNothing = left + sumOf(changed) === 0;
    const done = isNothing ? html`${syncs.nothingToRevert}` : syncs.isReverted({ strong, left });
    return { to: call.href(`/syncs/${run_id}`), done };
  },
});

/** What can be decided about a run. */
export const runActions = [approve, revert];

const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, one) => sum + one, 0);

function describeObjections({ syncs }: Messages, objections: readonly Objection[]): string {
  const [first, ...others] = objections.map(({ name, external_id, reason }) =>
    syncs.objections[reason]({ person: name ?? external_id ?? syncs.somebody }),
  );
  return syncs.changedSince({ objection: first ?? '', more: others.length });
}

/** Where a run waits for a decision, and where it can be reverted. */
export function runDecisions(call: Call, run: RunWithFollowUps, parts: RunParts): Html {
  const { t, session, href } = call;
  const { syncs } = t;
  if (!mayEdit(session.role)) return html``;
  const [held, changed] = [parts.heldBack.total, parts.changed.total];
  const isWaiting = held > 0 && run.superseded_by === null && !run.is_approved;
  const isReverted = run.follow_ups.some(
    ({ kind, outcome }) => kind === 'revert' && outcome === 'applied',
  );
  const incomplete = panel({ id: 'incomplete', title: syncs.incomplete }, [
    explained(syncs.incompleteText),
    html`<p><a class="btn pri" href="${href('/roster')}">${icon('upload')}${syncs.uploadWhole}</a></p>`,
  ]);
  const haveLeft = panel({ id: 'left', title: syncs.haveLeft, isDangerous: true }, [
    explained(syncs.haveLeftText({ count: held })),
    approve.write(call, {
      fields: { approve: t.forms.typePeople({ count: held }) },
      button: syncs.deactivatePeople({ count: held }),
      kind: 'kill',
    }),
  ]);
  const takenBack = panel({ id: 'revert', title: syncs.revert }, [
    explained(syncs.revertText({ count: changed })),
    revert.write(call, {
      fields: { revert: t.forms.typePeople({ count: changed }) },
      button: syncs.revertPeople({ count: changed }),
      kind: 'bad',
    }),
  ]);
  return html`${isWaiting ? html`<div class="cols even stretch">${[incomplete, haveLeft]}</div>` : ''}${changed > 0 && !isReverted ? takenBack : ''}`;
}
