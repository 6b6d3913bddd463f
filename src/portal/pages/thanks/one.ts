import { DAY_MS } from '../../../domain/duration.ts';
import { KUDOS_VISIBILITIES, type KudosVisibility } from '../../../domain/kudos.ts';
import { monthOf, monthStart } from '../../../domain/period.ts';
import { ROLES } from '../../../domain/portal-role.ts';
import { type Html, html } from '../../../http/response/html.ts';
import {
  canWithdraw,
  editableUntil,
  type Kudos,
  showKudos,
} from '../../../service/kudos/kudos-posts.ts';
import { kudosSettings } from '../../../service/kudos/kudos-settings.ts';
import { formAction } from '../../forms/action.ts';
import { buttonForm, defineForm } from '../../forms/form.ts';
import { cards, longText, text } from '../../forms/kinds.ts';
import type { Call } from '../../request/call.ts';
import { pageHead } from '../../view/page-head.ts';
import { explained, panel } from '../../view/panel.ts';
import { findMe } from '../me/find-me.ts';
import { definePage } from '../page.ts';
import { FEED } from './feed-choice.ts';
import { postView } from './post.ts';
import { reactionsOf } from './reactions.ts';
import { hasThanks, requireMe, viewerOf } from './who-thanks.ts';

const PATH = `${FEED}/:id`;

const edit = formAction({
  path: PATH,
  roles: ROLES,
  of: requireMe,
  form: defineForm({
    ...{ id: 'edit', fields: { message: longText({ max: 1_000 }) } },
    texts: ({ thanks }) => ({
      button: thanks.saveMessage,
      fields: { message: thanks.whatDidTheyDo },
    }),
  }),
  submit: async (call, { message }, { subject: me }) => {
    const { id } = call.params;
    await call.change('editThanks', { employeeNumber: me.number, kudos: id, message });
    return { done: html`${call.t.thanks.isEdited}` };
  },
});

const withdraw = formAction({
  path: `${PATH}/withdraw`,
  roles: ROLES,
  of: requireMe,
  form: buttonForm('withdraw', ({ thanks }) => thanks.withdraw),
  submit: async (call, _, { subject: me }) => {
    await call.change('withdrawThanks', { employeeNumber: me.number, kudos: call.params.id });
    return { to: call.href(FEED), done: html`${call.t.thanks.isWithdrawn}` };
  },
});

const narrow = formAction({
  path: `${PATH}/narrow`,
  roles: ROLES,
  of: requireMe,
  form: defineForm({
    ...{ id: 'narrow', fields: { visibility: cards(KUDOS_VISIBILITIES) } },
    texts: ({ thanks }) => ({
      button: thanks.narrow,
      fields: { visibility: thanks.narrowTo },
    }),
  }),
  submit: async (call, { visibility }, { subject: me }) => {
    const { id } = call.params;
    await call.change('narrowThanks', { employeeNumber: me.number, kudos: id, visibility });
    return { done: html`${call.t.thanks.isNarrowed}` };
  },
});

const report = formAction({
  path: `${PATH}/report`,
  roles: ROLES,
  of: requireMe,
  form: defineForm({
    ...{ id: 'report', fields: { reason: text({ max: 500 }) } },
    texts: ({ thanks, forms }) => ({
      button: thanks.reportThis,
      fields: { reason: { label: thanks.reportReason, empty: forms.giveReason } },
    }),
  }),
  submit: async (call, { reason }, { subject: me }) => {
    await call.change('reportThanks', {
      ...{ employeeNumber: me.number, departmentNumber: me.departmentNumber },
      ...{ kudos: call.params.id, reason },
    });
    return { to: call.href(FEED), done: html`${call.t.thanks.isReportedNow}` };
  },
});

/** Thanks as those see them who may, and what whoever looks can do with them: as giver, receiver, or neither. */
export const oneThanksPage = definePage({
  path: PATH,
  roles: ROLES,
  mayOpen: hasThanks,
  isOfCompany: true,
  actions: [edit, withdraw, narrow, report],
  show: (call) => {
    const { t, services, company, params } = call;
    const me = findMe(call);
    const post = showKudos(services.db, company.companyId, params.id, viewerOf(me));
    const isOwn = me !== undefined && post.from.employee_id === me.id;
    const isMine = isOwn || post.to.some((one) => one.employee_id === me?.id);
    const canReact = me !== undefined;
    const title = isOwn ? t.thanks.asSeenBy[post.visibility] : t.thanks.title;
    const below = reactionsOf(call, post, { canReact, isAlone: true });
    const foot = isOwn ? html`<footer>${untilWhen(call, post)}</footer>` : '';
    const again = html`<p class="row"><a class="btn" href="${call.href(FEED)}">${t.thanks.seeAll}</a>${isOwn ? html`<a class="btn q" href="/portal/thanks/give">${t.thanks.thankOthers}</a>` : ''}</p>`;
    return {
      title,
      current: FEED,
      body: html`${pageHead({ title, above: { href: call.href(FEED), label: t.thanks.title } })}
<div class="stack"><section class="panel posts" aria-label="${t.thanks.title}">${postView(call, me, post, { below, isWhole: true })}${foot}</section>
${again}${isOwn ? ownPanels(call, post) : ''}${isMine && !isOwn ? narrowPanel(call, post) : ''}${me && !isOwn ? reportPanel(call) : ''}</div>`,
    };
  },
});

/** Until when the giver changes the message and takes it back, and what that does. */
function untilWhen(call: Call, post: Kudos): string {
  const { t, now, services, company } = call;
  const month = monthOf(post.given_at);
  const count = post.to.length;
  const { coins_per_point } = kudosSettings(services.db, company.companyId);
  const isEditable = now <= editableUntil(post);
  return [
    isEditable ? t.thanks.editableUntil({ time: t.format.clock(editableUntil(post)) }) : '',
    canWithdraw(post, now)
      ? t.thanks.withdrawableUntil({
          ...{ points: post.points * count, coins: post.points * coins_per_point, count },
          last: t.format.calendarDay(monthStart(month + 1) - DAY_MS),
        })
      : t.thanks.monthIsOver,
  ]
    .filter((one) => one !== '')
    .join(' ');
}

function ownPanels(call: Call, post: Kudos): Html {
  const { t, now } = call;
  const { message } = post;
  const isEditable = message !== null && now <= editableUntil(post);
  const editPanel = isEditable
    ? panel(
        { id: 'change', title: t.thanks.changeMessage, isNarrow: false },
        edit.write(call, { values: { message }, kind: '' }),
      )
    : '';
  const back = canWithdraw(post, now)
    ? panel({ id: 'back', title: t.thanks.withdraw, isDangerous: true }, [
        explained(t.thanks.withdrawText),
        withdraw.write(call, { kind: 'bad' }),
      ])
    : '';
  return html`${editPanel}${back}`;
}

/** The receiver makes it fewer who may see it. */
function narrowPanel(call: Call, { visibility, to }: Kudos): Html {
  const { t } = call;
  const narrower = KUDOS_VISIBILITIES.slice(KUDOS_VISIBILITIES.indexOf(visibility) + 1);
  const [next] = narrower;
  if (next === undefined) return html``;
  const described = (one: KudosVisibility) =>
    html`${t.thanks.seenBy[one]({ count: to.length + 1 })}`;
  const form = narrow.write(call, {
    values: { visibility: next },
    options: { visibility: narrower.map((one) => [one, described(one)]) },
    kind: '',
  });
  return panel({ id: 'seen', title: t.thanks.whoMaySeeIt, isNarrow: true }, [
    explained(t.thanks.narrowText),
    form,
  ]);
}

const reportPanel = (call: Call): Html =>
  panel({ id: 'report', title: call.t.thanks.reportThis, isNarrow: true }, [
    explained(call.t.thanks.reportText),
    report.write(call, { kind: 'bad' }),
  ]);
