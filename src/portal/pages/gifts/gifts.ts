import { type Html, html } from '../../../http/response/html.ts';
import { countGifts, type Gift, listGifts } from '../../../service/gifts/gifts.ts';
import type { Call } from '../../request/call.ts';
import { figure, strongLink, sub } from '../../view/cells.ts';
import { fileLinks } from '../../view/file-links.ts';
import { isolated } from '../../view/marks.ts';
import { pageHead } from '../../view/page-head.ts';
import { nextPager, PAGE_SIZE, placeIn } from '../../view/pager.ts';
import { emptyPanel, listing } from '../../view/panel.ts';
import { type Column, table } from '../../view/table.ts';
import { timeElement } from '../../view/time.ts';
import { MAX_COUNTED, totalOf } from '../../view/total.ts';
import { actorOf } from '../audit/decisions.ts';
import { definePage } from '../page.ts';
import { mayEdit, READERS } from '../roles.ts';
import { giftChip, originOf } from './gift-view.ts';

const PATH = '/given';

/** What was given to many at once, newest first. */
export const giftsPage = definePage({
  path: PATH,
  roles: READERS,
  isOfCompany: true,
  nav: {
    label: (t) => t.given.title,
    icon: 'plus',
    key: 'n',
    group: 'programme',
  },
  show: (call) => {
    const { t, services, company, query, session, href } = call;
    const { given } = t;
    const before = placeIn(query);
    const page = listGifts(services.db, company.companyId, { before, count: PAGE_SIZE });
    const files = page.gifts.length === 0 ? '' : fileLinks(t, href, PATH);
    const total = totalOf(countGifts(services.db, company.companyId, MAX_COUNTED + 1));
    const lead = total.count === 0 ? given.leadOfNone : given.lead(total);
    const give = html`<a class="btn pri" href="${href(`${PATH}/new`)}">${given.give}</a>`;
    const tools = html`${files}${mayEdit(session.role) ? give : ''}`;
    const nothing = () =>
      emptyPanel({
        ...{ icon: 'plus', title: before === undefined ? given.none : given.noneMore },
        ...{ text: given.noneText, command: 'engaged give --help' },
      });
    return {
      title: given.title,
      body: html`${pageHead({ title: given.title, lead, tools })}
${page.gifts.length === 0 ? nothing() : list(call, page)}`,
    };
  },
});

function list(call: Call, { gifts, next }: ReturnType<typeof listGifts>): Html {
  const { t, now, href, query } = call;
  const { given } = t;
  const own = href(PATH);
  const sum = (head: string, of: (gift: Gift) => number | null): Column<Gift> => ({
    ...{ head, isNumber: true, shown: 'tablet' },
    cell: (gift) => figure(t, of(gift)),
  });
  const rows = table<Gift>({
    ...{ label: given.title, rows: gifts, isOff: ({ state }) => state === 'undone' },
    columns: [
      {
        head: given.what,
        cell: (gift) =>
          html`${strongLink(href(`${PATH}/${gift.id}`), isolated(gift.reason ?? given.noReason))}${sub(originOf(t, gift))}`,
      },
      {
        ...{ head: given.time, isMuted: true },
        cell: ({ given_at }) => timeElement(t, Date.parse(given_at), now),
      },
      {
        ...{ head: given.by, shown: 'desktop', isMuted: true },
        cell: ({ given_by }) => actorOf(call, given_by),
      },
      { ...sum(given.people, ({ people }) => people), shown: 'always' },
      sum(given.xp, ({ xp }) => xp),
      sum(given.coins, ({ coins }) => coins),
      sum(given.badges, ({ badges }) => badges),
      { head: given.state, shown: 'tablet', cell: (gift) => giftChip(t, gift) },
    ],
  });
  const more = nextPager(t, {
    next: next === null ? undefined : `${own}?before=${next}`,
    first: query.has('before') ? own : undefined,
  });
  return listing(rows, more);
}
