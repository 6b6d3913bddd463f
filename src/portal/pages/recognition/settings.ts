import { KUDOS_VISIBILITIES } from '../../../domain/kudos.ts';
import { html } from '../../../http/response/html.ts';
import {
  departmentAllowances,
  KUDOS_BOUNDS,
  type KudosSettings,
  kudosSettings,
} from '../../../service/kudos/kudos-settings.ts';
import { changeAction } from '../../forms/action.ts';
import { defineForm } from '../../forms/form.ts';
import { cards, optional, whole } from '../../forms/kinds.ts';
import type { Call } from '../../request/call.ts';
import { facts, panel } from '../../view/panel.ts';
import { definePage } from '../page.ts';
import { EDITORS, mayEdit, READERS } from '../roles.ts';
import { allowancesPanel, setAllowance } from './allowances.ts';
import { budgetPanel } from './budget.ts';
import { RECOGNITION, recognitionHead } from './recognition-head.ts';
import { switchOff, switchOn, switchPanel } from './switch.ts';

const PATH = `${RECOGNITION}/settings`;

const bounded = (field: keyof typeof KUDOS_BOUNDS) => {
  const [min, max] = KUDOS_BOUNDS[field];
  return whole({ min, max, isShort: true });
};

const POINTS = { allowance: bounded('allowance'), budget: optional(bounded('budget')) };
const REWARDS = {
  coins_per_point: bounded('coins_per_point'),
  giver_xp: bounded('giver_xp'),
  giver_xp_a_week: bounded('giver_xp_a_week'),
  receiver_xp: bounded('receiver_xp'),
};
const MESSAGES = { message_min: bounded('message_min'), message_max: bounded('message_max') };
const SEEN = { visibility: cards(KUDOS_VISIBILITIES) };

const namesOf = <T extends object>(fields: T) => Object.keys(fields) as (keyof T & string)[];

const change = changeAction({
  path: PATH,
  roles: EDITORS,
  form: defineForm({
    ...{ id: 'thanks', layout: 'sections' },
    fields: { ...POINTS, ...REWARDS, ...MESSAGES, ...SEEN },
    groups: [namesOf(POINTS), namesOf(REWARDS), namesOf(MESSAGES), namesOf(SEEN)],
    rows: [
      ['giver_xp', 'giver_xp_a_week'],
      ['message_min', 'message_max'],
    ],
    texts: ({ recognition, forms }) => ({
      button: forms.save,
      groups: [
        { title: recognition.pointsToGive, text: recognition.pointsToGiveText },
        { title: recognition.rewards, text: recognition.rewardsText },
        { title: recognition.messages, text: recognition.messagesText },
        { title: recognition.whoSees, text: recognition.whoSeesText },
      ],
      fields: {
        allowance: { label: recognition.allowance, hint: recognition.allowanceHint },
        budget: { label: recognition.budget, hint: recognition.budgetHint },
        coins_per_point: { label: recognition.coinsPerPoint, hint: recognition.coinsPerPointHint },
        giver_xp: recognition.giverXp,
        giver_xp_a_week: recognition.giverXpAWeek,
        receiver_xp: { label: recognition.receiverXp, hint: recognition.receiverXpHint },
        message_min: recognition.messageMin,
        message_max: recognition.messageMax,
        visibility: recognition.visibility,
      },
    }),
  }),
  submit: async (call, { changes, seen }) => {
    await call.change('changeThanks', { changes, seen });
    return { done: html`${call.t.settings.changed}` };
  },
});

/** What the company decides about thanks, with what follows from it. Viewers read it. */
export const recognitionSettingsPage = definePage({
  path: PATH,
  roles: READERS,
  isOfCompany: true,
  actions: [switchOn, switchOff, change, setAllowance],
  show: async (call) => {
    const { t, services, company, now, session } = call;
    const { recognition } = t;
    const { companyId } = company;
    const settings = kudosSettings(services.db, companyId);
    const allowances = departmentAllowances(services.db, companyId);
    const board = await services.boards.ranking(companyId, 'this_month', now);
    const isEditor = mayEdit(session.role);
    const form = change.write(call, {
      values: settings,
      options: {
        visibility: KUDOS_VISIBILITIES.map((one) => {
          const { title, text } = recognition.visibilities[one];
          return [one, html`<b>${title}</b><span class="muted">${text}</span>`];
        }),
      },
      beside: html`<a class="btn" href="${call.href(PATH)}">${t.forms.discard}</a>`,
    });
    return {
      title: recognition.titles.settings,
      current: RECOGNITION,
      body: html`${recognitionHead(call, 'settings', recognition.settingsLead)}
<div class="stack">${switchPanel(call, { settings, allowances, board, isEditor })}${budgetPanel(call)}${isEditor ? form : readOnly(call, settings)}${allowancesPanel(call, allowances, isEditor)}</div>`,
    };
  },
});

const readOnly = ({ t }: Call, settings: KudosSettings) => {
  const { recognition, format, counts } = t;
  const { budget, visibility } = settings;
  return panel(
    { id: 'settings', title: recognition.parts.settings },
    facts([
      [recognition.allowance, format.number(settings.allowance)],
      [recognition.budget, budget === null ? recognition.noBudget : format.number(budget)],
      [recognition.coinsPerPoint, format.number(settings.coins_per_point)],
      [recognition.giverXp, counts.xp(settings.giver_xp)],
      [recognition.giverXpAWeek, format.number(settings.giver_xp_a_week)],
      [recognition.receiverXp, counts.xp(settings.receiver_xp)],
      [recognition.messageMin, format.number(settings.message_min)],
      [recognition.messageMax, format.number(settings.message_max)],
      [recognition.visibility, recognition.visibilities[visibility].title],
    ]),
  );
};
