import { DAY_MS } from '../../domain/duration.ts';
import { conflict, EngagedError, notFound } from '../../domain/errors.ts';
import { isUuid } from '../../domain/id.ts';
import {
  canTransition,
  isReversed,
  REDEMPTION_STATUSES,
  type RedemptionStatus,
} from '../../domain/redemption.ts';
import { Html, html } from '../../http/html.ts';
import type { DecidedStatus } from '../../service/redemptions.ts';
import { latest } from '../../store/latest.ts';
import type { RedemptionOfPerson } from '../../store/redemptions.ts';
import * as redemptions from '../../store/redemptions.ts';
import type { Action, Call, Page } from '../page.ts';
import { buttonForm, field, note, Refused, summary } from '../parts/form.ts';
import { count, duration, number, timeElement } from '../parts/format.ts';
import { icon } from '../parts/icons.ts';
import { nextPager, PAGE_SIZE, placeIn } from '../parts/pager.ts';
import { avatar, named } from '../parts/person.ts';
import { stateSentences, subjectOf } from '../parts/redemptions.ts';
import { EDITORS, isOwn, mayEdit, READERS, requireOther } from '../roles.ts';

const PATH = '/redemptions';

/** How long somebody may wait before it stands out. */
const LONG_WAIT = 2 * DAY_MS;

/** How many redemptions that stayed as they are get a sentence. */
const MAX_NAMED = 5;

/** The lists by state. Those that wait for something begin with the oldest, the others with the newest. */
const LISTS: Readonly<Record<RedemptionStatus, { title: string; isQueue: boolean }>> = {
  pending: { title: 'Waiting', isQueue: true },
  approved: { title: 'To hand out', isQueue: true },
  fulfilled: { title: 'Fulfilled', isQueue: false },
  declined: { title: 'Declined', isQueue: false },
  refunded: { title: 'Refunded', isQueue: false },
};

const CHOOSE = 'Choose redemptions by the boxes beside them.';

type Step = { path: string; verb: string; done: string };

/** What is done with a redemption, by the state it leads to. */
const STEPS: Readonly<Record<DecidedStatus, Step>> = {
  approved: { path: 'approve', verb: 'Approve', done: 'Approved' },
  fulfilled: { path: 'fulfil', verb: 'Fulfil', done: 'Fulfilled' },
  declined: { path: 'decline', verb: 'Decline', done: 'Declined' },
  refunded: { path: 'refund', verb: 'Refund', done: 'Refunded' },
};
const DECIDED = Object.keys(STEPS) as DecidedStatus[];

/** The steps that a list offers. What is approved is declined, so that only what was handed out is refunded. */
const stepsFrom = (from: RedemptionStatus): DecidedStatus[] =>
  DECIDED.filter((to) => canTransition(from, to) && !(from === 'approved' && to === 'refunded'));

/** The list that an address names: the queue, unless it names another. */
const listOf = ({ query }: Call): RedemptionStatus =>
  REDEMPTION_STATUSES.find((one) => one === query.get('status')) ?? 'pending';

/** Redemptions by state, and what can be decided about them. */
export const redemptionsPage: Page = {
  path: PATH,
  roles: READERS,
  isOfCompany: true,
  show: async (call) => {
    const status = listOf(call);
    const rows = readRows(call, status);
    const reason = mayEdit(call.session.role) ? await reasonPanel(call, status) : '';
    return {
      title: 'Redemptions',
      body: html`<div class="head"><div><h1>Redemptions</h1><p class="lead">Coins are taken when people ask. A declined request gives them back.</p></div>${tabs(call, status)}</div>
<div class="stack">${summary('Nothing was changed.', call.refusal)}${reason}
${rows.length === 0 ? nothing(call, status) : table(call, status, rows)}</div>`,
    };
  },
};

function tabs(call: Call, chosen: RedemptionStatus): Html {
  const { services, company, href } = call;
  const { companyId } = company;
  const tab = (status: RedemptionStatus) => {
    const { title, isQueue } = LISTS[status];
    const inIt =
      isQueue && services.db.one(redemptions.countInStatus, { companyId, status })?.count;
    const query = status === 'pending' ? '' : `?status=${status}`;
    return html`<a href="${href(PATH)}${query}"${status === chosen ? new Html(' aria-current="true"') : ''}>${title}${inIt ? ` ${number(inIt)}` : ''}</a>`;
  };
  return html`<div class="seg" role="group" aria-label="State">${REDEMPTION_STATUSES.map(tab)}</div>`;
}

/** A page of a list, and one more if the list goes on. */
function readRows(call: Call, status: RedemptionStatus): RedemptionOfPerson[] {
  const { services, company } = call;
  const place = placeIn(call.query, 'from');
  const list = { companyId: company.companyId, status, count: PAGE_SIZE + 1 };
  return LISTS[status].isQueue
    ? services.db.all(redemptions.listOldest, { ...list, after: place ?? 0 })
    : services.db.all(redemptions.listNewest, {
        ...list,
        before: place ?? Number.MAX_SAFE_INTEGER,
      });
}

const EMPTY: Readonly<Record<RedemptionStatus, string>> = {
  pending:
    'When somebody redeems an item of the shop, the request stands here until somebody decides.',
  approved: 'What is approved stands here until it is handed out.',
  fulfilled: 'What was handed out stands here.',
  declined: 'What was declined stands here, with the reason.',
  refunded: 'What was refunded after it was handed out stands here, with the reason.',
};

function nothing(call: Call, status: RedemptionStatus): Html {
  const { href } = call;
  const isFirst = placeIn(call.query, 'from') === undefined;
  const title = isFirst ? 'Nothing here' : 'Nothing more here';
  return html`<section class="panel empty">${icon('gift', 40)}<h2>${status === 'pending' && isFirst ? 'Nothing waits for a decision' : title}</h2><p>${EMPTY[status]}</p><p class="row"><a class="btn" href="${href('/shop')}">Open the shop</a></p>
<code class="command" tabindex="0">engaged shop redemptions list</code></section>`;
}

function table(call: Call, status: RedemptionStatus, all: readonly RedemptionOfPerson[]): Html {
  const { href, session } = call;
  const rows = all.slice(0, PAGE_SIZE);
  const isEditor = mayEdit(session.role) && stepsFrom(status).length > 0;
  const list = `${href(PATH)}?status=${status}`;
  const isFirst = placeIn(call.query, 'from') === undefined;
  const more = all.length > PAGE_SIZE ? `${list}&from=${rows.at(-1)?.entry}` : undefined;
  const pages = nextPager({ next: more, first: isFirst ? undefined : list });
  return html`<section class="panel"><table aria-label="${LISTS[status].title}"><thead><tr>${isEditor ? html`<th scope="col"><span class="vh">Choose</span></th>` : ''}<th scope="col">Person</th><th scope="col" class="opt">Item</th><th scope="col" class="n opt">Coins</th><th scope="col" class="n opt2">Coins left</th><th scope="col" class="n opt">${LISTS[status].isQueue ? 'Waits' : LISTS[status].title}</th>${isEditor ? html`<th scope="col"><span class="vh">Decide</span></th>` : ''}</tr></thead><tbody>
${rows.map((row) => tableRow(call, row, isEditor))}</tbody></table>${isEditor && rows.some(({ employeeId }) => !isOwn(call, employeeId)) ? severalForm(call, status) : ''}${pages}</section>`;
}

function tableRow(call: Call, row: RedemptionOfPerson, isEditor: boolean): Html {
  const { href, now } = call;
  const status = row.status as RedemptionStatus;
  const name =
    row.erasedAt === null
      ? html`<a class="strong" href="${href(`/people/${row.employeeId}`)}">${named(row)}</a>`
      : html`<span class="strong">${named(row)}</span>`;
  const state =
    row.deactivatedAt !== null && row.erasedAt === null
      ? html` <span class="chip bad">deactivated</span>`
      : '';
  const waited = now - (status === 'pending' ? row.createdAt : row.updatedAt);
  const time = LISTS[status].isQueue
    ? html`<span${waited >= LONG_WAIT ? html` class="chip warn"` : ''}>${duration(waited)}</span>`
    : timeElement(row.updatedAt, now);
  const stock = row.stockRemaining === null ? 'unlimited' : `${number(row.stockRemaining)} left`;
  const reason = row.reason === null ? '' : html`<span class="sub">“${row.reason}”</span>`;
  const isMine = isOwn(call, row.employeeId);
  const choose = html`<td>${isMine ? '' : html`<input type="checkbox" form="several" name="id" value="${row.id}"${isChosen(call, row) ? html` checked` : ''} aria-label="Choose ${subjectOf(row)}">`}</td>`;
  return html`<tr>${isEditor ? choose : ''}<td><span class="person"><span class="opt">${avatar(row.name ?? row.email)}</span><span>${name}${state}<span class="sub opt">${row.departmentName ?? ''}</span><span class="sub nar">${row.itemName} · ${count(row.coinPrice, 'coin', 'coins')}</span>${row.reason === null ? '' : html`<span class="nar">${reason}</span>`}</span></span></td>
<td class="opt"><span class="strong">${row.itemName}</span>${LISTS[status].isQueue ? html`<span class="sub">${stock}</span>` : reason}</td><td class="n opt">${number(row.coinPrice)}</td><td class="n opt2 muted">${number(row.coins)}</td><td class="n opt">${time}</td>${isEditor ? html`<td>${isMine ? html`<span class="small muted">Yours: somebody else decides</span>` : html`<div class="row steps">${stepsFrom(status).map((to) => stepButton(call, row, to))}</div>`}</td>` : ''}</tr>
`;
}

/** Whether it was chosen in a form that was refused. */
function isChosen({ refusal }: Call, { id }: RedemptionOfPerson): boolean {
  const { id: chosen = [] } = refusal?.chosen ?? {};
  return chosen.includes(id);
}

/** The address of a list, with the redemptions that a step is about. */
const stepQuery = (status: RedemptionStatus, to: DecidedStatus, ids: readonly string[]): string =>
  new URLSearchParams([
    ['status', status],
    ['step', to],
    ...ids.map((id): [string, string] => ['id', id]),
  ]).toString();

function stepButton({ href }: Call, row: RedemptionOfPerson, to: DecidedStatus): Html {
  const status = row.status as RedemptionStatus;
  const { verb, path } = STEPS[to];
  const label = html`${verb}<span class="vh"> ${subjectOf(row)}</span>`;
  return isReversed(to)
    ? html`<a class="btn s q" href="${href(PATH)}?${stepQuery(status, to, [row.id])}#reason-panel">${label}</a>`
    : buttonForm(`${href(PATH)}/${path}?status=${status}`, label, {
        className: 's',
        fields: { id: row.id },
      });
}

/** Steps for all that are chosen. Those that need a reason ask for it on the next page. */
function severalForm({ href }: Call, status: RedemptionStatus): Html {
  const buttons = stepsFrom(status).map((to) =>
    isReversed(to)
      ? html`<button class="btn s q" formmethod="get" formaction="${href(PATH)}" name="step" value="${to}">${STEPS[to].verb} chosen</button>`
      : html`<button class="btn s" formaction="${href(PATH)}/${STEPS[to].path}?status=${status}">${STEPS[to].verb} chosen</button>`,
  );
  return html`<footer><form id="several" method="post" action="${href(PATH)}" class="row"><input type="hidden" name="status" value="${status}">${buttons}</form></footer>`;
}

/** Asks for the reason of a step that gives coins back. */
function reasonPanel(call: Call, status: RedemptionStatus): Html {
  const { query, href, refusal } = call;
  const to = stepsFrom(status).find((one) => one === query.get('step'));
  if (!to || !isReversed(to)) return html``;
  const { verb, path, done } = STEPS[to];
  const asked = findChosen(call, query.getAll('id').slice(0, PAGE_SIZE));
  const chosen = asked.filter((one) => one.status === status);
  if (chosen.length === 0) {
    if (refusal) return html``;
    const why = stateSentences(call, asked).join(' ');
    return note('warn', html`<b>Nothing to ${verb.toLowerCase()}.</b> ${why || CHOOSE}`);
  }
  const coins = chosen.reduce((sum, one) => sum + one.coinPrice, 0);
  const [first] = chosen;
  const isOne = chosen.length === 1;
  const what = isOne && first ? `is ${subjectOf(first)}` : `are these ${chosen.length} redemptions`;
  const ids = chosen.map(({ id }) => id);
  return html`<section class="panel" id="reason-panel" aria-label="${verb}"><form class="pad" method="post" action="${href(PATH)}/${path}?${stepQuery(status, to, ids)}">
${isOne ? '' : html`<ul class="small">${chosen.map((one) => html`<li>${subjectOf(one)}, ${count(one.coinPrice, 'coin', 'coins')}</li>`)}</ul>`}
${field({ name: 'reason', label: `Why ${what} ${done.toLowerCase()}? ${isOne ? 'The person reads' : 'They read'} this.`, maxlength: 500, autocomplete: 'off', isFocused: true }, refusal)}
<p class="row field"><button class="btn bad">${verb}${isOne ? '' : ` ${chosen.length}`} and give ${count(coins, 'coin', 'coins')} back</button><a class="btn q" href="${href(PATH)}?status=${status}">Cancel</a></p></form></section>`;
}

/** The redemptions with these ids. @throws EngagedError `not_found` where one of them is not of the company */
function findChosen({ services, company }: Call, given: readonly string[]): RedemptionOfPerson[] {
  const ids = [...new Set(given.map((id) => id.toLowerCase()))];
  if (ids.length > PAGE_SIZE) throw new Refused(`At most ${PAGE_SIZE} can be changed at once.`);
  const found = services.db.all(redemptions.listByIds, { companyId: company.companyId, ids });
  if (found.length < ids.length || !ids.every(isUuid)) {
    throw notFound('There is no such redemption here');
  }
  return found;
}

const action = (to: DecidedStatus): Action => ({
  path: `${PATH}/${STEPS[to].path}`,
  roles: EDITORS,
  page: redemptionsPage,
  submit: async (call, form) => {
    const from = listOf(call);
    const chosen = findChosen(call, [...form.getAll('id'), ...call.query.getAll('id')]);
    if (chosen.length === 0) throw new Refused(CHOOSE);
    for (const { employeeId } of chosen) requireOther(call, employeeId);
    if (!canTransition(from, to)) throw new Refused('That is not possible in this state.');
    const reason = (form.get('reason') ?? '').trim();
    if (isReversed(to) && reason === '') throw new Refused('', { reason: 'Give a reason.' });
    const ids = chosen.map(({ id }) => id);
    const changed = await change(call, { ids, from, to, reason });
    // Somebody else decided about these first.
    const left = await latest(call.services.db, () => {
      const others = findChosen(call, ids).filter(({ id }) => !changed.has(id));
      return stateSentences(call, others);
    });
    const named = [
      ...left.slice(0, MAX_NAMED),
      ...(left.length > MAX_NAMED ? [`${number(left.length - MAX_NAMED)} more were changed.`] : []),
    ];
    if (changed.size === 0) throw conflict(named.join(' '));
    return {
      to: `${call.href(PATH)}?status=${from}`,
      done: doneText(call, { chosen, changed, to, named }),
    };
  },
});

/** The ids of those that were changed; none where somebody else was first. */
async function change(
  call: Call,
  { reason, ...step }: { ids: string[]; from: RedemptionStatus; to: DecidedStatus; reason: string },
): Promise<Set<string>> {
  try {
    const { redemptions: changed } = await call.change('changeRedemptions', {
      ...step,
      ...(isReversed(step.to) && { reason }),
    });
    return new Set(changed.map(({ id }) => id));
  } catch (error) {
    if (error instanceof EngagedError && error.code === 'conflict') return new Set();
    throw error;
  }
}

function doneText(
  { href }: Call,
  it: {
    chosen: readonly RedemptionOfPerson[];
    changed: ReadonlySet<string>;
    to: DecidedStatus;
    named: readonly string[];
  },
): Html {
  const { to, named } = it;
  const changed = it.chosen.filter(({ id }) => it.changed.has(id));
  const coins = changed.reduce((sum, one) => sum + one.coinPrice, 0);
  const [first] = changed;
  const what =
    changed.length === 1 && first
      ? subjectOf(first)
      : count(changed.length, 'redemption', 'redemptions');
  const list = html`<a href="${href(PATH)}?status=${to}">${LISTS[to].title}</a>`;
  return html`<b>${STEPS[to].done}:</b> ${what}.${isReversed(to) ? ` ${count(coins, 'coin', 'coins')} went back.` : ''} ${changed.length === 1 ? 'It is' : 'They are'} under “${list}”.${named.length === 0 ? '' : html` <b>Left as they are:</b> ${named.join(' ')}`}`;
}

export const redemptionActions: readonly Action[] = DECIDED.map(action);
