import { HOUR_MS } from '../../../domain/duration.ts';
import { asFailure } from '../../../domain/errors.ts';
import { newId } from '../../../domain/id.ts';
import { dayOf, parseIsoTime } from '../../../domain/iso-time.ts';
import { type Html, html } from '../../../http/response/html.ts';
import { type GiftValues, isNothing, readGiftValues } from '../../../service/gifts/gift-row.ts';
import { showGift } from '../../../service/gifts/gifts.ts';
import { type GiftProgress, LISTED_PER_STEP } from '../../../service/gifts/give.ts';
import { requireAmount } from '../../../service/xp/ask-above.ts';
import { fileAction, formAction } from '../../forms/action.ts';
import { defineForm } from '../../forms/form.ts';
import { file, hidden, hiddenCount, optional, several, whole } from '../../forms/kinds.ts';
import { readForm } from '../../forms/read-form.ts';
import { Refused } from '../../forms/refused.ts';
import { writeForm } from '../../forms/write-form.ts';
import type { Call } from '../../request/call.ts';
import { MAX_FILE_BYTES, MAX_MEGABYTES, TABLE_TYPES } from '../../request/upload-body.ts';
import { failureText } from '../../view/error-text.ts';
import { isolated, strong } from '../../view/marks.ts';
import { pageHead } from '../../view/page-head.ts';
import { explained, facts, panel } from '../../view/panel.ts';
import { badgeChoices } from '../badges/badge-choices.ts';
import { departmentChoices } from '../departments/department-choices.ts';
import { definePage } from '../page.ts';
import { readSelected, selectedFields, selectedIn, sentOrAsked } from '../people/selected.ts';
import { EDITORS } from '../roles.ts';
import { type Chosen, chooseForm, GIVE, MAX_AMOUNT, pathWith } from './choose-form.ts';
import { giveRest, sumsOf } from './gift.ts';
import { previewOf, previewPanels } from './give-preview.ts';
import { leaveRow, takePerson } from './list-repairs.ts';
import type { Preview } from './preview-rows.ts';
import { select, selectList } from './selection.ts';

const PATH = GIVE;

const sent = () => hidden();

const give = formAction({
  path: PATH,
  roles: EDITORS,
  form: defineForm({
    id: 'give',
    fields: {
      ...{ ...selectedFields(), list: sent(), department: sent(), holders: sent(), xp: sent() },
      ...{ coins: sent(), badge: sent(), date: sent(), reason: sent(), more: sent() },
      /** How many people the preview had. */
      people: hiddenCount(),
      takes: optional(several(['takes'])),
      again: optional(whole({ min: -MAX_AMOUNT * 5_000, max: MAX_AMOUNT * 5_000 })),
    },
    texts: ({ given }) => ({
      ...{ button: given.give, refused: given.notGiven },
      fields: {
        takes: { label: given.takes, options: { takes: given.takeIt } },
        again: given.amountAgain,
      },
    }),
  }),
  submit: async (call, { people, takes, again, person, ...texts }, { formId }) => {
    const { t, services, company, href } = call;
    const asked = new URLSearchParams(texts);
    for (const id of person) asked.append('person', id);
    const { selection, values, preview } = await prepare(call, asked);
    if (preview.people !== people || people === 0) throw new Refused(t.given.changed);
    if (preview.takes && takes === null) throw new Refused('', { takes: t.given.confirmTaking });
    try {
      requireAmount(preview.amounts, again);
    } catch (error) {
      if (!asFailure(error, 'amount_unconfirmed')) throw error;
      throw new Refused('', { again: t.given.largeAmount });
    }
    const step = await begin(call, selection, { values, once: texts.more === '' ? null : formId });
    if (step.gift === null)
      return { to: href(`/given/${step.repeated}`), done: html`${t.given.givenBefore}` };
    if (!step.isDone) await giveRest(call, step.gift);
    const gift = showGift(services.db, company.companyId, step.gift);
    return { to: href(`/given/${gift.id}`), done: t.given.givenNow({ strong, ...sumsOf(gift) }) };
  },
});

/** Takes the first steps of giving, until all of it is on record. */
async function begin(
  call: Call,
  selection: Preview['selection'],
  given: { values: GiftValues; once: string | null },
): Promise<GiftProgress> {
  if (selection.list) {
    const { name, rows } = selection.list;
    return call.change('giveToList', { name, rows, ...given, without: selection.own });
  }
  const { origin, subject, people } = selection;
  let step = await call.change('giveToPeople', { origin, subject, people, ...given });
  while (step.gift !== null && !step.isDone && step.listed < people.length) {
    const { gift, listed: after } = step;
    const next = people.slice(after, after + LISTED_PER_STEP);
    const { values } = given;
    step = await call.change('listGift', { gift, after, people: next, values });
  }
  return step;
}

const uploadList = fileAction({
  path: '/given/list',
  roles: EDITORS,
  form: defineForm({
    id: 'list',
    fields: { file: file({ accept: TABLE_TYPES, maxBytes: MAX_FILE_BYTES }) },
    texts: ({ given, uploads }) => ({
      ...{ button: given.readList, refused: uploads.notUploaded },
      fields: {
        file: { label: given.listFile, hint: given.listHint({ megabytes: MAX_MEGABYTES }) },
      },
    }),
  }),
  submit: async (call, { name, bytes }) => {
    const { services, session, company, giftLists, now, href } = call;
    const task = { sharer: session.companyId, id: newId(now), bytes };
    const read = await services.changes.readGiftList(task);
    if ('problem' in read) throw new Refused('', { file: failureText(call.t, read.problem) });
    const { id } = giftLists.add(company.companyId, name, read.list, now);
    return { to: href(`${PATH}?list=${id}`) };
  },
});

/** Gives XP, coins or a badge to many at once, after a preview. */
export const givePage = definePage({
  path: PATH,
  roles: EDITORS,
  isOfCompany: true,
  actions: [give, uploadList, takePerson, leaveRow],
  show: async (call) => {
    const { t, href } = call;
    const { given } = t;
    const asked = sentOrAsked(call);
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
<div class="stack">${asked.has('list') || asked.has('person') ? '' : listPanel(call)}${choosePanel(call, asked, fields)}${panels}</div>`,
    };
  },
});

/** What is wrong with what was asked for, or its preview. */
async function tried(
  call: Call,
  asked: URLSearchParams,
): Promise<{ fields: Readonly<Record<string, string>>; panels: Html }> {
  try {
    return { fields: {}, panels: await panelsOf(call, await prepare(call, asked), asked) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { fields: error.fields, panels: html`` };
  }
}

/** @throws Refused naming each field that is wrong */
async function prepare(call: Call, asked: URLSearchParams): Promise<Preview> {
  const chosen = readForm(chooseForm, asked, call.t);
  const values = valuesOf(call, chosen);
  const { list, department, holders, more } = chosen;
  const isMore = more !== '';
  if (list !== '') return previewOf(call, selectList(call, list), { values, isMore });
  const filters = { department, holders, ...readSelected(chosen) };
  return previewOf(call, await select(call, filters), { values, isMore });
}

/** @throws Refused, and EngagedError for a badge that there is not */
function valuesOf(
  { t, now, services, company }: Call,
  { list, xp, coins, badge, date, reason }: Chosen,
): GiftValues {
  const time = parseIsoTime(date);
  if (time === undefined || time > now) throw new Refused('', { date: t.given.dayUpToToday });
  // Today is now. Of another day the middle, so that the month is the same everywhere.
  const at = date === dayOf(now) ? null : time + 12 * HOUR_MS;
  const values = { xp: xp ?? 0, coins: coins ?? 0, badge, reason, at };
  if (list === '' && reason === null) throw new Refused('', { reason: t.given.giveReason });
  if (list === '' && isNothing(values)) throw new Refused('', { xp: t.given.nothingToGive });
  return readGiftValues({ db: services.db, companyId: company.companyId, now }, values);
}

function choosePanel(
  call: Call,
  asked: URLSearchParams,
  fields: Readonly<Record<string, string>>,
): Html {
  const { t, href, now } = call;
  const { given } = t;
  const list = asked.get('list') ?? '';
  const { ids, ...selected } = selectedIn(asked);
  const isSelected = selected.search !== '' || selected.withRole;
  const values = { date: dayOf(now), ...Object.fromEntries(asked) };
  const form = writeForm(chooseForm, {
    ...{ t, isQuery: true, action: href(PATH), values: { person: asked.getAll('person') } },
    refusal: { values, fields, action: '', message: '', chosen: {} },
    options: {
      department: departmentChoices(call, given.everybodyActive),
      holders: badgeChoices(call, given.anyBadge),
      badge: badgeChoices(call, given.noBadge),
    },
    left: list === '' && ids === null ? ['more'] : ['more', 'department', 'holders'],
    above:
      list !== ''
        ? listRead(call, list)
        : ids !== null
          ? explained(given.ticked({ count: ids.length }))
          : isSelected
            ? explained(given.selected(selected))
            : html``,
  });
  const title = list === '' ? given.toWhom : given.listTitle;
  return panel({ id: 'choose-panel', title, isNarrow: true }, form);
}

const listPanel = (call: Call): Html =>
  panel({ id: 'list-panel', title: call.t.given.fromList, isNarrow: true }, [
    explained(call.t.given.fromListText),
    uploadList.write(call),
  ]);

/** How a list was read. */
function listRead(call: Call, id: string): Html {
  const { given } = call.t;
  const { list } = selectList(call, id);
  const fields = given.listFields;
  const columns = facts(
    Object.entries(list.columns).map(([field, name]) => [
      fields[field as keyof typeof fields],
      isolated(name),
    ]),
  );
  const name = isolated(list.sheet === null ? list.name : `${list.name}, ${list.sheet}`);
  return html`${explained(given.theList({ name, count: list.rows.length }))}${columns}
${list.ignored.length > 0 ? explained(given.notRead({ columns: list.ignored })) : ''}
<h3>${given.inRowsElse}</h3>`;
}

function panelsOf(call: Call, all: Preview, asked: URLSearchParams): Html | Promise<Html> {
  const { given } = call.t;
  const { preview } = all;
  const value = (name: string) => asked.get(name) ?? '';
  const form =
    preview.people === 0
      ? html``
      : give.write(call, {
          values: {
            ...{ list: value('list'), more: value('more'), person: asked.getAll('person') },
            ...{ q: value('q'), role: value('role'), department: value('department') },
            ...{ holders: value('holders'), xp: value('xp'), coins: value('coins') },
            ...{ badge: value('badge'), date: value('date'), reason: value('reason') },
            people: preview.people,
          },
          left: [
            ...(preview.takes ? [] : (['takes'] as const)),
            ...(preview.amounts ? [] : (['again'] as const)),
          ],
          button: given.giveThis(preview),
        });
  const again = new URLSearchParams(asked);
  again.set('more', 'yes');
  return previewPanels(call, all, { form, again: call.href(pathWith(again)), asked });
}
