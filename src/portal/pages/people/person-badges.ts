import { type Html, html } from '../../../http/response/html.ts';
import * as badges from '../../../store/badges/badges.ts';
import type { EmployeeRow } from '../../../store/people/employees.ts';
import * as personExport from '../../../store/people/person-export.ts';
import { formAction } from '../../forms/action.ts';
import { buttonForm, defineForm } from '../../forms/form.ts';
import { pick } from '../../forms/kinds.ts';
import type { Call } from '../../request/call.ts';
import { linesOf } from '../../view/cells.ts';
import { strong, unseen } from '../../view/marks.ts';
import { panel } from '../../view/panel.ts';
import { personName } from '../../view/person.ts';
import { rarityName } from '../badges/badges.ts';
import { badgePicture, rarityClass } from '../badges/medal.ts';
import { EDITORS } from '../roles.ts';
import { nameOf, requireOtherPerson } from './require-person.ts';

export const awardBadge = formAction({
  path: '/people/:id/badges',
  roles: EDITORS,
  of: requireOtherPerson,
  form: defineForm({
    id: 'award-badge',
    fields: { code: pick() },
    layout: 'inline',
    texts: ({ people }) => ({
      ...{ button: people.awardBadge, refused: people.noBadgeChanged },
      fields: { code: { label: people.badge, empty: people.chooseBadge } },
    }),
  }),
  submit: async (call, { code }, { subject: person }) => {
    const { name } = await call.change('awardBadge', { employee: person.id, code });
    const who = personName(call.t, { name: nameOf(person), email: person.email });
    return { done: call.t.badges.isAwarded({ badge: strong(name), person: who }) };
  },
});

export const revokeBadge = formAction({
  path: '/people/:id/badges/:code/revoke',
  roles: EDITORS,
  of: requireOtherPerson,
  form: buttonForm('revoke-badge', ({ badges }) => badges.revoke),
  submit: async (call, _, { subject: { id: employee } }) => {
    const { code } = call.params;
    const { name } = await call.change('revokeBadge', { employee, code });
    return { done: call.t.people.badgeRevoked({ badge: strong(name) }) };
  },
});

/** The badges that a person holds. @param mayGive whether others can be awarded */
export function badgesPanel(call: Call, person: EmployeeRow, mayGive: boolean): Html {
  const { t, services, company, href } = call;
  const { db } = services;
  const { companyId } = company;
  const catalogue = db.all(badges.list, { companyId });
  const held = db
    .all(personExport.listBadges, { companyId, number: person.number })
    .filter(({ revokedAt }) => revokedAt === null)
    .reverse();
  const codes = new Set(held.map(({ code }) => code));
  const others = catalogue.filter(({ code }) => !codes.has(code));
  const byCode = new Map(catalogue.map((badge) => [badge.code, badge]));
  const rows = held.map(({ code, name, awardedAt }) => {
    const { rarity = 'common', iconUrl = null } = byCode.get(code) ?? {};
    const revoke = () =>
      revokeBadge.write(call, {
        params: { id: person.id, code },
        button: t.badges.revokeOf({ person: unseen(name) }),
        kind: 's q bad',
      });
    return html`<li>${badgePicture(call, { rarity, iconUrl }, { size: 32 })}<div class="grow"><p class="strong">${name}</p><p class="small ${rarityClass(rarity)}">${rarityName(t, rarity)}</p></div><span class="small muted">${t.format.day(awardedAt)}</span>${mayGive ? revoke() : ''}</li>
`;
  });
  const award = () =>
    awardBadge.write(call, {
      options: {
        code: [
          ['', t.people.chooseABadge],
          ...others.map(({ code, name }) => [code, name] as const),
        ],
      },
      kind: '',
    });
  const link = (label: string) => html`<a href="${href('/badges')}">${label}</a>`;
  const none = catalogue.length === 0 ? t.people.noBadgesYet({ badges: link }) : t.people.noneYet;
  return panel(
    {
      ...{ id: 'badges', title: t.badges.title, isFull: true },
      beside: t.people.badgesOf({ held: held.length, all: catalogue.length }),
      footer: mayGive && others.length > 0 ? award() : undefined,
    },
    linesOf(rows, none),
  );
}
