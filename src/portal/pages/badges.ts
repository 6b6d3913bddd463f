import { BADGE_CATEGORIES, BADGE_RARITIES } from '../../domain/badge.ts';
import { type Html, html } from '../../http/html.ts';
import { type Badge, listBadges } from '../../service/badges.ts';
import * as badges from '../../store/badges.ts';
import type { Action, Call, Page } from '../page.ts';
import { countedForm, requireCounted } from '../parts/confirm.ts';
import { textIn } from '../parts/edit.ts';
import { field, onceField, type Refusal, Refused, select, summary } from '../parts/form.ts';
import { count, number } from '../parts/format.ts';
import { icon } from '../parts/icons.ts';
import { medal, rarityClass } from '../parts/medal.ts';
import { PAGE_SIZE, pageOf, pager } from '../parts/pager.ts';
import { EDITORS, mayEdit, READERS } from '../roles.ts';

const PATH = '/badges';
const DEFINE = '/define-badge';
const RULES = '/badge-rules';

/** The catalogue of badges by code. */
export const badgesPage: Page = {
  path: PATH,
  roles: READERS,
  isOfCompany: true,
  show: (call) => {
    const { services, company, href, session } = call;
    const all = listBadges(services.db, company.companyId);
    const hasRules = all.some(({ xp_threshold }) => xp_threshold !== null);
    const buttons = mayEdit(session.role)
      ? html`<div class="row">${hasRules ? html`<a class="btn" href="${href(RULES)}">Apply the rules</a>` : ''}<a class="btn pri" href="${href(DEFINE)}">Define a badge</a></div>`
      : '';
    return {
      title: 'Badges',
      body: html`<div class="head"><div><h1>Badges</h1><p class="lead">Awarded by hand, or by a rule to everybody who reaches an amount of XP.</p></div>${buttons}</div>
${all.length === 0 ? nothing : table(call, all)}`,
    };
  },
};

const nothing = html`<section class="panel empty">${icon('badge', 40)}<h2>No badges yet</h2><p>A badge stands on the page of everybody who holds it. It can be awarded by hand, by a rule, or by another system.</p><code class="command" tabindex="0">engaged badge define --help</code></section>`;

function table(call: Call, all: ReturnType<typeof listBadges>): Html {
  const page = pageOf(call.query);
  const shown = all.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  return html`<section class="panel"><table aria-label="Badges"><thead><tr><th scope="col">Badge</th><th scope="col" class="opt">Category</th><th scope="col" class="opt">Rarity</th><th scope="col" class="n opt">Rule</th><th scope="col" class="n">Holders</th></tr></thead><tbody>
${shown.map(({ code, name, category, rarity, xp_threshold: xp, holders }) => {
  const rule = xp === null ? '–' : `${number(xp)} XP`;
  return html`<tr><td><span class="person">${medal(rarity, { size: 32 })}<span><a class="strong" href="${call.href(`${PATH}/${encodeURIComponent(code)}`)}">${name}</a><span class="sub">${code}</span><span class="sub nar">${rarity}${xp === null ? '' : `, at ${rule}`}</span></span></span></td><td class="opt muted">${category}</td><td class="opt ${rarityClass(rarity)}">${rarity}</td><td class="n opt${xp === null ? ' muted' : ''}">${rule}</td><td class="n${holders === 0 ? ' muted' : ''}">${number(holders)}</td></tr>
`;
})}</tbody></table>${pager(all.length, page, { link: (query) => `${call.href(PATH)}?${query}` })}</section>`;
}

type Definition = Required<Omit<Badge, 'code' | 'xp_threshold'>>;

/** What the fields of a badge's form hold. */
export type BadgeTexts = Readonly<Record<keyof Definition, string>>;

const NEW_BADGE: BadgeTexts = {
  ...{ name: '', category: 'milestone', rarity: 'common', description: '', icon_url: '' },
};
export const BADGE_FIELDS = Object.keys(NEW_BADGE) as (keyof BadgeTexts)[];

const optionsOf = (values: readonly string[]): Record<string, string> =>
  Object.fromEntries(values.map((value) => [value, value]));

/** The fields of a badge, for a new one and for changes. */
export const badgeFields = (badge: BadgeTexts, refusal: Refusal | undefined): Html =>
  html`${field({ name: 'name', label: 'Name', value: badge.name, maxlength: 150, autocomplete: 'off' }, refusal)}
<div class="pair field">${select({ name: 'category', label: 'Category', options: optionsOf(BADGE_CATEGORIES), value: badge.category }, refusal)}${select({ name: 'rarity', label: 'Rarity', options: optionsOf(BADGE_RARITIES), value: badge.rarity }, refusal)}</div>
${field({ name: 'description', label: 'Description', value: badge.description, isLong: true, maxlength: 2_000, isRequired: false, hint: 'Optional' }, refusal)}
${field({ name: 'icon_url', label: 'Address of an icon', value: badge.icon_url, maxlength: 2_048, autocomplete: 'off', isRequired: false, hint: 'Optional; only other systems show it.' }, refusal)}`;

/** Reads the fields of a badge that are asked for. @throws Refused naming each field that is wrong */
export function readBadge(
  fields: readonly (keyof BadgeTexts)[],
  textOf: (name: string) => string,
): Partial<Definition> {
  if (fields.includes('name') && textOf('name') === '') {
    throw new Refused('', { name: 'Fill this in.' });
  }
  const isOptional = (name: string) => name === 'description' || name === 'icon_url';
  return Object.fromEntries(
    fields.map((name) => [name, isOptional(name) ? textOf(name) || null : textOf(name)]),
  );
}

/** Defines a badge. */
export const defineBadgePage: Page = {
  path: DEFINE,
  roles: EDITORS,
  isOfCompany: true,
  show: ({ href, refusal }) => ({
    title: 'Define a badge',
    current: PATH,
    body: html`<div class="head"><div><p class="crumb"><a href="${href(PATH)}">Badges</a></p><h1>Define a badge</h1></div></div>
<section class="panel form"><form class="pad" method="post" action="${href(DEFINE)}">${onceField()}${summary('No badge was defined.', refusal)}
${field({ name: 'code', label: 'Code', maxlength: 64, autocomplete: 'off', hint: 'Letters, digits, dots, hyphens and underscores. Other systems know the badge by it, so it cannot be changed later.' }, refusal)}${badgeFields(NEW_BADGE, refusal)}<p class="row field"><button class="btn pri">Define the badge</button><a class="btn q" href="${href(PATH)}">Cancel</a></p></form></section>`,
  }),
};

export const defineBadge: Action = {
  path: DEFINE,
  roles: EDITORS,
  page: defineBadgePage,
  submit: async (call, form) => {
    const code = textIn(form, 'code');
    if (code === '') throw new Refused('', { code: 'Fill this in.' });
    const read = readBadge(BADGE_FIELDS, (name) => textIn(form, name));
    const badge = await call.change('createBadge', { code, ...(read as Definition) });
    return {
      to: call.href(`${PATH}/${encodeURIComponent(badge.code)}`),
      done: html`<b>${badge.name}</b> is defined. Award it by a rule, or person by person.`,
    };
  },
};

/** How many people each rule would award its badge to now. */
async function countRules({ services, company }: Call) {
  const { companyId } = company;
  const rules = services.db
    .all(badges.list, { companyId })
    .flatMap(({ xpThreshold, ...badge }) =>
      xpThreshold === null ? [] : { ...badge, xpThreshold },
    );
  const counts = await Promise.all(
    rules.map((rule) => services.ranker.countEligible({ companyId, ...rule })),
  );
  return {
    rules: rules.map((rule, at) => ({ ...rule, people: counts[at] ?? 0 })),
    total: counts.reduce((sum, one) => sum + one, 0),
  };
}

/** Awards what rules say to people who reached them while they were deactivated. */
export const rulesPage: Page = {
  path: RULES,
  roles: EDITORS,
  isOfCompany: true,
  show: async (call) => {
    const { href, refusal } = call;
    const { rules, total } = await countRules(call);
    const form =
      total === 0
        ? html`<p class="pad muted">Everybody has the badges that the rules award. People who are reactivated may appear here.</p>`
        : html`<div class="pad">${countedForm({ action: href(RULES), name: 'people', people: total, button: `Award ${count(total, 'badge', 'badges')}` }, refusal)}</div>`;
    const rows = rules.map(
      ({ code, name, xpThreshold, people }) =>
        html`<tr><td><a class="strong" href="${href(`${PATH}/${encodeURIComponent(code)}`)}">${name}</a><span class="sub nar">at ${number(xpThreshold)} XP</span></td><td class="n opt">${number(xpThreshold)} XP</td><td class="n">${number(people)}</td></tr>`,
    );
    return {
      title: 'Apply the rules',
      current: PATH,
      body: html`<div class="head"><div><p class="crumb"><a href="${href(PATH)}">Badges</a></p><h1>Apply the rules</h1><p class="lead">A rule awards its badge as soon as somebody reaches its XP. People who were deactivated at that time get their badges here.</p></div></div>
<div class="stack">${summary('Nothing was awarded.', refusal)}<section class="panel"><table aria-label="Rules"><thead><tr><th scope="col">Badge</th><th scope="col" class="n opt">Rule</th><th scope="col" class="n">New holders</th></tr></thead><tbody>${rows}</tbody></table>${form}</section></div>`,
    };
  },
};

export const applyRules: Action = {
  path: RULES,
  roles: EDITORS,
  page: rulesPage,
  submit: async (call, form) => {
    const { total } = await countRules(call);
    requireCounted(form, 'people', total);
    const { outcomes } = await call.change('applyBadgeRules', { atMost: total });
    const awarded = outcomes.reduce((sum, one) => sum + one.awarded, 0);
    return {
      to: call.href(PATH),
      done: html`${count(awarded, 'badge is', 'badges are')} awarded.`,
    };
  },
};
