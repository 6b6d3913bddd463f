import type { Board } from '../../../domain/board/board.ts';
import type { Choice } from '../../../domain/board/shown.ts';
import { levelOf, xpToNextLevel } from '../../../domain/level.ts';
import { DETAIL_FIELDS, DETAIL_NAMES } from '../../../domain/roster/fields.ts';
import { type Html, html } from '../../../http/response/html.ts';
import { mayChangeAccess } from '../../../service/portal/accounts.ts';
import type { EmployeeRow } from '../../../store/people/employees.ts';
import * as personExport from '../../../store/people/person-export.ts';
import { formAction } from '../../forms/action.ts';
import { buttonForm, defineForm } from '../../forms/form.ts';
import { text } from '../../forms/kinds.ts';
import type { Call } from '../../request/call.ts';
import { sub } from '../../view/cells.ts';
import { pageHead } from '../../view/page-head.ts';
import { explained, facts, panel } from '../../view/panel.ts';
import { avatar, noEmailChip, personName } from '../../view/person.ts';
import { rankStat, stat, stats } from '../../view/stats.ts';
import { table } from '../../view/table.ts';
import { timeElement } from '../../view/time.ts';
import { definePage } from '../page.ts';
import { EDITORS, isOwn, mayEdit, SEES_PEOPLE, seesPeople } from '../roles.ts';
import { reasonOf, statusChip } from '../shop/redemption-view.ts';
import { mayGive } from '../thanks/who-thanks.ts';
import { noteLook } from './noted-look.ts';
import { awardBadge, badgesPanel, revokeBadge } from './person-badges.ts';
import { correctCoins, correctionPanels, correctXp } from './person-corrections.ts';
import { dataPanels, erasePerson } from './person-data.ts';
import { invitationPanel, invitePerson, printPersonCard } from './person-invitation.ts';
import { rolePanel, setRole } from './person-role.ts';
import { coinsPanel, entryFiles, xpPanel } from './person-xp.ts';
import { nameOf, requirePerson } from './require-person.ts';
import { roleOnRecord } from './role-on-record.ts';

const PATH = '/people/:id';

const fullName = ({ t }: Call, person: EmployeeRow): Html =>
  personName(t, { name: nameOf(person), email: person.email });

const deactivate = formAction({
  path: `${PATH}/deactivate`,
  roles: EDITORS,
  of: requirePerson,
  form: defineForm({
    id: 'deactivate',
    fields: { reason: text({ max: 500 }) },
    texts: ({ people, forms }) => ({
      button: people.deactivate,
      fields: { reason: { label: people.reason, empty: forms.giveReason } },
    }),
  }),
  submit: async (call, { reason }, { subject: person }) => {
    const { role: by } = call.session;
    await call.change('deactivateEmployee', { employee: person.id, reason, by });
    return { done: call.t.people.isDeactivated({ person: fullName(call, person) }) };
  },
});

const reactivate = formAction({
  path: `${PATH}/reactivate`,
  roles: EDITORS,
  of: requirePerson,
  form: buttonForm('reactivate', ({ people }) => people.reactivate),
  submit: async (call, _, { subject: person }) => {
    await call.change('reactivateEmployee', { employee: person.id, by: call.session.role });
    return { done: call.t.people.isActiveAgain({ person: fullName(call, person) }) };
  },
});

/** One person: the record, XP and coins entry by entry, badges, redemptions, and what can be done. */
export const personPage = definePage({
  path: PATH,
  roles: SEES_PEOPLE,
  mayOpen: seesPeople,
  isOfCompany: true,
  actions: [
    correctXp,
    correctCoins,
    awardBadge,
    revokeBadge,
    invitePerson,
    printPersonCard,
    setRole,
    deactivate,
    reactivate,
    erasePerson,
  ],
  show: async (call) => {
    const { t, services, company, now, session, href } = call;
    const board = await services.boards.ranking(company.companyId, 'this_month', now);
    const person = requirePerson(call);
    await noteLook(call, 'history', person);
    const path = href(`/people/${person.id}`);
    const name = nameOf(person);
    const isEditor = mayEdit(session.role);
    const mayGive = isEditor && !isOwn(call, person.id);
    const state =
      person.deactivatedAt === null
        ? html`<span class="chip ok">${t.people.active}</span>`
        : html`<span class="chip bad">${t.people.deactivated}</span>`;
    const head = pageHead({
      title: personName(t, { name, email: null }),
      picture: avatar(name, true),
      above: { href: href('/people'), label: t.people.title },
      lead: html`${[person.jobTitle, person.departmentName].filter(Boolean).join(' · ')} ${state}`,
      tools: tools(call, person),
    });
    return {
      title: name,
      current: '/people',
      body: html`${head}
<div class="stack">${figures(call, person, board)}
<div class="cols"><div class="stack">${xpPanel(call, person, path, entryFiles(call, person, 'xp'))}${coinsPanel(call, person, path, entryFiles(call, person, 'coins'))}${badgesPanel(call, person, mayGive)}${redemptionsPanel(call, person)}</div>
<div class="stack">${recordPanel(call, person)}${rolePanel(call, person)}${isEditor ? invitationPanel(call, person) : ''}${mayGive ? correctionPanels(call) : ''}${isEditor && mayChangeAccess(session.role, person) ? statePanel(call, person) : ''}${session.role === 'owner' ? dataPanels(call, person) : ''}</div></div></div>`,
    };
  },
});

function tools(call: Call, { id, deactivatedAt, ...person }: EmployeeRow): Html {
  const { t, session, href } = call;
  const thank =
    deactivatedAt === null && mayGive(call) && !isOwn(call, id)
      ? html`<a class="btn" href="/portal/thanks/give?to=${id}">${t.thanks.give}</a>`
      : '';
  const edit =
    mayEdit(session.role) && mayChangeAccess(session.role, person)
      ? html`<a class="btn" href="${href(`/people/${id}/edit`)}">${t.people.edit}</a>`
      : '';
  return html`${thank}${edit}`;
}

function figures({ t, now }: Call, person: EmployeeRow, board: Board): Html {
  const { people } = t;
  const missing = xpToNextLevel(person.xp);
  const level = levelOf(person.xp);
  const { number: employee, departmentName, departmentNumber } = person;
  return stats(t, [
    stat(people.level, level, {
      more:
        missing === 0 ? people.highestLevel : people.xpToLevel({ xp: missing, level: level + 1 }),
    }),
    stat('XP', person.xp),
    stat(people.coins, person.coins),
    rankStat(
      t,
      people.rankInMonth({ month: t.format.month(now, now) }),
      board.rankOf(employee),
      board.size,
    ),
    rankStat(
      t,
      departmentName === null
        ? people.rankInDepartment
        : people.rankIn({ department: departmentName }),
      board.departmentRankOf(employee),
      board.departmentSize(departmentNumber),
    ),
  ]);
}

function redemptionsPanel({ t, services, company, now }: Call, person: EmployeeRow): Html {
  const { people } = t;
  const key = { companyId: company.companyId, number: person.number };
  const rows = services.db.all(personExport.listRedemptions, key).reverse();
  if (rows.length === 0) return html``;
  const list = table<(typeof rows)[number]>({
    ...{ label: people.redemptions, rows },
    columns: [
      {
        head: people.item,
        cell: (one) => html`<span class="strong">${one.itemName}</span>${sub(reasonOf(t, one))}`,
      },
      {
        ...{ head: people.requested, shown: 'tablet', isMuted: true },
        cell: ({ createdAt }) => timeElement(t, createdAt, now),
      },
      { head: people.coins, isNumber: true, cell: ({ coinPrice }) => t.format.number(coinPrice) },
      { head: people.status, isNumber: true, cell: ({ status }) => statusChip(t, status) },
    ],
  });
  return panel({ id: 'redemptions', title: people.redemptions, isFull: true }, list);
}

function recordPanel({ t, now }: Call, person: EmployeeRow): Html {
  const { people } = t;
  const { deactivatedAt, deactivatedBy, deactivationReason, accountName } = person;
  const when = deactivatedAt === null ? null : timeElement(t, deactivatedAt, now);
  const how = when && (deactivatedBy === 'sync' ? people.byRoster({ when }) : when);
  return panel(
    { id: 'record', title: people.record },
    facts([
      [people.externalId, person.externalId],
      [
        people.email,
        person.hasEmail === 1 ? person.email : html`${noEmailChip(t, false)} ${people.withCard}`,
      ],
      [people.department, person.departmentName],
      ...DETAIL_FIELDS.map((one) => [people.details[DETAIL_NAMES[one]], person[one]] as const),
      [people.role, roleOnRecord(t, person)],
      [people.nameGiven, accountName === null ? null : person.givenName],
      [people.joined, t.format.day(person.createdAt)],
      [t.shown.onBoards, choiceOf(t, person)],
      [
        people.deactivatedOn,
        how && deactivationReason !== null
          ? t.audit.because({ decision: how, reason: deactivationReason })
          : how,
      ],
    ]),
  );
}

/** How somebody chose to be shown to others; null where they chose nothing. */
function choiceOf({ shown }: Call['t'], { shownAs, nickname }: EmployeeRow): Html | null {
  if (shownAs === null) return null;
  const { title } = shown.choices[shownAs as Choice];
  return shownAs === 'nickname' ? html`${title}: <bdi>${nickname ?? ''}</bdi>` : html`${title}`;
}

function statePanel(call: Call, { deactivatedAt }: EmployeeRow): Html {
  const { people } = call.t;
  return deactivatedAt === null
    ? panel({ id: 'state', title: people.deactivate, isDangerous: true }, [
        explained(people.deactivateText),
        deactivate.write(call, { kind: 'bad' }),
      ])
    : panel({ id: 'state', title: people.reactivate }, [
        explained(people.reactivateText),
        reactivate.write(call, { kind: '' }),
      ]);
}
