import type { Board } from '../../../domain/board/board.ts';
import { DAY_MS } from '../../../domain/duration.ts';
import { KUDOS_VISIBILITIES } from '../../../domain/kudos.ts';
import { monthOf, monthStart } from '../../../domain/period.ts';
import { type Html, html } from '../../../http/response/html.ts';
import { programmeOf } from '../../../service/company/programme.ts';
import type { DepartmentAllowance, KudosSettings } from '../../../service/kudos/kudos-settings.ts';
import { listKudosValues } from '../../../service/kudos/kudos-values.ts';
import { formAction } from '../../forms/action.ts';
import { defineForm } from '../../forms/form.ts';
import { hidden, hiddenCount, optional } from '../../forms/kinds.ts';
import type { Call } from '../../request/call.ts';
import { note } from '../../view/note.ts';
import { explained, facts, panel } from '../../view/panel.ts';
import { departmentTree } from '../departments/department-choices.ts';
import { EDITORS } from '../roles.ts';
import { RECOGNITION } from './recognition-head.ts';

const PAGE = `${RECOGNITION}/settings`;

/** Lets people thank each other, with the points and coins that the page says, unless somebody changed them meanwhile. */
export const switchOn = formAction({
  path: `${PAGE}/on`,
  roles: EDITORS,
  form: defineForm({
    id: 'on',
    fields: {
      ...{ allowance: hiddenCount(), coins_per_point: hiddenCount(), visibility: hidden() },
      budget: optional(hiddenCount()),
    },
    texts: ({ recognition }) => ({ button: recognition.switchOn, fields: {} }),
  }),
  submit: async (call, { visibility: shown, ...seen }) => {
    const visibility = KUDOS_VISIBILITIES.find((one) => one === shown);
    await call.change('changeThanks', {
      changes: { on: true },
      seen: { ...seen, visibility, on: false },
    });
    return { to: call.href(PAGE), done: html`${call.t.recognition.isOn}` };
  },
});

export const switchOff = formAction({
  path: `${PAGE}/off`,
  roles: EDITORS,
  form: defineForm({
    ...{ id: 'off', fields: { seen: hidden() } },
    texts: ({ recognition }) => ({ button: recognition.switchOff, fields: {} }),
  }),
  submit: async (call, { seen }) => {
    await call.change('changeThanks', { changes: { on: false }, seen: { on: seen === 'on' } });
    return { to: call.href(PAGE), done: html`${call.t.recognition.isOff}` };
  },
});

type Shown = {
  settings: KudosSettings;
  allowances: readonly DepartmentAllowance[];
  board: Board;
  isEditor: boolean;
};

/** Whether people thank each other, what that means now, and the button that changes it. */
export function switchPanel(call: Call, shown: Shown): Html {
  const { t, services, company, href } = call;
  const { recognition } = t;
  const { settings, isEditor } = shown;
  const hasValues = listKudosValues(services.db, company.companyId).some(({ active }) => active);
  const link = html`<a href="${href(`${RECOGNITION}/values`)}">${recognition.parts.values}</a>`;
  const lack = hasValues ? '' : note('warn', recognition.lacksValues({ link }));
  const { allowance, coins_per_point, budget, visibility } = settings;
  const on = switchOn.write(call, {
    values: { allowance, coins_per_point, budget, visibility },
  });
  const off = html`<details><summary>${recognition.switchOffAsk}</summary>${explained(recognition.switchOffText)}${switchOff.write(call, { values: { seen: 'on' }, kind: 'bad' })}</details>`;
  return panel(
    {
      ...{ id: 'switch', title: settings.on ? recognition.areOn : recognition.areOff },
      beside: settings.on ? recognition.areOnText : recognition.areOffText,
    },
    html`${lack}${consequences(call, shown)}${isEditor ? (settings.on ? off : on) : ''}`,
  );
}

/** What people have to give and until when, or would. */
function consequences(call: Call, { settings, allowances, board }: Shown): Html {
  const { t, services, company, now } = call;
  const { recognition, format } = t;
  const next = monthStart(monthOf(now) + 1);
  const days = { last: format.calendarDay(next - DAY_MS), next: format.calendarDay(next) };
  const { allowance, budget, coins_per_point } = settings;
  const all = mostPoints(call, { settings, allowances, board });
  const points = budget === null ? all : Math.min(all, budget);
  const coins = points * coins_per_point;
  const { worth_of_100_coins, currency } = programmeOf(services.db, company.companyId);
  const worth = (coins * worth_of_100_coins) / 100;
  const most = { points, coins, count: board.size };
  const said = (on: string, off: string) => (settings.on ? on : off);
  return facts([
    [
      recognition.everybody,
      html`${said(recognition.hasPoints({ allowance, ...days }), recognition.getsPoints({ allowance, ...days }))}${allowances.length > 0 ? ` ${recognition.othersHave({ count: allowances.length })}` : ''}`,
    ],
    [
      recognition.atMost,
      `${recognition.together(most)}${worth > 0 ? ` ${recognition.worth({ worth: format.money(worth, currency) })}` : ''}${budget === null ? '' : ` ${recognition.isBudget}`}`,
    ],
    [recognition.whoSees, recognition.visibilities[settings.visibility].text],
    [recognition.onPages, settings.on ? null : recognition.onPagesText],
    [recognition.told, settings.on ? null : recognition.toldText],
  ]);
}

/** The points that everybody together can give in a whole month, by the departments they are in. */
function mostPoints(call: Call, { settings, allowances, board }: Omit<Shown, 'isEditor'>): number {
  const own = new Map(allowances.map(({ id, allowance }) => [id, allowance]));
  const byNumber = new Map<number, number>();
  let [people, points] = [0, 0];
  // Each stands below the one that it belongs to.
  for (const { row } of departmentTree(call)) {
    const above = row.parentNumber === null ? undefined : byNumber.get(row.parentNumber);
    const allowance = own.get(row.id) ?? above ?? settings.allowance;
    byNumber.set(row.number, allowance);
    const size = board.departmentSize(row.number);
    people += size;
    points += size * allowance;
  }
  return points + (board.size - people) * settings.allowance;
}
