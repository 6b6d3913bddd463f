import { DAY_MS } from '../../../domain/duration.ts';
import { KUDOS_VISIBILITIES, type KudosVisibility } from '../../../domain/kudos.ts';
import { monthOf, monthStart } from '../../../domain/period.ts';
import { ROLES } from '../../../domain/portal-role.ts';
import { type Html, html } from '../../../http/response/html.ts';
import { findGiver, type Giver } from '../../../service/kudos/evaluate-kudos.ts';
import { type KudosSettings, kudosSettings } from '../../../service/kudos/kudos-settings.ts';
import { listKudosValues } from '../../../service/kudos/kudos-values.ts';
import type { EmployeeRow } from '../../../store/people/employees.ts';
import { formAction } from '../../forms/action.ts';
import { buttonForm } from '../../forms/form.ts';
import { Refused } from '../../forms/refused.ts';
import type { Choices } from '../../forms/write-field.ts';
import type { Call } from '../../request/call.ts';
import { pageHead } from '../../view/page-head.ts';
import { emptyPanel } from '../../view/panel.ts';
import { findMe, noEmployee } from '../me/find-me.ts';
import { definePage } from '../page.ts';
import { costs } from './costs.ts';
import { FEED } from './feed-choice.ts';
import { FIRST_POINTS, FORM, GIVE, giveForm, OFFERED_POINTS } from './give-form.ts';
import { findReceivers, type Receiver } from './receivers.ts';
import { whoPanel } from './who-panel.ts';
import { hasThanks, requireMe } from './who-thanks.ts';

/** Gives thanks, unless the button named other points than the form has by now. */
const give = formAction({
  path: GIVE,
  roles: ROLES,
  of: requireMe,
  form: giveForm,
  submit: async (call, order, { subject: me, formId }) => {
    const { to, counted, other, value, message, visibility } = order;
    const { t } = call;
    const points = other ?? Number(order.points);
    if (to.length === 0) throw new Refused('', { q: t.thanks.chooseSomebody });
    if (Number.isNaN(points) || counted !== String(points)) return { again: GIVE };
    const given = await call.change('giveThanks', {
      ...{ giver: me.id, to, points, value, message, visibility },
      once: `portal ${formId}`,
    });
    return {
      to: call.href(`${FEED}/${given.id}`),
      done: t.thanks.isGiven({
        count: to.length,
        left: given.left,
        last: lastDay(call),
      }),
    };
  },
});

/** Looks for people, and adds and removes them, while the rest of the form stays as it is. */
const choose = formAction({
  path: `${GIVE}/who`,
  roles: ROLES,
  of: requireMe,
  form: buttonForm('who', ({ thanks }) => thanks.search),
  submit: async () => ({ again: GIVE }),
});

/** The last day of the month, with which what is left ends. */
const lastDay = ({ t, now }: Call): string =>
  t.format.calendarDay(monthStart(monthOf(now) + 1) - DAY_MS);

/** Whom somebody thanks, with how many points, for what, and who may see it. */
export const giveThanksPage = definePage({
  path: GIVE,
  roles: ROLES,
  mayOpen: hasThanks,
  isOfCompany: false,
  actions: [give, choose],
  show: async (call) => {
    const { t, services, company, now, query, refusal } = call;
    const { companyId } = company;
    const { db } = services;
    const { q: sought = '' } = refusal?.values ?? {};
    const board = await services.boards.ranking(companyId, 'this_month', now);
    const found = await whoPanel.search(call, sought);
    const me = findMe(call);
    if (!me) return noEmployee(call);
    const settings = kudosSettings(db, companyId);
    const giver = findGiver({ db, companyId, now }, settings, me.number);
    const title = t.thanks.give;
    const above = { href: call.href(FEED), label: t.thanks.title };
    const values = listKudosValues(db, companyId).filter(({ active }) => active);
    const obstacle =
      giver.part !== null
        ? t.thanks.noGiver
        : values.length === 0
          ? t.thanks.withoutValues
          : undefined;
    if (obstacle !== undefined) {
      return {
        ...{ title, current: FEED },
        body: html`${pageHead({ title, above })}
${emptyPanel({ icon: 'heart', title: t.thanks.notNow, text: obstacle })}`,
      };
    }
    const asked = query.getAll('to');
    const receivers = findReceivers(call, me, refusal ? chosenIn(refusal) : asked);
    const { allowance, left } = giver;
    const lead = t.thanks.leftOf({ left, allowance, last: lastDay(call) });
    const who = whoPanel.write(call, { me, board, receivers, sought, found });
    const choices = values.map(({ code, name }) => [code, name] as const);
    const form = formOf(call, { settings, giver, receivers, who, me, choices });
    return {
      ...{ title, current: FEED },
      body: html`${pageHead({ title, above, lead })}
<div class="cols giving">${form}<div class="stack">${costs(call, { settings, giver, receivers })}</div></div>`,
    };
  },
});

/** Who is chosen in a form that was sent. */
function chosenIn({ chosen, values }: NonNullable<Call['refusal']>): string[] {
  const { to = [] } = chosen;
  const { add = '', remove } = values;
  return [...to, add].filter((id) => id !== '' && id !== remove);
}

function formOf(
  call: Call,
  options: {
    settings: KudosSettings;
    giver: Giver;
    receivers: readonly Receiver[];
    me: EmployeeRow;
    who: Html;
    choices: Choices;
  },
): Html {
  const { t } = call;
  const { settings, giver, receivers, me, who, choices } = options;
  const { message_min: min, message_max: max } = settings;
  const offered = OFFERED_POINTS.filter((points) => points <= giver.allowance);
  const { left } = giver;
  const first = left >= FIRST_POINTS * Math.max(1, receivers.length) ? FIRST_POINTS : 0;
  return give.write(call, {
    id: FORM,
    above: who,
    buttons: [],
    values: {
      to: receivers.map(({ id }) => id),
      points: String(first),
      value: choices[0]?.[0] ?? '',
      visibility: settings.visibility,
    },
    left: ['counted'],
    options: {
      points: offered.map((points) => [
        String(points),
        points === 0 ? t.thanks.noPoints : t.format.number(points),
      ]),
      value: choices,
      visibility: KUDOS_VISIBILITIES.map((one) => [one, whoMaySee(call, one, me, receivers)]),
    },
    fields: {
      message: { label: t.thanks.whatDidTheyDo, hint: t.thanks.messageHint({ min, max }) },
    },
  });
}

function whoMaySee(
  { t, company }: Call,
  visibility: KudosVisibility,
  me: EmployeeRow,
  receivers: readonly Receiver[],
): Html {
  const departments = new Set(
    [me, ...receivers].flatMap(({ departmentName }) => departmentName ?? []),
  );
  const { title, text } = t.thanks.visibilities[visibility];
  const about = {
    ...{ company: company.name, count: receivers.length + 1 },
    departments: t.format.allOf([...departments]),
    names: t.format.allOf(receivers.map(({ name }) => name ?? t.accounts.noName)),
  };
  return html`<b>${title(about)}</b><span class="muted">${text(about)}</span>`;
}
