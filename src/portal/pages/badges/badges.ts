import { type Html, html } from '../../../http/response/html.ts';
import { type Badge, listBadges } from '../../../service/badges/badges.ts';
import type { Messages } from '../../languages/en.ts';
import type { Call } from '../../request/call.ts';
import { strongLink, sub } from '../../view/cells.ts';
import { pageHead } from '../../view/page-head.ts';
import { PAGE_SIZE, pageNumber, pager } from '../../view/pager.ts';
import { emptyPanel, listing } from '../../view/panel.ts';
import { table } from '../../view/table.ts';
import { definePage } from '../page.ts';
import { mayEdit, READERS } from '../roles.ts';
import { badgePicture, rarityClass } from './medal.ts';

const PATH = '/badges';

export const categoryName = ({ badges }: Messages, category: string): string =>
  (badges.categories as Readonly<Record<string, string>>)[category] ?? category;

export const rarityName = ({ badges }: Messages, rarity: string): string =>
  (badges.rarities as Readonly<Record<string, string>>)[rarity] ?? rarity;

/** The catalogue of badges by code. */
export const badgesPage = definePage({
  path: PATH,
  roles: READERS,
  isOfCompany: true,
  nav: {
    label: (t) => t.badges.title,
    icon: 'badge',
    key: 'b',
    group: 'programme',
  },
  show: (call) => {
    const { t, services, company, href, session } = call;
    const { badges } = t;
    const all = listBadges(services.db, company.companyId);
    const hasRules = all.some(({ xp_threshold }) => xp_threshold !== null);
    const apply = html`<a class="btn" href="${href('/badge-rules')}">${badges.applyRules}</a>`;
    const define = html`<a class="btn pri" href="${href('/define-badge')}">${badges.define}</a>`;
    const tools = mayEdit(session.role) ? [...(hasRules ? [apply] : []), define] : undefined;
    const nothing = emptyPanel({
      ...{ icon: 'badge', title: badges.none, text: badges.noneText },
      command: 'engaged badge define --help',
    });
    return {
      title: badges.title,
      body: html`${pageHead({ title: badges.title, lead: badges.lead, tools })}
${all.length === 0 ? nothing : list(call, all)}`,
    };
  },
});

type ListedBadge = Badge & { holders: number };

function list(call: Call, all: readonly ListedBadge[]): Html {
  const { t, query, href } = call;
  const page = pageNumber(query);
  const { badges } = t;
  const muted = (text: string, isMuted: boolean) =>
    isMuted ? html`<span class="muted">${text}</span>` : html`${text}`;
  const rows = table<ListedBadge>({
    label: badges.title,
    rows: all.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
    columns: [
      {
        head: badges.badge,
        cell: ({ code, name, rarity, icon_url: iconUrl, xp_threshold: xp }) =>
          html`<span class="person">${badgePicture(call, { rarity, iconUrl }, { size: 32 })}<span>${strongLink(href(`${PATH}/${encodeURIComponent(code)}`), name)}${sub(code)}${sub(xp === null ? rarityName(t, rarity) : badges.rarityAtXp({ rarity: rarityName(t, rarity), xp }), 'phones')}</span></span>`,
      },
      {
        ...{ head: badges.category, shown: 'tablet', isMuted: true },
        cell: ({ category }) => categoryName(t, category),
      },
      {
        ...{ head: badges.rarity, shown: 'tablet' },
        cell: ({ rarity }) =>
          html`<span class="${rarityClass(rarity)}">${rarityName(t, rarity)}</span>`,
      },
      {
        ...{ head: badges.rule, isNumber: true, shown: 'tablet' },
        cell: ({ xp_threshold: xp }) => muted(xp === null ? '–' : t.counts.xp(xp), xp === null),
      },
      {
        ...{ head: badges.holders, isNumber: true },
        cell: ({ holders }) => muted(t.format.number(holders), holders === 0),
      },
    ],
  });
  return listing(rows, pager(t, all.length, page, { link: (part) => `${href(PATH)}?${part}` }));
}
