import {
  CHOICES,
  type Choice,
  defaultChoice,
  MAX_NICKNAME,
  type Ranking,
} from '../../../domain/board/shown.ts';
import { ROLES } from '../../../domain/portal-role.ts';
import { type Html, html } from '../../../http/response/html.ts';
import { privacyOf } from '../../../service/company/privacy.ts';
import { listLooks, SHOWN_LOOK_DAYS } from '../../../service/people/history-looks.ts';
import type { EmployeeRow } from '../../../store/people/employees.ts';
import { formAction } from '../../forms/action.ts';
import { defineForm } from '../../forms/form.ts';
import { cards, optional, text } from '../../forms/kinds.ts';
import type { Call } from '../../request/call.ts';
import { linesOf } from '../../view/cells.ts';
import { isolated } from '../../view/marks.ts';
import { pageHead } from '../../view/page-head.ts';
import { explained, panel } from '../../view/panel.ts';
import { avatar, shownPerson } from '../../view/person.ts';
import { timeElement } from '../../view/time.ts';
import { actorOf } from '../audit/decisions.ts';
import { definePage } from '../page.ts';
import { findMe, noEmployee } from './find-me.ts';

const PATH = '/me/shown';

const choose = formAction({
  path: PATH,
  roles: ROLES,
  form: defineForm({
    id: 'shown',
    fields: { shown_as: cards(CHOICES), nickname: optional(text({ max: MAX_NICKNAME })) },
    texts: ({ shown }) => ({
      button: shown.save,
      fields: {
        shown_as: shown.choice,
        nickname: { label: shown.nickname, hint: shown.nicknameHint },
      },
    }),
  }),
  submit: async (call, changes) => {
    const { companyId, id: account } = call.session;
    await call.changeAs({ companyId, account }, 'chooseShown', changes);
    return { done: html`${call.t.shown.saved}` };
  },
});

/** What somebody decides about how others see them. */
export const howShownPage = definePage({
  path: PATH,
  roles: ROLES,
  isOfCompany: false,
  nav: {
    label: (t) => t.shown.title,
    icon: 'eye',
    key: 'q',
    group: 'me',
    needsEmployee: true,
  },
  actions: [choose],
  show: (call) => {
    const me = findMe(call);
    if (!me) return noEmployee(call);
    const { shown } = call.t;
    return {
      title: shown.title,
      body: html`${pageHead({ title: shown.title, lead: shown.lead })}
<div class="cols even"><div class="stack">${onBoards(call, me)}</div><div class="stack">${whoLooked(call, me)}</div></div>`,
    };
  },
});

function onBoards(call: Call, me: EmployeeRow): Html {
  const { t, services, company } = call;
  const { ranking } = services.db.do(privacyOf(company.companyId));
  const form = choose.write(call, {
    values: {
      shown_as: (me.shownAs as Choice | null) ?? defaultChoice(ranking),
      nickname: me.nickname,
    },
    options: { shown_as: CHOICES.map((choice) => [choice, described(call, me, choice)]) },
    above: explained(t.shown.rules[ranking satisfies Ranking]),
  });
  return panel({ id: 'on-boards', title: t.shown.onBoards }, form);
}

/** Who opened their history in the portal, by name, role and day. */
function whoLooked(call: Call, me: EmployeeRow): Html {
  const { t, services, company, now } = call;
  const { companyId } = company;
  const looks = listLooks(services.db, { companyId, employeeNumber: me.number, now });
  const lines = looks.map(({ actor, kind, role, at }) => {
    const name = actorOf(call, actor);
    return html`<li>${avatar(name)}<div class="grow"><p><b>${isolated(name)}</b> <span class="chip">${t.accounts.roles[role]}</span></p>${explained(t.shown.looks[kind])}</div>${timeElement(t, at, now)}</li>`;
  });
  const { title, beside, nobody, footer } = t.shown.whoLooked;
  return panel(
    {
      ...{ id: 'who-looked', title, isFull: true, footer },
      beside: beside({ count: SHOWN_LOOK_DAYS }),
    },
    linesOf(lines, nobody),
  );
}

/** A choice with the row that others would see. */
function described({ t }: Call, me: EmployeeRow, choice: Choice): Html {
  const { title, text } = t.shown.choices[choice];
  const name = choice === 'nickname' ? me.nickname : (me.accountName ?? me.givenName);
  const row =
    choice === 'nickname' && name === null
      ? ''
      : html`<span class="seen">${shownPerson(t, { as: choice, name }, undefined)}</span>`;
  return html`<b>${title}</b><span class="muted">${text}</span>${row}`;
}
