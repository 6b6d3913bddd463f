import { type Html, html } from '../../../http/response/html.ts';
import { type KudosCase, showKudosCase } from '../../../service/kudos/kudos-moderation.ts';
import { kudosSettings } from '../../../service/kudos/kudos-settings.ts';
import { formAction } from '../../forms/action.ts';
import { defineForm } from '../../forms/form.ts';
import { check, optional, text } from '../../forms/kinds.ts';
import type { Call } from '../../request/call.ts';
import { pageHead } from '../../view/page-head.ts';
import { explained, listing, panel } from '../../view/panel.ts';
import { namingOthers } from '../audit/naming-others.ts';
import { findMe } from '../me/find-me.ts';
import { definePage } from '../page.ts';
import { EDITORS, isOwn, mayEdit, READERS } from '../roles.ts';
import { postView } from '../thanks/post.ts';
import { RECOGNITION } from './recognition-head.ts';
import { caseLines } from './reports.ts';

const PATH = `${RECOGNITION}/reports/:id`;

const caseOf = ({ services, company, params }: Call<'id'>): KudosCase =>
  showKudosCase(services.db, company.companyId, params.id);

/** Whether whoever is signed in gave these thanks or got them. */
const isInvolved = (call: Call, { kudos: { from, to } }: KudosCase): boolean =>
  [from, ...to].some(({ employee_id }) => isOwn(call, employee_id));

const deciderIn = (call: Call): number | null => findMe(call)?.number ?? null;

const keep = formAction({
  path: PATH,
  roles: EDITORS,
  of: caseOf,
  form: defineForm({
    ...{ id: 'keep', fields: { reason: optional(text({ max: 500 })) } },
    texts: ({ recognition }) => ({
      button: recognition.keep,
      fields: { reason: { label: recognition.why, hint: recognition.keepHint } },
    }),
  }),
  submit: async (call, { reason }, { subject: { kudos } }) => {
    const change = { kudos: kudos.id, reason: reason ?? '', decider: deciderIn(call) };
    await namingOthers(call, kudos.id, () => call.change('keepThanks', change));
    return { to: call.href(RECOGNITION), done: html`${call.t.recognition.isKept}` };
  },
});

const remove = formAction({
  path: `${PATH}/remove`,
  roles: EDITORS,
  of: caseOf,
  form: defineForm({
    ...{ id: 'remove', fields: { reason: text({ max: 500 }), keep_coins: check() } },
    texts: ({ recognition, forms }) => ({
      button: recognition.remove,
      fields: {
        reason: {
          ...{ label: recognition.why, hint: recognition.removeHint, empty: forms.giveReason },
        },
        keep_coins: recognition.keepCoins,
      },
    }),
  }),
  submit: async (call, { reason, keep_coins: keepCoins }, { subject: { kudos } }) => {
    const change = { kudos: kudos.id, reason, keepCoins, decider: deciderIn(call) };
    await namingOthers(call, kudos.id, () => call.change('removeThanks', change));
    return { to: call.href(RECOGNITION), done: html`${call.t.recognition.isRemoved}` };
  },
});

/** Thanks that somebody reported: what was said, and the decision. */
export const oneReportPage = definePage({
  path: PATH,
  roles: READERS,
  isOfCompany: true,
  actions: [keep, remove],
  show: (call) => {
    const { t } = call;
    const found = caseOf(call);
    const title = t.recognition.oneReport;
    const above = { href: call.href(RECOGNITION), label: t.recognition.titles.reports };
    const post = postView(call, findMe(call), found.kudos, {
      ...{ below: caseLines(call, found), isWhole: true },
    });
    return {
      title,
      current: RECOGNITION,
      body: html`${pageHead({ title, above })}
<div class="stack">${listing(html`<ul class="posts"><li>${post}</li></ul>`)}${decisionPanels(call, found)}</div>`,
    };
  },
});

function decisionPanels(call: Call<'id'>, found: KudosCase): Html {
  const { t, session, services, company } = call;
  const { recognition } = t;
  const { state, points, to } = found.kudos;
  if (state === 'withdrawn' || state === 'removed' || !mayEdit(session.role)) return html``;
  if (isInvolved(call, found)) {
    return panel(
      { id: 'decide', title: recognition.notYours },
      explained(recognition.notYoursText),
    );
  }
  const keepPanel =
    state === 'reported'
      ? panel({ id: 'stays', title: recognition.keep, isNarrow: true }, [
          explained(recognition.keepText),
          keep.write(call, { kind: '' }),
        ])
      : '';
  const { coins_per_point } = kudosSettings(services.db, company.companyId);
  const goesBack = { points: points * to.length, coins: points * coins_per_point };
  return html`${keepPanel}${panel({ id: 'goes', title: recognition.remove, isNarrow: true, isDangerous: true }, [explained(recognition.removeText({ ...goesBack, count: to.length })), remove.write(call, { kind: 'bad', left: points === 0 ? ['keep_coins'] : [] })])}`;
}
