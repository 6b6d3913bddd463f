import { failure } from '../../../domain/errors.ts';
import { isUuid } from '../../../domain/id.ts';
import { type Html, html } from '../../../http/response/html.ts';
import {
  countSkipped,
  type Gift,
  type GiftLineShown,
  isDecidedFor,
  listGiftLines,
  showGift,
} from '../../../service/gifts/gifts.ts';
import { previewUndo, undoResult } from '../../../service/gifts/undo-gift.ts';
import { formAction } from '../../forms/action.ts';
import { buttonForm } from '../../forms/form.ts';
import type { Messages } from '../../languages/en.ts';
import type { Call } from '../../request/call.ts';
import { strongLink, sub } from '../../view/cells.ts';
import { fileLinks } from '../../view/file-links.ts';
import { isolated, strong } from '../../view/marks.ts';
import { pageHead } from '../../view/page-head.ts';
import { nextPager, PAGE_SIZE, placeIn } from '../../view/pager.ts';
import { explained, panel } from '../../view/panel.ts';
import { table } from '../../view/table.ts';
import { timeElement } from '../../view/time.ts';
import { actorOf } from '../audit/decisions.ts';
import { definePage } from '../page.ts';
import { EDITORS, mayEdit, READERS } from '../roles.ts';
import { giftChip, giftStats, gotten, originOf } from './gift-view.ts';

const PATH = '/given/:id';

/** Names of people who keep what they got. */
const NAMED = 20;

/** Of a larger gift it is not said beforehand who keeps it: that reads everybody. */
const FEW_LINES = 5_000;

const goOn = formAction({
  path: `${PATH}/continue`,
  roles: EDITORS,
  of: requireGiftOfOthers,
  form: buttonForm('continue', ({ given }) => given.goOn),
  submit: async (call, _, { subject: { id } }) => {
    await giveRest(call, id);
    const { companyId } = call.company;
    const sums = sumsOf(showGift(call.services.db, companyId, id));
    return { done: call.t.given.givenNow({ strong, ...sums }) };
  },
});

const undo = formAction({
  path: `${PATH}/undo`,
  roles: EDITORS,
  of: requireGiftOfOthers,
  form: buttonForm('undo', ({ given }) => given.undo),
  submit: async (call, _, { subject: { id } }) => {
    while (!(await call.change('undoGift', { gift: id })).isDone);
    const { undone, refused } = undoResult(call.services.db, call.company.companyId, id);
    return { done: undoneNow(call.t, undone, refused.length) };
  },
});

/** Gives what is left of a gift, in steps between which others write. */
export async function giveRest(call: Call, gift: string): Promise<void> {
  while (!(await call.change('continueGift', { gift })).isDone);
}

/** What a gift gave, of one that is not finished nothing. */
export const sumsOf = ({ people, xp, coins, badges }: Gift) => ({
  ...{ people: people ?? 0, xp: xp ?? 0, coins: coins ?? 0, badges: badges ?? 0 },
});

/** What was given to whom, and how to take it back. */
export const giftPage = definePage({
  path: PATH,
  roles: READERS,
  isOfCompany: true,
  actions: [goOn, undo],
  show: (call) => {
    const { t, href, now, session, services, company } = call;
    const { given } = t;
    const gift = requireGiftOf(call);
    const skipped = countSkipped(services.db, company.companyId, gift.id);
    const title = gift.reason ?? originOf(t, gift);
    const at = (time: string) => timeElement(t, Date.parse(time), now);
    const lead = given.givenAt({ time: at(gift.given_at), actor: actorOf(call, gift.given_by) });
    const undone =
      gift.undone_at === null
        ? ''
        : html` ${given.undoneAt({ time: at(gift.undone_at), actor: actorOf(call, gift.undone_by ?? '') })}`;
    const head = pageHead({
      title: html`${isolated(title)} ${giftChip(t, gift)}`,
      above: { href: href('/given'), label: given.title },
      lead: html`${gift.reason === null ? '' : `${originOf(t, gift)}. `}${lead}${undone}`,
      tools: fileLinks(t, href, `/given/${gift.id}/lines`),
    });
    return {
      title,
      current: '/given',
      body: html`${head}
<div class="stack">${giftStats(t, gift, { levels: given.reached, nothing: given.gaveNothing, skipped })}
<div class="cols"><div class="stack">${linesPanel(call, gift)}</div>
<div class="stack">${mayEdit(session.role) ? decisions(call, gift) : ''}</div></div></div>`,
    };
  },
});

/** @throws EngagedError `not_found` */
export function requireGiftOf({ services, company, params: { id } }: Call<'id'>): Gift {
  if (!isUuid(id)) throw failure('gift_not_found');
  return showGift(services.db, company.companyId, id);
}

/** @throws EngagedError as `requireGiftOf`; `forbidden` where it would decide about whoever is signed in */
function requireGiftOfOthers(call: Call<'id'>): Gift {
  const gift = requireGiftOf(call);
  if (decidesAboutOneself(call, gift)) throw failure('own_decision');
  return gift;
}

const decidesAboutOneself = ({ services, company, session }: Call, { id: gift }: Gift): boolean =>
  session.employeeId !== null &&
  isDecidedFor(services.db, company.companyId, { gift, employeeId: session.employeeId });

function linesPanel(call: Call, gift: Gift): Html {
  const { t, services, company, query, href } = call;
  const { given } = t;
  const own = href(`/given/${gift.id}`);
  const after = placeIn(query, 'after');
  const all = listGiftLines(services.db, company.companyId, gift.id, {
    ...{ after, count: PAGE_SIZE + 1 },
  });
  const rows = all.slice(0, PAGE_SIZE);
  const last = rows.at(-1)?.line;
  const lines = table<GiftLineShown>({
    ...{ label: given.whoGets, rows, isOff: ({ state }) => state !== 'given' },
    columns: [
      {
        ...{ head: given.line, isNumber: true, isMuted: true, shown: 'desktop' },
        cell: ({ line }) => t.format.number(line),
      },
      { head: given.person, cell: (line) => personOf(call, line) },
      {
        head: given.gets,
        cell: (line) =>
          html`${gotten(t, line) || (line.badge === null ? '–' : '')}${line.badge === null ? '' : sub(line.badge)}`,
      },
      {
        ...{ head: given.level, isNumber: true, shown: 'tablet' },
        cell: ({ level }) => (level === null ? '–' : levelChip(t, level)),
      },
      {
        ...{ head: given.state, shown: 'tablet' },
        cell: (line) =>
          html`<span class="chip">${given.lineStates[line.state]}</span>${sub(whyOf(t, line))}`,
      },
    ],
  });
  const more = nextPager(t, {
    next: all.length > PAGE_SIZE ? `${own}?after=${last}` : undefined,
    first: after === undefined ? undefined : own,
  });
  return panel({ id: 'lines', title: given.whoGets, isFull: true }, html`${lines}${more}`);
}

const levelChip = ({ given, format }: Messages, level: number): Html =>
  html`${format.number(level)} <span class="chip ok">${given.newLevel}</span>`;

/** Why a line gave nothing, or was not undone. */
export function whyOf({ given }: Messages, { why }: GiftLineShown): string {
  const texts: Readonly<Record<string, string>> = given.why;
  return why === null ? '' : (texts[why] ?? '');
}

function personOf({ t, href }: Call, line: GiftLineShown): Html {
  const { employee_id, name, department, state } = line;
  const onPhones = sub(html`${t.given.lineStates[state]} ${whyOf(t, line)}`, 'phones');
  if (employee_id === null)
    return html`${line.said === null ? '–' : isolated(line.said)}${onPhones}`;
  const link = html`${strongLink(href(`/people/${employee_id}`), isolated(name ?? t.accounts.noName))}`;
  return html`${link}${sub(department ?? '')}${onPhones}`;
}

const undoneNow = ({ given }: Messages, count: number, refused: number): Html =>
  refused === 0
    ? given.isUndone({ strong, count })
    : given.isUndoneInPart({ strong, count, refused });

function decisions(call: Call, gift: Gift): Html {
  const { t, services, company } = call;
  const { given } = t;
  if (gift.state === 'undone') return html``;
  if (decidesAboutOneself(call, gift))
    return panel({ id: 'undo-panel', title: given.undo }, explained(given.othersUndo));
  const rest = () =>
    panel({ id: 'rest', title: given.unfinished }, [
      explained(given.unfinishedText),
      goOn.write(call),
    ]);
  const preview =
    gift.lines <= FEW_LINES ? previewUndo(services.db, company.companyId, gift.id) : undefined;
  const button = preview === undefined ? given.undo : given.undoFor({ count: preview.undone });
  const refused = preview?.refused ?? [];
  const names = html`${refused.slice(0, NAMED).map(({ name }, i) => html`${i === 0 ? '' : ', '}${isolated(name ?? t.accounts.noName)}`)}`;
  const [count, more] = [refused.length, refused.length - NAMED];
  const whoKeeps =
    more > 0 ? given.refusedAndMore({ count, names, more }) : given.refused({ count, names });
  const undoPanel = panel({ id: 'undo-panel', title: given.undo, isDangerous: true }, [
    explained(given.undoText),
    count === 0 ? html`` : html`<p>${whoKeeps}</p>`,
    undo.write(call, { button, kind: 'bad' }),
  ]);
  return html`${gift.state === 'giving' ? rest() : ''}${undoPanel}`;
}
