import { html } from '../../../http/response/html.ts';
import * as badges from '../../../store/badges/badges.ts';
import { formAction } from '../../forms/action.ts';
import { isMany, requireCount } from '../../forms/confirm.ts';
import { defineForm } from '../../forms/form.ts';
import { typedCount } from '../../forms/kinds.ts';
import type { Call } from '../../request/call.ts';
import { strongLink, sub } from '../../view/cells.ts';
import { pageHead } from '../../view/page-head.ts';
import { listing } from '../../view/panel.ts';
import { table } from '../../view/table.ts';
import { definePage } from '../page.ts';
import { EDITORS } from '../roles.ts';

const PATH = '/badge-rules';

/** How many people each rule would award its badge to now. */
async function countRules({ services, company }: Call) {
  const { companyId } = company;
  const rules = services.db
    .all(badges.list, { companyId })
    .flatMap(({ xpThreshold, ...badge }) =>
      xpThreshold === null ? [] : { ...badge, xpThreshold },
    );
  const counted: ((typeof rules)[number] & { people: number })[] = [];
  // Each reads everybody. Between them the thread does what others ask for.
  for (const rule of rules) {
    const people = await services.ranker.countEligible({ companyId, ...rule });
    counted.push({ ...rule, people });
  }
  return { rules: counted, total: counted.reduce((sum, { people }) => sum + people, 0) };
}

const apply = formAction({
  path: PATH,
  roles: EDITORS,
  form: defineForm({
    id: 'rules',
    fields: { people: typedCount() },
    texts: (t) => ({
      ...{ button: t.badges.applyRules, refused: t.badges.notAwarded },
      fields: { people: '' },
    }),
  }),
  submit: async (call, { people }) => {
    const { total } = await countRules(call);
    if (isMany(total)) requireCount(call, 'people', people, total);
    const { outcomes } = await call.change('applyBadgeRules', { atMost: total });
    const count = outcomes.reduce((sum, one) => sum + one.awarded, 0);
    return { to: call.href('/badges'), done: html`${call.t.badges.areAwarded({ count })}` };
  },
});

/** Awards what rules say to people who reached them while they were deactivated. */
export const badgeRulesPage = definePage({
  path: PATH,
  roles: EDITORS,
  isOfCompany: true,
  actions: [apply],
  show: async (call) => {
    const { t, href } = call;
    const { rules, total } = await countRules(call);
    const above = { href: href('/badges'), label: t.badges.title };
    const list = table<(typeof rules)[number]>({
      label: t.badges.rules,
      rows: rules,
      columns: [
        {
          head: t.badges.badge,
          cell: ({ code, name, xpThreshold }) =>
            html`${strongLink(href(`/badges/${encodeURIComponent(code)}`), name)}${sub(t.badges.atXp({ xp: xpThreshold }), 'phones')}`,
        },
        {
          ...{ head: t.badges.rule, isNumber: true, shown: 'tablet' },
          cell: ({ xpThreshold }) => t.counts.xp(xpThreshold),
        },
        {
          head: t.badges.newHolders,
          isNumber: true,
          cell: ({ people }) => t.format.number(people),
        },
      ],
    });
    const form = apply.write(call, {
      fields: { people: t.forms.typePeople({ count: total }) },
      left: isMany(total) ? [] : ['people'],
      button: t.badges.awardThese({ count: total }),
    });
    return {
      title: t.badges.applyRules,
      current: '/badges',
      body: html`${pageHead({ title: t.badges.applyRules, above, lead: t.badges.rulesLead })}
${listing(list, total === 0 ? html`<p class="pad muted">${t.badges.everybodyHasThem}</p>` : html`<div class="pad">${form}</div>`)}`,
    };
  },
});
