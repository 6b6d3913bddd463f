import { type Html, html } from '../../../http/response/html.ts';
import { listNumbersBelow } from '../../../service/departments/departments.ts';
import { INVITATION_DAYS } from '../../../service/portal/invitations.ts';
import { MAX_LINK_DAYS } from '../../../service/portal/sessions.ts';
import { formAction } from '../../forms/action.ts';
import { defineForm } from '../../forms/form.ts';
import { optional, pick, several, whole } from '../../forms/kinds.ts';
import type { Call } from '../../request/call.ts';
import { pageHead } from '../../view/page-head.ts';
import { PAGE_SIZE, placeIn } from '../../view/pager.ts';
import { explained, panel } from '../../view/panel.ts';
import { departmentChoices, departmentTree } from '../departments/department-choices.ts';
import { definePage } from '../page.ts';
import { isSelection, selectedFields, selectedIn, sentOrAsked } from '../people/selected.ts';
import { EDITORS } from '../roles.ts';
import { type Progress, progressByDepartment, progressOfAll } from './invitation-counts.ts';
import {
  departmentOf,
  departmentsPanel,
  peoplePanel,
  progressPanel,
  stateOf,
} from './invitation-lists.ts';
import { numbersOfSelected, selectedValues, whomSelected } from './invited.ts';
import { byMail, newLinks } from './new-links.ts';

const PATH = '/invitations';

const invite = formAction({
  path: PATH,
  roles: EDITORS,
  needsPassword: true,
  form: defineForm({
    id: 'invite',
    fields: {
      ...selectedFields(),
      department: optional(pick()),
      days: whole({ min: 1, max: MAX_LINK_DAYS, isShort: true }),
      again: optional(several(['again'])),
    },
    texts: ({ invitations }) => ({
      ...{ button: invitations.makeLinks, refused: invitations.noLinks },
      fields: {
        department: { label: invitations.whom, hint: invitations.whomHint },
        days: invitations.days,
        again: { label: invitations.linksThatWork, options: { again: invitations.again } },
      },
    }),
  }),
  submit: async (call, { department, days, again, ...sent }) => {
    const numbers = await numbersOfSelected(call, sent, department);
    const { people } = await call.change('invitePeople', {
      ...{ department: department ?? undefined, numbers, days, again: again !== null },
      by: call.session.role,
    });
    return { done: newLinks(call, people, { days, next: call.href(PATH) }) };
  },
});

/** Who has signed in, who has a link, and who has neither; and links for them. */
export const invitationsPage = definePage({
  path: PATH,
  roles: EDITORS,
  isOfCompany: false,
  nav: {
    label: (t) => t.invitations.title,
    icon: 'mail',
    key: 'v',
    group: 'people',
  },
  actions: [invite],
  show: async (call) => {
    const { t, services, company, now, query } = call;
    const { invitations } = t;
    const { companyId } = company;
    const chosen = departmentOf(call);
    const state = stateOf(query);
    const { counts, rows } = await services.ranker.listInvitations({
      ...{ companyId, now, state, after: placeIn(query, 'after') ?? 0, count: PAGE_SIZE + 1 },
      departments: chosen && [...listNumbersBelow(services.db, companyId, chosen.number)],
    });
    const progress = progressOfAll(counts);
    const lead = invitations.lead({ count: progress.signedIn, all: progress.all });
    const departments = progressByDepartment(counts, departmentTree(call));
    const isOfPeople = chosen !== null || ['view', 'state', 'after'].some((one) => query.has(one));
    const list =
      isOfPeople || departments.length === 0
        ? peoplePanel(call, { counts, rows, state })
        : departmentsPanel(call, departments);
    return {
      title: invitations.title,
      body: html`${pageHead({ title: invitations.title, lead })}
<div class="stack">${progressPanel(call, progress)}
<div class="cols">${list}
<div class="stack">${invitePanel(call, progress)}${cardsPanel(call, progress)}</div></div></div>`,
    };
  },
});

function invitePanel(call: Call, progress: Progress): Html {
  const { invitations } = call.t;
  const asked = sentOrAsked(call);
  const selected = selectedIn(asked);
  const form = invite.write(call, {
    values: {
      ...selectedValues(asked),
      ...{ days: INVITATION_DAYS, department: departmentOf(call)?.id ?? null },
    },
    options: { department: departmentChoices(call, invitations.everybody) },
    left: selected.ids === null ? [] : ['department'],
  });
  const whom = isSelection(selected)
    ? whomSelected(call, asked)
    : invitations.without({ count: progress.toInvite });
  return panel({ id: 'invite', title: invitations.invite }, [
    explained(whom),
    ...byMail(call),
    selected.ids?.length === 0 ? html`` : form,
  ]);
}

function cardsPanel({ t, href }: Call, { withoutEmail: count, toCard: need }: Progress): Html {
  const { cards } = t;
  if (count === 0) return html``;
  return panel({ id: 'without-email', title: cards.withoutEmail }, [
    explained(cards.need({ count, need })),
    html`<p class="field"><a class="btn" href="${href('/cards')}">${t.people.printCards}</a></p>`,
  ]);
}
