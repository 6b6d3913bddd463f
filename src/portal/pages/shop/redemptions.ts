import { DAY_MS } from '../../../domain/duration.ts';
import { EngagedError, failure } from '../../../domain/errors.ts';
import { isUuid } from '../../../domain/id.ts';
import {
  canTransition,
  isReversed,
  REDEMPTION_STATUSES,
  type RedemptionStatus,
} from '../../../domain/redemption.ts';
import { type Html, html } from '../../../http/response/html.ts';
import type { DecidedStatus } from '../../../service/shop/redemptions.ts';
import type { RedemptionOfPerson } from '../../../store/shop/redemptions.ts';
import * as redemptions from '../../../store/shop/redemptions.ts';
import { type FormAction, formAction } from '../../forms/action.ts';
import { defineForm } from '../../forms/form.ts';
import { hidden, hiddenList, text } from '../../forms/kinds.ts';
import { Refused } from '../../forms/refused.ts';
import { writeForm } from '../../forms/write-form.ts';
import type { Call } from '../../request/call.ts';
import type { FormOutcome } from '../../request/outcome.ts';
import { strongLink, sub } from '../../view/cells.ts';
import { fileLinks } from '../../view/file-links.ts';
import { strong, unseen } from '../../view/marks.ts';
import { note } from '../../view/note.ts';
import { pageHead } from '../../view/page-head.ts';
import { nextPager, PAGE_SIZE, placeIn } from '../../view/pager.ts';
import { emptyPanel, listing, questionPanel } from '../../view/panel.ts';
import { avatar, personName } from '../../view/person.ts';
import { type Column, table, tabs } from '../../view/table.ts';
import { timeElement } from '../../view/time.ts';
import { definePage } from '../page.ts';
import { EDITORS, isOwn, mayEdit, READERS, requireOther } from '../roles.ts';
import { stateSentences, subjectOf } from './redemption-view.ts';

const PATH = '/redemptions';

/** How long somebody may wait before it stands out. */
const LONG_WAIT = 2 * DAY_MS;

/** How many redemptions that stayed as they are get a sentence. */
const MAX_NAMED = 5;

/** The lists that wait for something. They begin with the oldest, the others with the newest. */
const isQueue = (status: RedemptionStatus): boolean =>
  status === 'pending' || status === 'approved';

/** The steps that give coins back, for a reason. */
type ReversedStatus = 'declined' | 'refunded';

/** A step that needs no reason. */
const plainStep = (to: Exclude<DecidedStatus, ReversedStatus>, path: string) =>
  formAction({
    ...{ path: `${PATH}/${path}`, roles: EDITORS, of: listOf },
    form: defineForm({
      ...{ id: path, fields: { id: hiddenList() } },
      texts: ({ redemptions }) => ({ button: redemptions.steps[to].chosen, fields: {} }),
    }),
    submit: (call, { id: ids }, { subject: from }) => decide(call, { ids, from, to }),
  });

const reversal = (to: ReversedStatus, path: string) =>
  formAction({
    ...{ path: `${PATH}/${path}`, roles: EDITORS, of: listOf },
    form: defineForm({
      ...{ id: path, fields: { id: hiddenList(), reason: text({ max: 500 }) } },
      texts: ({ redemptions, forms }) => ({
        button: redemptions.reasons[to].title,
        fields: { reason: { label: '', empty: forms.giveReason } },
      }),
    }),
    submit: (call, { id: ids, reason }, { subject: from }) =>
      decide(call, { ids, from, to, reason }),
  });

const REVERSALS = {
  declined: reversal('declined', 'decline'),
  refunded: reversal('refunded', 'refund'),
};

/** What is done with redemptions, by the state that it leads to. */
const STEPS: Readonly<Record<DecidedStatus, FormAction>> = {
  approved: plainStep('approved', 'approve'),
  fulfilled: plainStep('fulfilled', 'fulfil'),
  ...REVERSALS,
};
const DECIDED = Object.keys(STEPS) as DecidedStatus[];

/** The steps that a list offers. What is approved is declined, so that only what was handed out is refunded. */
const stepsFrom = (from: RedemptionStatus): DecidedStatus[] =>
  DECIDED.filter((to) => canTransition(from, to) && !(from === 'approved' && to === 'refunded'));

/** The list that an address names: the queue, unless it names another. */
export function listOf({ query }: Call): RedemptionStatus {
  return REDEMPTION_STATUSES.find((one) => one === query.get('status')) ?? 'pending';
}

/** Redemptions by state, and what can be decided about them. */
export const redemptionsPage = definePage({
  path: PATH,
  roles: READERS,
  isOfCompany: true,
  nav: {
    label: (t) => t.redemptions.title,
    icon: 'gift',
    key: 'e',
    group: 'programme',
  },
  actions: Object.values(STEPS),
  show: (call) => {
    const { title, lead } = call.t.redemptions;
    const status = listOf(call);
    const rows = readRows(call, status);
    const reason = mayEdit(call.session.role) ? reasonPanel(call, status) : '';
    return {
      title,
      body: html`${pageHead({ title, lead, tools: html`${lists(call, status)}${rows.length === 0 ? '' : files(call, status)}` })}
<div class="stack">${reason}
${rows.length === 0 ? nothing(call, status) : listPanel(call, status, rows)}</div>`,
    };
  },
});

const files = ({ t, href }: Call, status: RedemptionStatus): Html =>
  fileLinks(t, (path) => `${href(path)}?status=${status}`, PATH);

function lists(call: Call, chosen: RedemptionStatus): Html {
  const { t, services, company, href } = call;
  const { companyId } = company;
  const link = (status: RedemptionStatus) => {
    const list = t.redemptions.lists[status];
    const count = isQueue(status)
      ? (services.db.one(redemptions.countInStatus, { companyId, status })?.count ?? 0)
      : 0;
    return {
      href: `${href(PATH)}${status === 'pending' ? '' : `?status=${status}`}`,
      label: count === 0 ? list : t.redemptions.listOf({ list, count }),
      isCurrent: status === chosen,
    };
  };
  return tabs(t.redemptions.state, REDEMPTION_STATUSES.map(link));
}

/** A page of a list, and one more if the list goes on. */
const readRows = (call: Call, status: RedemptionStatus): RedemptionOfPerson[] =>
  readPart(call, status, {
    place: placeIn(call.query, 'from') ?? firstPlace(status),
    count: PAGE_SIZE + 1,
  });

/** Where a list begins. */
export const firstPlace = (status: RedemptionStatus): number =>
  isQueue(status) ? 0 : Number.MAX_SAFE_INTEGER;

/** A part of a list, from a place on. */
export function readPart(
  { services, company }: Call,
  status: RedemptionStatus,
  { place, count }: { place: number; count: number },
): RedemptionOfPerson[] {
  const list = { companyId: company.companyId, status, count };
  return isQueue(status)
    ? services.db.all(redemptions.listOldest, { ...list, after: place })
    : services.db.all(redemptions.listNewest, { ...list, before: place });
}

function nothing({ t, query, href }: Call, status: RedemptionStatus): Html {
  const { none, noneMore, noneTexts, nothingWaits, openShop } = t.redemptions;
  const isFirst = placeIn(query, 'from') === undefined;
  return emptyPanel({
    icon: 'gift',
    title: isFirst ? (status === 'pending' ? nothingWaits : none) : noneMore,
    text: noneTexts[status],
    links: [{ href: href('/shop'), label: openShop }],
    command: 'engaged shop redemptions list',
  });
}

function listPanel(call: Call, status: RedemptionStatus, all: readonly RedemptionOfPerson[]): Html {
  const { t, href, session } = call;
  const rows = all.slice(0, PAGE_SIZE);
  const isEditor = mayEdit(session.role) && stepsFrom(status).length > 0;
  const list = `${href(PATH)}?status=${status}`;
  const isFirst = placeIn(call.query, 'from') === undefined;
  const more = all.length > PAGE_SIZE ? `${list}&from=${rows.at(-1)?.entry}` : undefined;
  const pages = nextPager(t, { next: more, first: isFirst ? undefined : list });
  const content = columns(call, status);
  const shown = table({
    ...{ label: t.redemptions.lists[status], rows },
    columns: isEditor ? [chooseColumn(call), ...content, decideColumn(call, status)] : content,
  });
  const isAnyOther = rows.some(({ employeeId }) => !isOwn(call, employeeId));
  return listing(
    shown,
    isEditor && isAnyOther ? html`<footer>${severalForm(call, status)}</footer>` : html``,
    pages,
  );
}

/** The form that the boxes beside the redemptions belong to. It asks for the reason on the next page, where one is needed. */
const several = defineForm({
  ...{ id: 'several', fields: { status: hidden() }, layout: 'inline' },
  texts: ({ redemptions }) => ({ button: redemptions.choose, fields: {} }),
});

function severalForm(call: Call, status: RedemptionStatus): Html {
  const { t, href } = call;
  return writeForm(several, {
    ...{ t, id: several.id, isQuery: true, refusal: undefined, values: { status } },
    action: href(PATH),
    buttons: stepsFrom(status).map((to) => ({
      label: t.redemptions.steps[to].chosen,
      ...(isReversed(to)
        ? { kind: 's q', value: ['step', to] }
        : { kind: 's', post: STEPS[to].address(call, { query: `?status=${status}` }) }),
    })),
  });
}

function chooseColumn(call: Call): Column<RedemptionOfPerson> {
  const { t } = call;
  const { id: refused } = call.refusal?.chosen ?? {};
  const chosen = new Set(refused);
  return {
    ...{ head: t.redemptions.choose, isHeadHidden: true },
    cell: (row) =>
      isOwn(call, row.employeeId)
        ? ''
        : html`<input type="checkbox" form="${several.id}" name="id" value="${row.id}"${chosen.has(row.id) ? html` checked` : ''} aria-label="${t.redemptions.chooseThis({ subject: subjectOf(t, row) })}">`,
  };
}

function decideColumn(call: Call, status: RedemptionStatus): Column<RedemptionOfPerson> {
  const { decide, yours } = call.t.redemptions;
  const steps = stepsFrom(status);
  return {
    ...{ head: decide, isHeadHidden: true },
    cell: (row) =>
      isOwn(call, row.employeeId)
        ? html`<span class="small muted">${yours}</span>`
        : html`<div class="row steps">${steps.map((to) => stepButton(call, row, { status, to }))}</div>`,
  };
}

function stepButton(
  call: Call,
  row: RedemptionOfPerson,
  { status, to }: { status: RedemptionStatus; to: DecidedStatus },
): Html {
  const { t, href } = call;
  const subject = unseen(subjectOf(t, row));
  const button = t.redemptions.steps[to].this({ subject });
  if (!isReversed(to)) {
    const values = { id: [row.id] };
    return STEPS[to].write(call, { values, button, kind: 's', query: `?status=${status}` });
  }
  const asked = new URLSearchParams({ status, step: to, id: row.id });
  return html`<a class="btn s q" href="${href(PATH)}?${asked.toString()}#reason">${button}</a>`;
}

function columns(call: Call, status: RedemptionStatus): Column<RedemptionOfPerson>[] {
  const { t, now } = call;
  const { redemptions: words } = t;
  const reason = (row: RedemptionOfPerson) =>
    row.reason === null ? '' : html`${sub(words.reason({ reason: row.reason }))}`;
  const stock = ({ stockRemaining: count }: RedemptionOfPerson) =>
    html`${sub(count === null ? t.shop.unlimited : t.shop.left({ count }))}`;
  const wait = (row: RedemptionOfPerson) => {
    const waited = now - (status === 'pending' ? row.createdAt : row.updatedAt);
    return html`<span${waited >= LONG_WAIT ? html` class="chip warn"` : ''}>${t.format.duration(waited)}</span>`;
  };
  return [
    { head: words.person, cell: (row) => personCell(call, row, reason(row)) },
    {
      ...{ head: words.item, shown: 'tablet' },
      cell: (row) =>
        html`<span class="strong">${row.itemName}</span>${isQueue(status) ? stock(row) : reason(row)}`,
    },
    {
      ...{ head: words.coins, isNumber: true, shown: 'tablet' },
      cell: ({ coinPrice }) => t.format.number(coinPrice),
    },
    {
      ...{ head: words.coinsLeft, isNumber: true, shown: 'desktop', isMuted: true },
      cell: ({ coins }) => t.format.number(coins),
    },
    {
      ...{ head: isQueue(status) ? words.waits : words.lists[status], isNumber: true },
      shown: 'tablet',
      cell: (row) => (isQueue(status) ? wait(row) : timeElement(t, row.updatedAt, now)),
    },
  ];
}

function personCell({ t, href }: Call, row: RedemptionOfPerson, reason: Html | string): Html {
  const isErased = row.erasedAt !== null;
  const name = isErased
    ? html`<span class="strong">${personName(t, row)}</span>`
    : html`${strongLink(href(`/people/${row.employeeId}`), personName(t, row))}`;
  const state =
    row.deactivatedAt !== null && !isErased
      ? html` <span class="chip bad">${t.redemptions.deactivated}</span>`
      : '';
  const item = t.redemptions.itemFor({ item: row.itemName, price: row.coinPrice });
  return html`<span class="person"><span class="opt">${avatar(row.name ?? row.email)}</span><span>${name}${state}${sub(row.departmentName ?? '', 'wider')}${sub(item, 'phones')}${reason && html`<span class="nar">${reason}</span>`}</span></span>`;
}

/** The step that needs a reason, and the redemptions it is about: those of a form that was refused, else of the address. */
function askedFor({ query, refusal }: Call): { step: string | null; ids: readonly string[] } {
  if (!refusal) return { step: query.get('step'), ids: query.getAll('id') };
  const step = DECIDED.find((one) => STEPS[one].path === refusal.action) ?? null;
  const { id: ids = [] } = refusal.chosen;
  return { step, ids };
}

/** Asks for the reason of a step that gives coins back. */
function reasonPanel(call: Call, status: RedemptionStatus): Html {
  const { t, href, refusal } = call;
  const { step, ids } = askedFor(call);
  const to = stepsFrom(status).find(
    (one): one is ReversedStatus => one === step && isReversed(one),
  );
  if (!to) return html``;
  const words = t.redemptions.reasons[to];
  const asked = findChosen(call, ids.slice(0, PAGE_SIZE));
  const chosen = asked.filter((one) => one.status === status);
  const [first, ...others] = chosen;
  if (!first) {
    if (refusal) return html``;
    const why = stateSentences(call, asked).join(' ') || t.redemptions.noneChosen;
    return note('warn', html`${strong(words.nothing)} ${why}`);
  }
  const count = chosen.length;
  const isOne = others.length === 0;
  const lines = chosen.map((one) => {
    const subject = subjectOf(t, one);
    return html`<li>${t.redemptions.subjectAt({ subject, price: one.coinPrice })}</li>`;
  });
  const why = isOne ? words.why({ subject: subjectOf(t, first) }) : words.whyThese({ count });
  const form = REVERSALS[to].write(call, {
    ...{ query: `?status=${status}`, cancel: `${href(PATH)}?status=${status}`, kind: 'bad' },
    above: isOne ? html`` : html`<ul class="small">${lines}</ul>`,
    values: { id: chosen.map(({ id }) => id) },
    fields: { reason: why },
    focus: 'reason',
    button: words.giveBack({ count, coins: coinsOf(chosen) }),
  });
  return questionPanel({ name: words.title, id: 'reason' }, form);
}

const coinsOf = (chosen: readonly RedemptionOfPerson[]): number =>
  chosen.reduce((sum, { coinPrice }) => sum + coinPrice, 0);

/** The redemptions with these ids. @throws EngagedError `not_found` where one of them is not of the company */
function findChosen(
  { t, services, company }: Call,
  given: readonly string[],
): RedemptionOfPerson[] {
  const ids = [...new Set(given.map((id) => id.toLowerCase()))];
  if (ids.length > PAGE_SIZE) throw new Refused(t.redemptions.tooMany({ max: PAGE_SIZE }));
  const found = services.db.all(redemptions.listByIds, { companyId: company.companyId, ids });
  if (found.length < ids.length || !ids.every(isUuid)) {
    throw failure('redemption_not_found');
  }
  return found;
}

/** What is decided, about redemptions that the page showed in one list. */
type Decision = {
  ids: readonly string[];
  from: RedemptionStatus;
  to: DecidedStatus;
  reason?: string;
};

async function decide(call: Call, decision: Decision): Promise<FormOutcome> {
  const { t, href } = call;
  const { from, to } = decision;
  const chosen = findChosen(call, decision.ids);
  if (chosen.length === 0) throw new Refused(t.redemptions.noneChosen);
  for (const { employeeId } of chosen) requireOther(call, employeeId);
  if (!canTransition(from, to)) throw new Refused(t.redemptions.notPossible);
  const ids = chosen.map(({ id }) => id);
  const changed = await change(call, { ...decision, ids });
  // Somebody else decided about these first.
  const left = stateSentences(
    call,
    findChosen(call, ids).filter(({ id }) => !changed.has(id)),
  );
  const count = left.length - MAX_NAMED;
  const named = [
    ...left.slice(0, MAX_NAMED),
    ...(count > 0 ? [t.redemptions.moreDecided({ count })] : []),
  ].join(' ');
  if (changed.size === 0) throw new Refused(named, {}, 409);
  const done = doneText(
    call,
    to,
    chosen.filter(({ id }) => changed.has(id)),
  );
  return {
    to: `${href(PATH)}?status=${from}`,
    done: html`${done} ${named && t.redemptions.left({ strong, sentences: named })}`,
  };
}

/** The ids of those that were changed; none where somebody else was first. */
async function change(call: Call, decision: Decision & { ids: string[] }): Promise<Set<string>> {
  try {
    const { redemptions: changed } = await call.change('changeRedemptions', decision);
    return new Set(changed.map(({ id }) => id));
  } catch (error) {
    if (error instanceof EngagedError && error.code === 'conflict') return new Set();
    throw error;
  }
}

function doneText(
  { t, href }: Call,
  to: DecidedStatus,
  changed: readonly RedemptionOfPerson[],
): Html {
  const list = html`<a href="${href(PATH)}?status=${to}">${t.redemptions.lists[to]}</a>`;
  const shared = { strong, list, coins: coinsOf(changed) };
  const words = t.redemptions.steps[to];
  const [first, ...others] = changed;
  return first && others.length === 0
    ? words.one({ ...shared, subject: subjectOf(t, first) })
    : words.several({ ...shared, count: changed.length });
}
