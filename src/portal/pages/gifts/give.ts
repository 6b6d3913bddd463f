import { HOUR_MS } from '../../../domain/duration.ts';
import { asFailure } from '../../../domain/errors.ts';
import { dayOf, parseIsoTime } from '../../../domain/iso-time.ts';
import { type Html, html } from '../../../http/response/html.ts';
import { type GiftValues, isNothing, readGiftValues } from '../../../service/gifts/gift-row.ts';
import { showGift } from '../../../service/gifts/gifts.ts';
import { formAction } from '../../forms/action.ts';
import { defineForm, type Values } from '../../forms/form.ts';
import { day, hidden, hiddenCount, optional, pick, text, whole } from '../../forms/kinds.ts';
import { readForm } from '../../forms/read-form.ts';
import { Refused } from '../../forms/refused.ts';
import { writeForm } from '../../forms/write-form.ts';
import type { Call } from '../../request/call.ts';
import { strong } from '../../view/marks.ts';
import { note } from '../../view/note.ts';
import { pageHead } from '../../view/page-head.ts';
import { explained, panel } from '../../view/panel.ts';
import { badgeChoices } from '../badges/badge-choices.ts';
import { departmentChoices } from '../departments/department-choices.ts';
import { definePage } from '../page.ts';
import { EDITORS } from '../roles.ts';
import { giveRest, sumsOf } from './gift.ts';
import { isLarge, type Preview, previewOf, previewPanels } from './give-preview.ts';
import { MAX_PEOPLE, select } from './selection.ts';

const PATH = '/given/new';

const MAX_AMOUNT = 1_000_000_000;

const amount = () => optional(whole({ min: -MAX_AMOUNT, max: MAX_AMOUNT }));

/** To whom and what. It stands in the address, so that the list of people leads here with what it shows. */
const chooseForm = defineForm({
  id: 'choose',
  fields: {
    ...{ q: hidden(), role: hidden() },
    ...{ department: optional(pick()), holders: optional(pick()) },
    ...{ xp: amount(), coins: amount(), badge: optional(pick()) },
    ...{ date: day(), reason: text({ max: 500 }) },
  },
  rows: [['xp', 'coins']],
  texts: ({ given }) => ({
    button: given.showPreview,
    fields: {
      department: { label: given.department, hint: given.departmentHint },
      holders: given.holders,
      xp: { label: given.xpEach, hint: given.amountHint },
      coins: { label: given.coinsEach, hint: given.amountHint },
      badge: given.badge,
      date: { label: given.countsFor, empty: given.dayUpToToday },
      reason: { label: given.reason, hint: given.reasonHint, empty: given.giveReason },
    },
  }),
});

type Chosen = Values<typeof chooseForm.fields>;

const sent = () => hidden();

const give = formAction({
  path: PATH,
  roles: EDITORS,
  form: defineForm({
    id: 'give',
    fields: {
      ...{ q: sent(), role: sent(), department: sent(), holders: sent(), xp: sent() },
      ...{ coins: sent(), badge: sent(), date: sent(), reason: sent() },
      /** How many people the preview had. */
      people: hiddenCount(),
      again: optional(whole({ min: -MAX_AMOUNT * 5_000, max: MAX_AMOUNT * 5_000 })),
    },
    texts: ({ given }) => ({
      ...{ button: given.give, refused: given.notGiven },
      fields: { again: given.amountAgain },
    }),
  }),
  submit: async (call, { people, again, ...asked }) => {
    const { t, services, company, href } = call;
    const { selection, values, preview } = await prepare(call, new URLSearchParams(asked));
    if (preview.people !== people || people === 0 || selection.isTooMany)
      throw new Refused(t.given.changed);
    try {
      preview.amounts.require(again);
    } catch (error) {
      if (!asFailure(error, 'amount_unconfirmed')) throw error;
      throw new Refused('', { again: t.given.largeAmount });
    }
    const { origin, subject, people: numbers } = selection;
    const input = { origin, subject, people: numbers, values };
    const step = await call.change('giveToPeople', input, numbers.length);
    if (step.gift === null) return { to: href(`/given/${step.repeated}`) };
    if (!step.isDone) await giveRest(call, step.gift);
    const gift = showGift(services.db, company.companyId, step.gift);
    return { to: href(`/given/${gift.id}`), done: t.given.givenNow({ strong, ...sumsOf(gift) }) };
  },
});

/** Gives XP, coins or a badge to many at once, after a preview. */
export const givePage = definePage({
  path: PATH,
  roles: EDITORS,
  isOfCompany: true,
  actions: [give],
  show: async (call) => {
    const { t, href, refusal } = call;
    const { given } = t;
    const asked = refusal ? new URLSearchParams(refusal.values) : call.query;
    const head = pageHead({
      ...{ title: given.give, lead: given.giveLead },
      above: { href: href('/given'), label: given.title },
    });
    const isAsked = asked.has('reason');
    const { fields, panels } = isAsked ? await tried(call, asked) : { fields: {}, panels: html`` };
    return {
      title: given.give,
      current: '/given',
      body: html`${head}
<div class="stack">${choosePanel(call, asked, fields)}${panels}</div>`,
    };
  },
});

/** What is wrong with what was asked for, or its preview. */
async function tried(
  call: Call,
  asked: URLSearchParams,
): Promise<{ fields: Readonly<Record<string, string>>; panels: Html }> {
  try {
    return { fields: {}, panels: panelsOf(call, await prepare(call, asked), asked) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { fields: error.fields, panels: html`` };
  }
}

/** @throws Refused naming each field that is wrong */
async function prepare(call: Call, asked: URLSearchParams): Promise<Preview> {
  const chosen = readForm(chooseForm, asked, call.t);
  const values = valuesOf(call, chosen);
  const { department, holders, q: search, role } = chosen;
  const filters = { department, holders, search, withRole: role === 'any' };
  return previewOf(call, await select(call, filters), values);
}

/** @throws Refused, and EngagedError for a badge that there is not */
function valuesOf(
  { t, now, services, company }: Call,
  { xp, coins, badge, date, reason }: Chosen,
): GiftValues {
  const time = parseIsoTime(date);
  if (time === undefined || time > now) throw new Refused('', { date: t.given.dayUpToToday });
  // Today is now. Of another day the middle, so that the month is the same everywhere.
  const at = date === dayOf(now) ? null : time + 12 * HOUR_MS;
  const values = { xp: xp ?? 0, coins: coins ?? 0, badge, reason, at };
  if (isNothing(values)) throw new Refused('', { xp: t.given.nothingToGive });
  return readGiftValues({ db: services.db, companyId: company.companyId, now }, values);
}

function choosePanel(
  call: Call,
  asked: URLSearchParams,
  fields: Readonly<Record<string, string>>,
): Html {
  const { t, href, now } = call;
  const { given } = t;
  const [search, role] = [asked.get('q') ?? '', asked.get('role') ?? ''];
  const isSelected = search !== '' || role !== '';
  const values = { date: dayOf(now), ...Object.fromEntries(asked) };
  const form = writeForm(chooseForm, {
    ...{ t, isQuery: true, action: href(PATH) },
    refusal: { values, fields, action: '', message: '', chosen: {} },
    options: {
      department: departmentChoices(call, given.everybodyActive),
      holders: badgeChoices(call, given.anyBadge),
      badge: badgeChoices(call, given.noBadge),
    },
    above: isSelected ? explained(given.selected({ search, withRole: role === 'any' })) : html``,
  });
  return panel({ id: 'choose-panel', title: given.toWhom, isNarrow: true }, form);
}

function panelsOf(call: Call, all: Preview, asked: URLSearchParams): Html {
  const { given } = call.t;
  if (all.selection.isTooMany) {
    const command = html`<p><code class="command" tabindex="0">engaged give --help</code></p>`;
    return note('warn', html`<p>${given.tooMany({ count: MAX_PEOPLE })}</p>${command}`);
  }
  const { preview } = all;
  const value = (name: string) => asked.get(name) ?? '';
  const form =
    preview.people === 0
      ? html``
      : give.write(call, {
          values: {
            ...{ q: value('q'), role: value('role'), department: value('department') },
            ...{ holders: value('holders'), xp: value('xp'), coins: value('coins') },
            ...{ badge: value('badge'), date: value('date'), reason: value('reason') },
            people: preview.people,
          },
          left: isLarge(all) ? [] : ['again'],
          button: given.giveThis(preview),
        });
  return previewPanels(call, all, form);
}
